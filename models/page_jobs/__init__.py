"""Crawls and batches: the job, the claim and the end of its pages, lost pages, and the end of the job.

May be imported by `models.retention` and every package that imports `models`. Imports `models.schedule` and `models.pages`.
"""
