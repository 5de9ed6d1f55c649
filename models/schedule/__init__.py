"""What decides when a page is fetched: slices, the shares of workspaces, and the limits of hosts.

May be imported by `models.page_jobs`, `models.retention` and every package that imports `models`. Imports `models.pages`.
"""
