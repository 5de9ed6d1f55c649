"""The console: pages for people at `/console`, rendered by Flask from templates.

`api.checks.session_cookie` reads the session. `routes` installs the pages; `views` has a file per page. May be imported by
`api.app` and `api.asgi`.
"""
