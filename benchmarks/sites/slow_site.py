"""A site whose pages take the seconds that their address says: `/5/anything` answers after five seconds.

`/links/5/100` answers at once with links to `/5/0` to `/5/99`. `/links/5/100/3` spreads them over three hosts, beginning with
its own. The site has as many hosts (127.0.0.1, 127.0.0.2, …) as the second argument says.
"""

from __future__ import annotations

import asyncio
import sys

from aiohttp import web

PAGE = "<!doctype html><title>Slow</title><main><p>" + "A page that took its time. " * 40 + "</p></main>"


async def answer(request: web.Request) -> web.Response:
    await asyncio.sleep(float(request.match_info["seconds"]))
    return web.Response(text=PAGE, content_type="text/html")


async def answer_with_links(request: web.Request) -> web.Response:
    seconds, number = request.match_info["seconds"], int(request.match_info["number"])
    first, hosts = int(str(request.url.host).rpartition(".")[2]), int(request.match_info.get("hosts", 1))
    sites = [f"http://127.0.0.{first + place % hosts}:{request.url.port}" for place in range(number)]
    links = "".join(f'<a href="{site}/{seconds}/{place}">Page {place}</a> ' for place, site in enumerate(sites))
    return web.Response(text=f"{PAGE}{links}", content_type="text/html")


def main() -> None:
    application = web.Application()
    application.router.add_get("/links/{seconds}/{number}", answer_with_links)
    application.router.add_get("/links/{seconds}/{number}/{hosts}", answer_with_links)
    application.router.add_get("/{seconds}/{rest:.*}", answer)
    hosts = [f"127.0.0.{number + 1}" for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1)]
    web.run_app(application, host=hosts, port=int(sys.argv[1]), print=None)


if __name__ == "__main__":
    main()
