"""The ASGI side of the API: the HTTP server, and what happens to a request before and after Flask has a thread for it.

Imported by the command only. Imports `api.app` and the files beside it.
"""
