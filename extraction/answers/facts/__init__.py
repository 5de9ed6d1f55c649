"""What a page says: declared entities of all formats, labelled values, tables, questions, visible text.

Imported by `extraction.answers` only. Imports `declared` and `document`.
"""
