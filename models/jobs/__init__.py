"""Jobs of any kind: the row, its lease and result, recovery of lost ones, and the API processes that wait for them.

May be imported by `models.pages` and every package that imports `models`. Imports `models.accounts`.
"""
