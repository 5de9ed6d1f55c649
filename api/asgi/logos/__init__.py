"""Logo serving: image bytes for an image tag, from a cache in memory, without Flask and without a thread per request.

`serving.py` answers a request. The other files hold what it needs: cached keys and brands, counts, resolutions in
progress, placeholders, and the listener that invalidates cached entries. Imported by `api.asgi.application` only.
"""
