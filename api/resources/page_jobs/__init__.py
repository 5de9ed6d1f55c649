"""The endpoints that crawl and batch share: start, status, cancel, deliveries. One file each.

`routes` registers them for one kind of job, `entries` writes statuses and page entries as JSON. Imported by
`api.resources.operations`. `api.asgi.application` serves `events`, and the console uses `deliveries.retry`.
"""
