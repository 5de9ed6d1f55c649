"""Addresses of pages and sites: their normal form, which of them a crawl may follow, sitemap documents, the links of a page.

Imported by `declared`, `content`, `verdicts` and above, and by `crawler`; imports `document`.
"""
