"""The texts of two visits: their lines in a normal form, which lines differ and in which parts of the page, and the diff as text.

Imported by `extraction.changes`, and by the console for its two columns of a diff.
"""
