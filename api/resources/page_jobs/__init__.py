"""The endpoints that crawl and batch share: start, status, cancel, deliveries. One file each.

`routes` registers them for one kind of job, `entries` writes statuses and page entries as JSON. Imported by
`api.resources.crawl`, `api.resources.batch` and `api.resources.page_jobs.events`.
"""
