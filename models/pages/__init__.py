"""The pages of crawls and batches: rows, entries, counters, duplicates, credits and webhook events.

May be imported by `models.schedule`, `models.page_jobs` and every package that imports `models`. Imports `models.jobs` and
`models.accounts`.
"""
