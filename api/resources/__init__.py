"""The endpoints, one file per operation: routes and their documentation. `api.dispatch` does the work.

Imported by `api.app`.
"""
