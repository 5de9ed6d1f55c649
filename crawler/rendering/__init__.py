"""Rendered pages: the browser, its pages, its filtering proxy, and when a page has settled.

Imported by `download`, `resources` and above; knows nothing of `fetching`.
"""
