"""Plain fetching: unmodified URLs, decompression with size limits, downloads that end with their caller.

Imported by `download`, `requests`, `middlewares`, `pipelines.record`, `operators.downloader` and `spiders.pages`.
Does not import `rendering`.
"""
