"""The HTTP API: reads JSON requests, posts jobs to the queue and returns their results.

Imported by `orbweaver` only. Imports `contract`, `extraction`, `models`, `workers.mailbox` with its queue, and for operators
`workers.overview` and `workers.interventions`. It never imports Scrapy, `crawler` or a Dramatiq actor, so that an API process
stays small and starts fast.
"""
