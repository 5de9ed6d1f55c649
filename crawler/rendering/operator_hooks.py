"""What an operator's meta keys of scrapy-playwright do with a page: event handlers, a first callback, methods at the end."""

from __future__ import annotations

import inspect
import logging
from functools import partial
from typing import Any

from playwright.async_api import Page as Tab
from scrapy import Spider
from scrapy.http import Request
from scrapy.utils.misc import load_object
from scrapy_playwright.page import PageMethod

from crawler.meta import PLAYWRIGHT

log = logging.getLogger(__name__)

METHODS, HANDLERS, CALLBACK, CONTEXT = (
    f"{PLAYWRIGHT}_{name}" for name in ("page_methods", "page_event_handlers", "page_init_callback", "context_kwargs")
)


async def prepare(tab: Tab, request: Request, spider: Spider | None) -> None:
    """Attach the event handlers to a page, and call the first callback. A mistake in them is logged."""
    for event, handler in (request.meta.get(HANDLERS) or {}).items():
        found = getattr(spider, handler, None) if isinstance(handler, str) else handler
        if callable(found):
            tab.on(event, found)
        else:
            log.warning("The spider has no method %r; the handler of %r is ignored.", handler, event)
    if callback := request.meta.get(CALLBACK):
        try:
            await load_object(callback)(tab, request)
        except Exception:
            log.warning("The first callback of %s failed.", request, exc_info=True)


async def apply_methods(tab: Tab, request: Request, navigation_timeout_ms: float | None) -> None:
    """Call the page methods, one after another. Each has its `result` afterwards.

    Raises:
        playwright.async_api.Error: one of them failed.
    """
    methods: Any = request.meta.get(METHODS) or ()
    for each in methods.values() if isinstance(methods, dict) else methods:
        if not isinstance(each, PageMethod):
            log.warning("%r is ignored: it is not a PageMethod.", each)
            continue
        method = partial(each.method, tab) if callable(each.method) else getattr(tab, each.method, None)
        if method is None:
            log.warning("%r is ignored: a page has no such method.", each)
            continue
        result = method(*each.args, **each.kwargs)
        each.result = await result if inspect.isawaitable(result) else result
        await tab.wait_for_load_state(timeout=navigation_timeout_ms)
