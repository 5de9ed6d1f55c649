"""Shows the guides in `docs/` at `/docs/guide`, and Swagger UI at `/docs`, with the console's design tokens.

The pages are rendered on request and then cached by `api.asgi.documents`. Imported by `api.app` and `api.asgi`.
"""
