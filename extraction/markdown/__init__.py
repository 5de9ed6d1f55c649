"""Writes Markdown: simplifies the tree, handles code, formulas, footnotes, links and images, counts words.

Imported by `page` and `visible_tree`; imports `document`.
"""
