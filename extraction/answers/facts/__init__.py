"""What a page says: declared things of all formats, labelled values, tables, questions, visible text.

Imported by `extraction.answers` only. Imports `declared` and `document`.
"""
