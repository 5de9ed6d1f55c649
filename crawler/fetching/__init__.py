"""Plain fetching: unmodified URLs, decompression with size limits, conditional requests; Scrapy's signals.

Imported by the layers above it in the crawler, and by `orbweaver.local`. Does not import `rendering`.
"""
