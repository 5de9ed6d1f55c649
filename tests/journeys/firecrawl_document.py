"""An OpenAPI document of `/v2` for generated calls: its paths, loose bodies, the shape of answers, and links from ids to calls.

Firecrawl's own document is not used: it allows bodies for which pages of the web would be fetched.
"""

from __future__ import annotations

from typing import Any

JSON = "application/json"
ANYTHING: dict[str, Any] = {"type": ["null", "boolean", "integer", "string", "array", "object"]}
FAILURE = {
    "type": "object", "required": ["success", "error"],
    "properties": {"success": {"const": False}, "error": {"type": "string", "minLength": 1}},
}  # fmt: skip
SUCCESS = {"type": "object", "properties": {"success": {"const": True}}}
FAILURES = ("400", "402", "403", "404", "405", "408", "409", "413", "415", "429")


def document(page: str) -> dict[str, Any]:
    """The document; every address that it allows is this page with another query, or none."""
    url = {"enum": [page, f"{page}?a=1", f"{page}?b=2", "http://", "x", None, 7]}
    urls = {"type": "array", "items": url, "maxItems": 3}
    formats = {
        "type": "array", "maxItems": 4,
        "items": {"enum": ["markdown", "html", "rawHtml", "links", "x", {"type": "json"}, {"type": "changeTracking"}, 5]},
    }  # fmt: skip
    page_options = {
        "formats": formats,
        "onlyMainContent": ANYTHING,
        "maxAge": ANYTHING,
        "includeTags": ANYTHING,
        "headers": ANYTHING,
    }
    scrape = {"url": url, **page_options}
    crawl = {
        "url": url, "limit": {"enum": [1, 2, 0, -1, "3", None]}, "maxDiscoveryDepth": ANYTHING, "scrapeOptions": body(page_options),
        "includePaths": ANYTHING, "excludePaths": ANYTHING, "sitemap": ANYTHING, "delay": {"enum": [0, None, "x"]},
    }  # fmt: skip
    target = body({"type": {"enum": ["scrape", "crawl", "x"]}, "urls": urls, "url": url})
    monitor = {
        "name": ANYTHING, "schedule": {"enum": [{"cron": "0 0 1 1 *", "timezone": "UTC"}, {"text": "yearly"}, "x", None]},
        "targets": {"type": "array", "maxItems": 2, "items": target},
        "retentionDays": ANYTHING, "status": {"enum": ["active", "paused", "x"]},
    }  # fmt: skip
    batch = {"urls": urls, "ignoreInvalidURLs": ANYTHING, **page_options}
    job = {"id": "$response.body#/id"}
    monitors = {"id": "$response.body#/data/id"}
    checks = {"id": "$request.path.id", "checkId": "$response.body#/data/0/id"}
    of_monitors = ["getMonitor", "patchMonitor", "deleteMonitor", "runMonitor", "getChecks"]
    paths: dict[str, dict[str, Any]] = {
        "/v2/scrape": {"post": call("scrape", scrape)},
        "/v2/map": {"post": call("map", {"url": url, "limit": ANYTHING, "search": ANYTHING, "sitemap": ANYTHING})},
        "/v2/search": {"post": call("search", {"query": ANYTHING, "limit": ANYTHING, "sources": ANYTHING})},
        "/v2/crawl": {"post": call("crawl", crawl, job, ["getCrawl", "getCrawlErrors", "cancelCrawl"])},
        "/v2/crawl/active": {"get": call("activeCrawls")},
        "/v2/crawl/{id}": {"get": call("getCrawl"), "delete": call("cancelCrawl")},
        "/v2/crawl/{id}/errors": {"get": call("getCrawlErrors")},
        "/v2/batch/scrape": {"post": call("batch", batch, job, ["getBatch", "getBatchErrors", "cancelBatch"])},
        "/v2/batch/scrape/{id}": {"get": call("getBatch"), "delete": call("cancelBatch")},
        "/v2/batch/scrape/{id}/errors": {"get": call("getBatchErrors")},
        "/v2/extract": {"post": call("extract", {"urls": urls, "prompt": ANYTHING, "schema": ANYTHING}, job, ["getExtract"])},
        "/v2/extract/{id}": {"get": call("getExtract")},
        "/v2/monitor": {"post": call("createMonitor", monitor, monitors, of_monitors), "get": call("listMonitors")},
        "/v2/monitor/{id}": {"get": call("getMonitor"), "patch": call("patchMonitor", monitor), "delete": call("deleteMonitor")},
        "/v2/monitor/{id}/run": {"post": call("runMonitor")},
        "/v2/monitor/{id}/checks": {"get": call("getChecks", None, checks, ["getCheck"])},
        "/v2/monitor/{id}/checks/{checkId}": {"get": call("getCheck")},
        "/v2/team/credit-usage": {"get": call("creditUsage")},
        "/v2/team/queue-status": {"get": call("queueStatus")},
        "/v2/concurrency-check": {"get": call("concurrency")},
    }  # fmt: skip
    for path, item in paths.items():
        item["parameters"] = [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "pattern": "^[a-z0-9-]+$"},
            }
            for name in ("id", "checkId")
            if f"{{{name}}}" in path
        ]
    return {"openapi": "3.1.0", "info": {"title": "v2", "version": "2"}, "paths": paths}


def body(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with these members, none of which is required."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


def call(
    name: str, sent: dict[str, Any] | None = None, ids: dict[str, str] | None = None, targets: list[str] | None = None
) -> dict[str, Any]:
    """An operation: what is sent, and which calls take the ids of its answer."""
    links = {target: {"operationId": target, "parameters": ids} for target in targets or ()}
    found: dict[str, Any] = {
        "operationId": name,
        "responses": {
            "200": {"description": "", "content": {JSON: {"schema": SUCCESS}}, "links": links},
            **{status: {"description": "", "content": {JSON: {"schema": FAILURE}}} for status in FAILURES},
        },
    }
    if sent is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": body(sent)}}}
    return found
