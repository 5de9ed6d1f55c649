"""The service crawler is replaced while calls still use it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

from aiohttp import web

from tests.crawler.line_process import ROOT
from tests.sites.site import Site, sitemap_index, url_set

# Each crawler is leased twice. A map begins, scrapes replace its crawler several times, then the map continues.
REPLACED = """
import asyncio, json, sys
from contract.environment import Environment
from contract.options.map import MapOptions
from contract.options.scrape import ScrapeOptions
from crawler import service_crawler
from crawler.failures import CrawlerClosed
from crawler.requests import fetch_file
from crawler.runner import Reactor, engine_of

service_crawler.USES_PER_CRAWLER = 2
url = sys.argv[1]

async def made():
    return engine_of(Environment.read())

async def main():
    mapping = asyncio.ensure_future(engine.gather("map", MapOptions(url=url), None))
    await asyncio.sleep(0)
    async with engine.crawler() as crawler:
        pass
    for _ in range(6):
        await engine.run("scrape", ScrapeOptions(url=url, render_js=False), None)
    links = list((await mapping).links)
    while crawler.engine.spider is not None:
        await asyncio.sleep(0.01)
    try:
        late = await fetch_file(crawler, url, timeout_ms=1_000, max_bytes=1_000)
    except CrawlerClosed as error:
        late = type(error).__name__
    return {"links": links, "late": repr(late)}

reactor = Reactor()
reactor.start()
engine = reactor.call(made())
reactor.call(engine.start(), timeout=180)
print(json.dumps(reactor.call(main(), timeout=120)), flush=True)
reactor.call(engine.close(), timeout=60)
reactor.stop()
"""


def test_map_keeps_the_crawler_it_began_with(site: Site) -> None:
    site.page("/")
    site.put("/deeper.xml", url_set(site.url("/a"), site.url("/b")))

    async def slow_index(request: web.Request) -> web.Response:
        while len(site.seen("/")) < 6:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        return web.Response(text=sitemap_index(site.url("/deeper.xml")), content_type="application/xml")

    site.on("/sitemap.xml", slow_index)

    done = subprocess.run(
        [sys.executable, "-c", REPLACED, site.url("/")],
        cwd=ROOT,
        env={**os.environ, "ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["links"] == [site.url("/"), site.url("/a"), site.url("/b")]
    assert answer["late"] == "'CrawlerClosed'", "a closed crawler says nothing about the site"
