"""Markdown: the plain form that the writer needs, code, formulas, footnotes, the writer, and the counting of words.

Imported by `page` and `visible_tree`; imports `document`.
"""
