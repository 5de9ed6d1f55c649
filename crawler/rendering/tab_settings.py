"""The settings of a tab before its first request: device, language, cookies, blocked addresses."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from contract import limits
from crawler.rendering.chromium import WORLD, Page, Refused
from crawler.rendering.render_request import Cookie, RenderRequest

# The system that a mobile view reports.
MOBILE = "Linux; Android 10; K"
ELEMENT_LIMIT = Path(__file__).with_name("element_limit.js").read_text()


async def apply(page: Page, request: RenderRequest, watched: list[dict[str, str]]) -> None:
    """Apply all settings that the first request needs, and note the page's main frame.

    Commands that are still unanswered when the page moves to another process are lost: so wait for all answers.

    Args:
        watched: patterns of the requests to intercept.
    """
    send, view = page.send, request.view
    # A headless browser has no default language. Use English, as plain fetches do.
    languages = ",".join(request.languages or ("en",))
    user_agent = request.user_agent or page.user_agent
    if view and view.is_mobile and not request.user_agent:
        user_agent = user_agent.replace("X11; Linux x86_64", MOBILE).replace(" Safari/", " Mobile Safari/")
    commands = [
        send("Page.getFrameTree"),
        send("Page.enable"),
        send("Network.enable", maxTotalBufferSize=0, maxResourceBufferSize=0),
        send("Network.setBlockedURLs", urls=request.unloaded),
        *(_set_cookie(page, cookie) for cookie in request.cookies),
        send("Emulation.setDeviceMetricsOverride", **request.metrics),
        send("Emulation.setUserAgentOverride", userAgent=user_agent, acceptLanguage=languages),
    ]
    if watched:
        commands.append(send("Fetch.enable", patterns=watched))
    if view:
        source = f"{ELEMENT_LIMIT}({limits.VIEW_ELEMENTS_MAX})"
        commands.append(send("Page.addScriptToEvaluateOnNewDocument", source=source, worldName=WORLD))
    if view and view.is_dark:
        scheme = {"name": "prefers-color-scheme", "value": "dark"}
        commands.append(send("Emulation.setEmulatedMedia", features=[scheme]))
    if view and view.is_mobile:
        commands.append(send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5))
    if request.languages:
        commands.append(send("Emulation.setLocaleOverride", locale=request.languages[0]))
    tree, *_ = await asyncio.gather(*commands)
    page.frame = tree["frameTree"]["frame"]["id"]


async def _set_cookie(page: Page, cookie: Cookie) -> dict[str, Any]:
    """Set a cookie. One that the browser rejects is left out, as any browser would do."""
    try:
        return await page.send("Network.setCookie", **cookie.as_params())
    except Refused:
        return {}
