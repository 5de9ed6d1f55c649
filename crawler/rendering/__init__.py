"""Rendered pages: scrapy-playwright's handler, extended; the browser and its driver; the filtering proxy; settled pages.

Imported by `download`, `resources` and above; knows nothing of `fetching`.
"""
