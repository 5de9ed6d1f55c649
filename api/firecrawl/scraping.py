"""`POST /scrape`: one page. A scrape of ours, and beside it what Firecrawl has as formats: screenshot and branding."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from api.firecrawl import branding, formats, page_options
from api.firecrawl.call import Call
from api.firecrawl.failures import Refused, bad_request
from api.firecrawl.formats import Formats
from api.firecrawl.page_options import clamp, url_of
from contract import limits
from contract.firecrawl import documents
from contract.operations import SCRAPE, SCREENSHOT

_NO_CACHED_DATA = {"lockdown": "SCRAPE_LOCKDOWN_CACHE_MISS", "minAge": "SCRAPE_NO_CACHED_DATA"}


async def scrape(call: Call) -> dict[str, Any]:
    """The document of one page."""
    if call.body.get("alexandria"):
        # Firecrawl's client calls its catalogue of tools here, without a URL.
        raise bad_request("alexandria", "is not part of this service")
    requested = formats.read(call.body.get("formats"), call.body)
    options = {"url": url_of(call.body.get("url")), **page_options.of_page(call, call.body)}
    if requested.screenshot is not None or requested.branding:
        _check_separate(call)
    try:
        document = await _document(call, requested, options)
    except Refused as refused:
        raise _without_cached_data(call, refused) from refused
    warning = " ".join(filter(None, [document.get("warning"), *call.warnings]))
    if warning:
        document["warning"] = warning
    return {"success": True, **call.warning(), "data": document}


def _check_separate(call: Call) -> None:
    """Refuse options that the formats of separate operations would not obey, and name those that they ignore.

    Raises:
        Refused: one forbids to fetch or to store the page.
    """
    what = "screenshot and branding"
    page_options.require_cache_use(call.body, what)
    if page_options.is_cache_only(call.body):
        raise bad_request("minAge", f"cannot be combined with {what}, which fetch the page")
    for name in ("headers", "location"):
        if call.body.get(name):
            call.warn(f"{name} was ignored for {what}.")


def _without_cached_data(call: Call, refused: Refused) -> Refused:
    """A refusal with the code of a cache that has no capture, if it is one."""
    if refused.status == 404:
        refused.code = next((code for name, code in _NO_CACHED_DATA.items() if call.body.get(name)), refused.code)
    return refused


async def _document(call: Call, requested: Formats, options: dict[str, Any]) -> dict[str, Any]:
    """The document with all formats. The scrape comes first: its failure costs nothing."""
    document: dict[str, Any] | None = None
    deadline = _Deadline(options.get("timeout"))
    if requested.is_scraped:
        document = await _scraped(call, requested, options)
    for name, make in _others(call, requested, options).items():
        try:
            value, result = await make(deadline)
        except Refused as refused:
            if document is None:
                raise
            call.warn(f"{name} is missing: {refused.error}")
            continue
        if document is None:
            document = {"metadata": documents.metadata(result)} if "status" in result else _of_brand(options, result)
        else:
            document["metadata"]["creditsUsed"] += result["usage"]["creditsUsed"]
        document[name] = value
    if document is None:
        # `formats: []`: only facts about the page.
        document = await _scraped(call, requested, options)
    return document


class _Deadline:
    """What is left of the caller's `timeout`, in milliseconds."""

    def __init__(self, timeout_ms: Any) -> None:
        self._timeout_ms = timeout_ms if isinstance(timeout_ms, int) else None
        self._started = time.monotonic()

    def left(self) -> dict[str, int]:
        """The option `timeout`, if the caller has set one."""
        if self._timeout_ms is None:
            return {}
        passed_ms = int(1000 * (time.monotonic() - self._started))
        return {"timeout": max(limits.TIMEOUT_MIN_MS, self._timeout_ms - passed_ms)}


async def _scraped(call: Call, requested: Formats, options: dict[str, Any]) -> dict[str, Any]:
    """The document of a scrape of ours."""
    result = (await call.run(SCRAPE, {**options, **requested.sent()}))["data"]
    return requested.only_requested(documents.of(result, json_name=requested.json_name))


def _others(call: Call, requested: Formats, options: dict[str, Any]) -> dict[str, Any]:
    """By name, what makes the formats that are separate operations: (value, result of the operation)."""

    async def screenshot(deadline: _Deadline) -> tuple[str, dict[str, Any]]:
        sent = _screenshot_options(call, requested.screenshot or {}, options)
        result = (await call.run(SCREENSHOT, {**sent, **deadline.left()}))["data"]
        return f"data:image/{result['format']};base64,{result['image']}", result

    async def brand(_: _Deadline) -> tuple[dict[str, Any], dict[str, Any]]:
        return await branding.look_up(call, options["url"])

    made = {"screenshot": screenshot, "branding": brand}
    asked = {"screenshot": requested.screenshot is not None, "branding": requested.branding}
    return {name: made[name] for name, is_asked in asked.items() if is_asked}


def _screenshot_options(call: Call, given: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    sent: dict[str, Any] = {name: options[name] for name in ("url", "waitFor") if name in options}
    sent["fullPage"] = bool(given.get("fullPage"))
    # A screenshot of ours is made anew unless `maxAge` is set, as a format of Firecrawl's is by the page's `maxAge`.
    sent["maxAge"] = options["maxAge"]
    viewport = given.get("viewport")
    if isinstance(viewport, Mapping):
        width = clamp(call, "width", viewport.get("width", 1440), limits.VIEWPORT_WIDTH_MIN, limits.VIEWPORT_WIDTH_MAX)
        height = clamp(
            call, "height", viewport.get("height", 900), limits.VIEWPORT_HEIGHT_MIN, limits.VIEWPORT_HEIGHT_MAX
        )
        sent["viewport"] = {"width": width, "height": height}
    if call.body.get("mobile"):
        sent["mobile"] = True
    return sent


def _of_brand(options: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """A document that only has a brand."""
    facts = {"sourceURL": options["url"], "url": result["url"], "creditsUsed": result["usage"]["creditsUsed"]}
    return {"metadata": {**facts, "statusCode": 200, "proxyUsed": "basic"}}
