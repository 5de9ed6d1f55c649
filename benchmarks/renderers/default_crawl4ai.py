"""crawl4ai as in its README, waiting for the page's last element. Run by an interpreter that has crawl4ai installed.

crawl4ai has no setting for the browser's path, so Playwright's `launch` is patched to use it. Nothing else is changed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig
from playwright.async_api import BrowserType

from benchmarks.renderers.protocol import answer_lines, gathered

_launch = BrowserType.launch


async def _launch_ours(self: BrowserType, **options: Any) -> Any:
    options.pop("channel", None)
    return await _launch(self, **{**options, "executable_path": os.environ["CHROMIUM"]})


def main() -> None:
    BrowserType.launch = _launch_ours  # type: ignore[method-assign]
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    config = BrowserConfig(
        headless=True, verbose=False, extra_args=[f"--host-resolver-rules={os.environ['TRACKER_RULES']}"]
    )
    crawler = AsyncWebCrawler(config=config)
    loop.run_until_complete(crawler.start())
    config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, wait_for="css:#end", verbose=False)

    async def render(url: str) -> str:
        found = await crawler.arun(url, config=config)
        return str(found.markdown.raw_markdown) if found.success else ""

    answer_lines(lambda urls, at_once: loop.run_until_complete(gathered(render, urls, at_once)))
    loop.run_until_complete(crawler.close())


if __name__ == "__main__":
    sys.exit(main())
