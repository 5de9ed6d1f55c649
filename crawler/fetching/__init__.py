"""Plain fetching: the HTTP client's download handler, URLs exactly as they were written, downloads that end with their caller.

Imported by `download`, `requests`, `resources` and above; knows nothing of `rendering`.
"""
