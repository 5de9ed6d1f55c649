"""Bare Playwright with this service's flags, proxy and blocked addresses, waiting for the page's last element.

What is left between it and our row is what our handler adds: detecting when a page is complete, and reading it.
Markdown is made by html-to-markdown, the cheapest converter there is.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial

from html_to_markdown import convert
from playwright.async_api import Browser, async_playwright

from benchmarks.renderers.protocol import answer_lines, gathered
from contract.addresses import Policy
from contract.environment import Environment
from crawler.rendering.chromium import FLAGS, LEFT_OUT, VIEWPORT
from crawler.rendering.forward_proxy import ForwardProxy
from crawler.rendering.render_request import SCALE, UNLOADED


async def rendered(browser: Browser, url: str) -> str:
    context = await browser.new_context(no_viewport=True, service_workers="block", accept_downloads=False)
    try:
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Network.enable")
        await session.send("Network.setBlockedURLs", {"urls": list(UNLOADED)})
        scaled = {**VIEWPORT, "deviceScaleFactor": 1, "mobile": False, "scale": SCALE}
        await session.send("Emulation.setDeviceMetricsOverride", scaled)
        await page.goto(url)
        await page.wait_for_selector("#end", state="attached")
        return str(convert(await page.content()).content)
    finally:
        await context.close()


async def started() -> Browser:
    proxy = ForwardProxy(Policy(Environment.read().allowed_networks))
    given = [*FLAGS, f"--proxy-server={await proxy.url()}"]
    playwright = await async_playwright().start()
    return await playwright.chromium.launch(
        executable_path=os.environ["CHROMIUM"], ignore_default_args=LEFT_OUT, args=given
    )


def main() -> None:
    loop = asyncio.new_event_loop()
    browser = loop.run_until_complete(started())
    answer_lines(lambda urls, at_once: loop.run_until_complete(gathered(partial(rendered, browser), urls, at_once)))
    loop.run_until_complete(browser.close())


if __name__ == "__main__":
    sys.exit(main())
