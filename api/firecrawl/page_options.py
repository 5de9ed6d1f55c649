"""Firecrawl's options of a page as ours: how it is fetched and read.

An unknown option is ignored, and a number beyond a limit of ours becomes the limit with a warning, so that a program that worked
continues to work. An option is refused when a call that ignores it would fetch, store or send what its caller wants to protect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from contract import limits

# When `maxAge` is omitted: Firecrawl's defaults.
_MAX_AGE_MS = {1: 0, 2: 172_800_000}
# The answer must arrive before a client stops waiting, and some clients wait for exactly their `timeout`.
_EARLIER_MS = 600
_SAME_NAME = ("onlyMainContent", "includeTags", "excludeTags", "headers", "removeBase64Images", "blockAds")
_NOT_POSSIBLE = "cannot be done by this service, so the call is refused"
_IGNORED = {
    "mobile": "mobile was ignored: pages are fetched as by a desktop browser.",
    "profile": "profile was ignored: no browser profile is kept.",
    "threatProtection": "threatProtection was ignored.",
    "checkPromptInjection": "checkPromptInjection was ignored: the page was not searched for instructions to models.",
}  # fmt: skip


def url_of(given: Any) -> Any:
    """A URL as it was sent, or with the scheme that Firecrawl adds where it is missing."""
    return f"http://{given}" if isinstance(given, str) and given.strip() and "://" not in given else given


def clamp(call: Call, name: str, value: Any, low: int, high: int) -> Any:
    """A number within limits of ours. What is not a number is returned as it is, and refused by our interface."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    if value > high:
        call.warn(f"{name} was reduced to {high}, the maximum of this service.")
    if value < low:
        call.warn(f"{name} was raised to {low}, the minimum of this service.")
    return int(min(max(value, low), high))


def require_no_leak(options: Mapping[str, Any]) -> None:
    """Refuse options that protect data and that this service does not have.

    Raises:
        Refused: one of them is set.
    """
    for name in ("zeroDataRetention", "redactPII"):
        if options.get(name):
            raise bad_request(name, _NOT_POSSIBLE)


def require_cache_use(options: Mapping[str, Any], what: str) -> None:
    """Refuse options that forbid to fetch or to store a page, for work that does both. `what` names it, in the plural.

    Raises:
        Refused: one of them is set.
    """
    if options.get("lockdown"):
        raise bad_request("lockdown", f"{_NOT_POSSIBLE}: {what} fetch what is not cached")
    if options.get("storeInCache") is False:
        raise bad_request("storeInCache", f"{_NOT_POSSIBLE}: {what} store their captures")


def of_page(call: Call, given: Mapping[str, Any], *, many_pages: bool = False) -> dict[str, Any]:
    """Our options of one scrape or (`many_pages`) of each page of a job, without formats.

    Raises:
        Refused: an option cannot be done.
    """
    require_no_leak(given)
    for name, sentence in _IGNORED.items():
        if given.get(name):
            call.warn(sentence)
    options = {name: given[name] for name in _SAME_NAME if given.get(name) is not None}
    # Firecrawl's Markdown has links and images.
    options |= {"includeLinks": True, "preferStructure": True}
    options |= _times(call, given, earlier=not many_pages)
    options |= _waiting(call, given)
    if isinstance(location := given.get("location"), Mapping):
        options["location"] = _location(location)
    _warn_of_parsers(call, given.get("parsers"))
    return options | _caching(call, given, many_pages=many_pages)


def _times(call: Call, given: Mapping[str, Any], *, earlier: bool) -> dict[str, Any]:
    max_age = given.get("maxAge")
    if max_age is None:
        max_age = limits.MAX_AGE_MAX_MS if is_cache_only(given) else _MAX_AGE_MS[call.version]
    times = {"maxAge": clamp(call, "maxAge", max_age, 0, limits.MAX_AGE_MAX_MS)}
    if (timeout := given.get("timeout")) is not None:
        timeout = clamp(call, "timeout", timeout, limits.TIMEOUT_MIN_MS, limits.TIMEOUT_MAX_MS)
        if earlier and isinstance(timeout, int):
            timeout = max(limits.TIMEOUT_MIN_MS, timeout - _EARLIER_MS)
        times["timeout"] = timeout
    return times


def _waiting(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    """`waitFor`, and the actions that only wait. Other actions are refused: without them the document is another one."""
    wait = given.get("waitFor") or 0
    actions = given.get("actions") or []
    if not isinstance(actions, list):
        raise bad_request("actions", "must be a list")
    for action in actions:
        kind = action.get("type") if isinstance(action, Mapping) else None
        milliseconds = action.get("milliseconds") if kind == "wait" else None
        if not isinstance(milliseconds, int):
            name = str(kind)[:50]
            raise bad_request("actions", f"{name} {_NOT_POSSIBLE}: only wait with milliseconds is possible")
        wait = wait + milliseconds if isinstance(wait, int) else wait
    return {"waitFor": clamp(call, "waitFor", wait, 0, limits.WAIT_FOR_MAX_MS)} if wait else {}


def _location(given: Mapping[str, Any]) -> dict[str, Any]:
    location = {name: given[name] for name in ("country", "languages") if given.get(name)}
    if isinstance(location.get("country"), str):
        location["country"] = location["country"].upper()
    return location


def _warn_of_parsers(call: Call, parsers: Any) -> None:
    if parsers == []:
        call.warn("parsers was ignored: a PDF is returned as Markdown, never as base64.")
    for each in parsers if isinstance(parsers, list) else ():
        if isinstance(each, Mapping) and (each.get("maxPages") or each.get("pages")):
            call.warn("maxPages and pages of parsers were ignored: all pages of a PDF are read.")


def is_cache_only(given: Mapping[str, Any]) -> bool:
    """Whether a scrape must not fetch the page."""
    return bool(given.get("lockdown")) or given.get("minAge") is not None


def _caching(call: Call, given: Mapping[str, Any], *, many_pages: bool) -> dict[str, Any]:
    cache_only = is_cache_only(given)
    store = given.get("storeInCache")
    if many_pages:
        require_cache_use(given, "jobs of many pages")
        if cache_only:
            call.warn("minAge was ignored: jobs of many pages fetch what is not cached.")
        return {}
    return {**({"cacheOnly": True} if cache_only else {}), **({} if store is None else {"storeInCache": store})}
