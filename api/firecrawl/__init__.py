"""Firecrawl's interface, `/v2` and `/v1`, as translations to the operations of this service.

Each call becomes REST calls of our own interface in the name of the same key, so nothing is fetched, charged, limited or stored
in a second way. Nothing here reads a request or sends an answer: `api.asgi.firecrawl` does, and it imports `routes` with the
first call. Only `api.asgi` may import this package.
"""
