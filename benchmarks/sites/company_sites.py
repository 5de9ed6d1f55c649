"""Home pages of companies on all loopback addresses, so that each address is another host: `python -m … PORT`."""

from __future__ import annotations

import sys

from aiohttp import web

PAGE = """<!doctype html><html><head><title>Company {host}</title><meta property="og:site_name" content="Company {host}">
<link rel="icon" type="image/svg+xml" href="/icon.svg"><link rel="stylesheet" href="/site.css"></head>
<body><header><a href="/"><img class="logo" src="/logo.svg" alt="Company"></a></header>
<main><p>We make gauges for boilers and pipes of all sizes, in many places.</p></main></body></html>"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#d22"/></svg>'
LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect x="5" y="5" width="40" height="40" fill="#d22"/>'
    '<rect x="60" y="15" width="130" height="20" fill="#111"/></svg>'
)


RED = "#d22"


async def answer(request: web.Request) -> web.Response:
    svg = {"/icon.svg": ICON, "/logo.svg": LOGO}.get(request.path)
    if svg:
        # Each company has a shade of its own, so that no drawing of one is known from another.
        shade = sum(request.host.encode()) % 90 + 10
        return web.Response(text=svg.replace(RED, f"#d{shade}2{shade}"), content_type="image/svg+xml")
    if request.path == "/site.css":
        return web.Response(text="body{font-family:Inter;color:#222}", content_type="text/css")
    if request.path == "/":
        return web.Response(text=PAGE.format(host=request.host), content_type="text/html")
    return web.Response(status=404)


if __name__ == "__main__":
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    web.run_app(app, host="0.0.0.0", port=int(sys.argv[1]), print=None)
