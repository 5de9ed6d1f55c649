"""Removes from a tree and from Markdown what only a page's design needs, and puts lists and line breaks in order.

Imported by `markdown`; imports `document`.
"""
