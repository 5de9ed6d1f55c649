"""Crawls and batches: their pages, hosts, credits and webhook events, from the start of a job to its end.

May be imported by `models.retention` and every package that imports `models`. Imports `models.jobs` and `models.accounts`.
"""
