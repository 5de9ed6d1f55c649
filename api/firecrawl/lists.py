"""`POST /map` and `POST /search`: URLs of a site, and results of a search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.firecrawl import formats, page_options
from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from api.firecrawl.page_options import clamp, url_of
from contract import limits
from contract.firecrawl import documents
from contract.operations import MAP, SEARCH

_RANGES = {"qdr:h": "day", "qdr:d": "day", "qdr:w": "week", "qdr:m": "month", "qdr:y": "year"}
_DEFAULT_LIMIT = {1: 5, 2: 10}


async def map_site(call: Call) -> dict[str, Any]:
    """The URLs of a site: objects, and in version 1 strings."""
    given = call.body
    page_options.require_no_leak(given)
    options: dict[str, Any] = {"url": url_of(given.get("url")), **_sitemap(given)}
    if given.get("limit") is not None:
        options["limit"] = clamp(call, "limit", given["limit"], 1, limits.MAP_LIMIT_MAX)
    for name in ("includeSubdomains", "ignoreQueryParameters", "search"):
        if given.get(name) is not None and given[name] != "":
            options[name] = given[name]
    result = (await call.run(MAP, options))["data"]
    titles = result.get("titles") or {}
    listed = [{"url": link, **({"title": titles[link]} if link in titles else {})} for link in result["links"]]
    shown = result["links"] if call.version == 1 else listed
    return {"success": True, "links": shown, **call.warning()}


def _sitemap(given: Mapping[str, Any]) -> dict[str, Any]:
    """Firecrawl's `include` means the sitemaps and the links of the start page."""
    if given.get("ignoreSitemap"):
        return {"sitemap": "skip"}
    if given.get("sitemapOnly"):
        return {"sitemap": "only"}
    sitemap = given.get("sitemap") or "include"
    return {"sitemap": sitemap, "includeLinks": True} if sitemap == "include" else {"sitemap": sitemap}


async def search(call: Call) -> dict[str, Any]:
    """The results of a search, with their documents if `scrapeOptions` is given."""
    given = call.body
    page_options.require_no_leak(given)
    if given.get("enterprise"):
        # Modes in which the query is not stored, or not shown to the search engine with its sender.
        raise bad_request("enterprise", "cannot be done by this service, so the call is refused")
    limit = given.get("limit")
    limit = _DEFAULT_LIMIT[call.version] if limit is None else limit
    options: dict[str, Any] = {
        "query": given.get("query"), "limit": clamp(call, "limit", limit, 1, limits.SEARCH_LIMIT_MAX),
    }  # fmt: skip
    if isinstance(country := given.get("country"), str) and country:
        options["country"] = country.upper()
    for name in ("includeDomains", "excludeDomains"):
        if given.get(name):
            options[name] = given[name]
    options |= _time_range(call, given.get("tbs"))
    options |= _scraping(call, given.get("scrapeOptions"))
    _warn(call, given)
    result = (await call.run(SEARCH, options))["data"]
    found = [_item(entry) for entry in result["results"]]
    used = {"creditsUsed": result["usage"]["creditsUsed"], **call.warning()}
    return {"success": True, "data": found if call.version == 1 else {"web": found}, **used}


def _time_range(call: Call, tbs: Any) -> dict[str, Any]:
    if not tbs:
        return {}
    if (known := _RANGES.get(str(tbs))) is None:
        call.warn("tbs was ignored: only qdr:d, qdr:w, qdr:m and qdr:y are possible.")
        return {}
    return {"timeRange": known}


def _scraping(call: Call, given: Any) -> dict[str, Any]:
    """The options that scrape each result, if it is asked for."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise bad_request("scrapeOptions", "must be a JSON object")
    if given.get("formats") == []:
        return {}
    requested = formats.read(given.get("formats"), given, many_pages=True)
    return {"scrapeResults": True, "scrapeOptions": {**page_options.of_page(call, given), **requested.sent()}}


def _warn(call: Call, given: Mapping[str, Any]) -> None:
    sources = given.get("sources")
    for source in sources if isinstance(sources, list) else ():
        name = source.get("type") if isinstance(source, Mapping) else source
        if name in ("news", "images"):
            call.warn(f"The source {name} was left out: this service searches web pages.")
    for name in ("categories", "location", "filter"):
        if given.get(name):
            call.warn(f"{name} was ignored.")


def _item(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A result. Clients that make a document of it read its URL and title from `metadata`."""
    item = {
        "url": entry["url"], "title": entry["title"], "description": entry["snippet"], "position": entry["rank"],
    }  # fmt: skip
    if (data := entry.get("data")) is None:
        return {**item, **({"error": entry["error"]} if entry.get("error") else {})}
    document = documents.of(data)
    document["metadata"] = {"title": entry["title"], "description": entry["snippet"], **document["metadata"]}
    return {**item, **document}
