"""The service's engine, warm: fetch in the shared browser, then convert to Markdown in the reading pool.

`python -m benchmarks.renderers.ours [viewport|full]`: screenshots instead of Markdown.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from benchmarks.renderers.protocol import answer_lines, end_mark, gathered
from contract.declare import load
from contract.environment import Environment
from contract.options.scrape import ScrapeOptions
from contract.options.screenshot import ScreenshotOptions
from crawler.runner import Engine, Reactor, engine_of

# A picture of an empty page is smaller.
PICTURE_CHARS_MIN = 10_000


def main() -> None:
    async def made() -> Engine:
        return engine_of(Environment.read())

    reactor = Reactor()
    reactor.start()
    engine = reactor.call(made())
    reactor.call(engine.start(), timeout=60)

    async def picture(url: str) -> str:
        options: Any = load(ScreenshotOptions, {"url": url, "fullPage": sys.argv[1] == "full"})
        found = await engine.gather("screenshot", options, None, "/benchmark")
        return end_mark(url) if len(found.image) > PICTURE_CHARS_MIN else ""

    async def render(url: str) -> str:
        options: Any = load(ScrapeOptions, {"url": url, "renderJs": True, "formats": ["markdown", "rawHtml"]})
        found = await engine.run("scrape", options, None, "/benchmark")
        # Our Markdown contains only the main content, so the end mark is searched in the rendered HTML.
        return (found.raw_html or "") if found.markdown else ""

    work = picture if sys.argv[1:] else render
    answer_lines(
        lambda urls, at_once: asyncio.run_coroutine_threadsafe(gathered(work, urls, at_once), reactor.loop).result()
    )
    reactor.call(engine.close(), timeout=20)
    reactor.stop()


if __name__ == "__main__":
    sys.exit(main())
