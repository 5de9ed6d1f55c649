"""URLs: their normal form, the scope of a crawl, registrable domains, sitemap documents, the links of a page.

Imported by `declared`, `content`, `verdicts` and above, and by `crawler`; imports `document`.
"""
