"""The console: pages for the members of a workspace, rendered by Flask. Imported by `api.app` and `api.asgi` only."""
