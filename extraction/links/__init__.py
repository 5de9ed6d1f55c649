"""URLs: their normal form, the scope of a crawl, registrable domains, sitemap documents, the links of a page.

Imported by the layers above it in `extraction`, and by all higher layers; imports only `document`.
"""
