"""Plain fetching: the HTTP client's download handler, URLs exactly as they were written, downloads that can be cancelled.

Imported by `download`, `requests`, `resources` and above; knows nothing of `rendering`.
"""
