"""`/readyz` and `/metrics`, and the counters that they report.

May be imported by `api.app` and `api.asgi`.
"""
