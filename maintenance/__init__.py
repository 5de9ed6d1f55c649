"""Programs for those who maintain the project, in a clone: what the service consists of, and what is known against it.

Not in the wheel; the product imports nothing from here.
"""
