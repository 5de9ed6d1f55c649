"""How a page is rendered: what the browser context is like, what is not loaded, and when the page counts as settled."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from playwright.async_api import Request as BrowserRequest
from scrapy.http import Request
from scrapy_playwright.page import PageMethod

from crawler.capture import request_of

VIEWPORT = {"width": 1280, "height": 800}
NAVIGATION_MS = 45_000
LOAD_MS = 8_000
QUIET_MS = 250
SETTLE_MAX_MS = 3_000
# Nothing that text is read from.
UNLOADED = frozenset({"image", "media", "font"})

# Resolves once the document has not changed for a while, or at the end of patience.
QUIET_SCRIPT = """([quiet, most]) => new Promise(done => {
  let timer = setTimeout(finish, quiet);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(finish, quiet); });
  function finish() { observer.disconnect(); done(true); }
  observer.observe(document, {subtree: true, childList: true, characterData: true});
  setTimeout(finish, most);
})"""


def render_meta(request: Request) -> dict[str, Any]:
    """The meta keys that make scrapy-playwright render a request the way we want it."""
    wanted = request_of(request)
    context: dict[str, Any] = {"viewport": VIEWPORT, "service_workers": "block", "accept_downloads": False}
    if wanted.languages:
        context["locale"] = wanted.languages[0]
    return {
        "playwright_context_kwargs": context,
        "playwright_page_goto_kwargs": {"wait_until": "commit", "timeout": NAVIGATION_MS},
        "playwright_page_methods": [PageMethod(settle, wanted.wait_for_ms)],
        "playwright_page_event_handlers": {"dialog": _dismiss, "popup": _close_popup},
    }


async def settle(page: Page, wait_for_ms: int) -> None:
    """Wait until the page has loaded and its document is quiet, within limits, then `wait_for_ms` more."""
    with contextlib.suppress(PlaywrightError):  # An endless subresource: take what is there.
        await page.wait_for_load_state("load", timeout=LOAD_MS)
    # Navigated away or busy: its content is asked for next and fails there if it must.
    with contextlib.suppress(PlaywrightError, TimeoutError):
        most = (QUIET_MS + SETTLE_MAX_MS) / 1000
        await asyncio.wait_for(page.evaluate(QUIET_SCRIPT, [QUIET_MS, SETTLE_MAX_MS]), most + 1)
    if wait_for_ms:
        await page.wait_for_timeout(wait_for_ms)


def unneeded(request: BrowserRequest) -> bool:
    """Whether the browser shall not load this subresource."""
    return request.resource_type in UNLOADED


async def headers_for(
    *, browser_type_name: str, playwright_request: BrowserRequest, scrapy_request_data: dict[str, Any]
) -> dict[str, str]:
    """The headers of one browser request: the caller's go only to the origin that was asked for."""
    headers: dict[str, str] = await playwright_request.all_headers()
    asked, going = urlsplit(scrapy_request_data["url"]), urlsplit(playwright_request.url)
    if playwright_request.is_navigation_request() and (asked.scheme, asked.netloc) == (going.scheme, going.netloc):
        headers.update(scrapy_request_data["headers"].to_unicode_dict())
    headers.pop("accept-encoding", None)
    return headers


async def _dismiss(dialog: Any) -> None:
    await dialog.dismiss()


async def _close_popup(popup: Page) -> None:
    await popup.close()
