"""Our results as Firecrawl's documents.

Clients check the types of `metadata`: one wrong type turns it into a plain object. So a fact is left out when it is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from contract.firecrawl import changes

_SAME_NAME = ("markdown", "html", "rawHtml", "summary", "attributes", "warning")


def of(result: Mapping[str, Any], *, json_name: str = "json") -> dict[str, Any]:
    """The document of a scrape's result. `json_name` is what the client calls the format `json`."""
    document = {name: result[name] for name in _SAME_NAME if result.get(name) is not None}
    if (links := result.get("links")) is not None:
        document["links"] = [*links["internal"], *links["external"]]
    if (images := result.get("images")) is not None:
        document["images"] = [image["src"] for image in images]
    if "json" in result:
        document[json_name] = result["json"]
    if (found := result.get("changes")) is not None and found["result"] != "error":
        document["changeTracking"] = _tracked(found)
    return {**document, "metadata": metadata(result)}


def _tracked(found: Mapping[str, Any]) -> dict[str, Any]:
    """The member `changeTracking`. Whether a page is still linked is not known, so all are `visible`."""
    tracked: dict[str, Any] = {
        "previousScrapeAt": found["previousAt"], "changeStatus": found["result"], "visibility": "visible",
    }  # fmt: skip
    if difference := changes.text(found):
        tracked["diff"] = difference
    if values := changes.fields(found):
        tracked["json"] = values
    return tracked


def metadata(result: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a document, from the result of any operation on one page."""
    declared = result.get("metadata") or {}
    status = result["status"]
    facts = {
        "title": declared.get("title"),
        "description": declared.get("description"),
        "language": declared.get("language"),
        "author": declared.get("author"),
        "ogTitle": declared.get("title"),
        "ogDescription": declared.get("description"),
        "ogSiteName": declared.get("siteName"),
        "ogImage": declared.get("image"),
        "publishedTime": declared.get("publishedTime"),
        "usageTerms": declared.get("usageTerms"),
        "sourceURL": result["url"],
        "url": result["finalUrl"],
        "statusCode": status,
        "error": _phrase(status) if status >= 400 else None,
        "proxyUsed": "basic",
        "cacheState": "hit" if result["cached"] else "miss",
        "creditsUsed": result["usage"]["creditsUsed"],
    }
    return {name: value for name, value in facts.items() if value is not None}


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"HTTP {status}"
