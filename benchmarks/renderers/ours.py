"""The service's engine, warm: fetch in the shared browser, then convert to Markdown in the reading pool."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from benchmarks.renderers.protocol import answer_lines, gathered
from contract.declare import load
from contract.environment import Environment
from contract.options.scrape import ScrapeOptions
from crawler.runner import Engine, Reactor, engine_of


def main() -> None:
    async def made() -> Engine:
        return engine_of(Environment.read())

    reactor = Reactor()
    reactor.start()
    engine = reactor.call(made())
    reactor.call(engine.start(), timeout=60)

    async def render(url: str) -> str:
        options: Any = load(ScrapeOptions, {"url": url, "renderJs": True, "formats": ["markdown", "rawHtml"]})
        found = await engine.run("scrape", options, None, "/benchmark")
        # Our Markdown contains only the main content, so the end mark is searched in the rendered HTML.
        return (found.raw_html or "") if found.markdown else ""

    answer_lines(
        lambda urls, at_once: asyncio.run_coroutine_threadsafe(gathered(render, urls, at_once), reactor.loop).result()
    )
    reactor.call(engine.close(), timeout=20)
    reactor.stop()


if __name__ == "__main__":
    sys.exit(main())
