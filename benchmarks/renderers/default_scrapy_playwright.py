"""scrapy-playwright as in its README: default settings, one page per request, waiting for the page's last element.

Markdown is written by html-to-markdown, the fastest converter.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from typing import Any

import scrapy
from html_to_markdown import convert
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import DontCloseSpider
from scrapy.utils.reactor import install_reactor

from benchmarks.renderers.protocol import answer_lines, gathered


class Baseline(scrapy.Spider):
    name = "baseline"
    custom_settings = {  # noqa: RUF012
        "DOWNLOAD_HANDLERS": dict.fromkeys(
            ("http", "https"), "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
        ),
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "PLAYWRIGHT_LAUNCH_OPTIONS": {
            "executable_path": os.environ["CHROMIUM"],
            "args": [f"--host-resolver-rules={os.environ['TRACKER_RULES']}"],
        },
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
    }

    async def start(self) -> AsyncIterator[Any]:
        return
        yield

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> Baseline:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.stay, signal=scrapy.signals.spider_idle)
        return spider

    def stay(self) -> None:
        raise DontCloseSpider


def main() -> None:
    from threading import Thread

    from scrapy_playwright.page import PageMethod

    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
    from twisted.internet import reactor

    untyped: Any = reactor
    loop = untyped._asyncioEventloop
    crawler = AsyncCrawlerRunner().create_crawler(Baseline)

    def run() -> None:
        asyncio.set_event_loop(loop)
        untyped.callWhenRunning(lambda: asyncio.ensure_future(crawler.crawl_async()))
        untyped.run(installSignalHandlers=False)

    Thread(target=run, daemon=True).start()

    async def render(url: str) -> str:
        wait = PageMethod("wait_for_selector", "#end", state="attached")
        request = scrapy.Request(url, meta={"playwright": True, "playwright_page_methods": [wait]}, dont_filter=True)
        assert crawler.engine is not None
        response = await crawler.engine.download_async(request)
        return str(convert(response.text).content)

    async def opened() -> None:
        while crawler.engine is None or not crawler.engine.running:
            await asyncio.sleep(0.1)

    asyncio.run_coroutine_threadsafe(opened(), loop).result(30)
    answer_lines(lambda urls, at_once: asyncio.run_coroutine_threadsafe(gathered(render, urls, at_once), loop).result())
    untyped.callFromThread(untyped.stop)


if __name__ == "__main__":
    sys.exit(main())
