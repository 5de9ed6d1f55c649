"""Plain fetching: URLs exactly as they were written, bodies unpacked within bounds, downloads that end with their caller.

Imported by `download`, `middlewares`, `requests`, `resources` and above; knows nothing of `rendering`.
"""
