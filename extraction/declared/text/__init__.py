"""Words of declared values: their letters, their lines, the days and times in them.

Imported by `declared` and `answers`; imports `document` only.
"""
