"""Numbers, days, durations and enums out of text, and the conversion of a declared value to the schema's type.

Imported by `extraction.answers` and `extraction.changes`. Imports `schema`, `declared` and `document`.
"""
