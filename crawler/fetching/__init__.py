"""Plain fetching: unmodified URLs, decompression with size limits, conditional requests; Scrapy's signals.

Imported by `download`, `requests`, `middlewares` and `service_crawler`.
Does not import `rendering`.
"""
