"""The caller's schema as a checked tree, and the vocabulary that connects property names with schema.org.

Imported by `extraction.answers` only. Imports `document`.
"""
