"""A site whose pages take the seconds that their address says: `/5/anything` answers after five seconds."""

from __future__ import annotations

import asyncio
import sys

from aiohttp import web

PAGE = "<!doctype html><title>Slow</title><main><p>" + "A page that took its time. " * 40 + "</p></main>"


async def answer(request: web.Request) -> web.Response:
    await asyncio.sleep(float(request.match_info["seconds"]))
    return web.Response(text=PAGE, content_type="text/html")


def main() -> None:
    application = web.Application()
    application.router.add_get("/{seconds}/{rest:.*}", answer)
    web.run_app(application, host="127.0.0.1", port=int(sys.argv[1]), print=None)


if __name__ == "__main__":
    main()
