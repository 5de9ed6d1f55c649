"""Screenshots by plain Playwright: one warm browser, a context per page, waiting for the page's last element.

`python -m benchmarks.renderers.plain_playwright viewport|full`. It does not scroll, hides nothing and loads everything.
"""

from __future__ import annotations

import asyncio
import os
import sys

from playwright.async_api import ViewportSize, async_playwright

from benchmarks.renderers.protocol import answer_lines, end_mark, gathered

VIEWPORT = ViewportSize(width=1440, height=900)


def main() -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    playwright = loop.run_until_complete(async_playwright().start())
    launching = playwright.chromium.launch(
        executable_path=os.environ["CHROMIUM"], args=[f"--host-resolver-rules={os.environ['TRACKER_RULES']}"]
    )
    browser = loop.run_until_complete(launching)

    async def picture(url: str) -> str:
        page = await browser.new_page(viewport=VIEWPORT)
        try:
            await page.goto(url)
            await page.wait_for_selector("#end", state="attached")
            await page.screenshot(full_page=sys.argv[1] == "full")
            return end_mark(url)
        finally:
            await page.close()

    answer_lines(lambda urls, at_once: loop.run_until_complete(gathered(picture, urls, at_once)))
    loop.run_until_complete(browser.close())
    loop.run_until_complete(playwright.stop())


if __name__ == "__main__":
    sys.exit(main())
