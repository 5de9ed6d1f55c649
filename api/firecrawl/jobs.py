"""Crawls and batches: their start, status, errors, the running ones, and cancellation.

Firecrawl counts only completed pages in `total` when a job has ended; failed pages are in `/errors`. `next` is sent only when a
further document exists, because clients follow it also while the job runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from marshmallow import ValidationError

from api.firecrawl import formats, page_options, webhook_form
from api.firecrawl.call import Call
from api.firecrawl.crawl_scope import patterns
from api.firecrawl.failures import Refused, bad_request
from api.firecrawl.page_options import clamp, url_of
from contract import limits
from contract.fields.cursor import PAGE_POSITION, Cursor
from contract.fields.url import HttpUrl
from contract.firecrawl import documents, webhook
from contract.operations import BATCH, CRAWL, Operation
from contract.results.page_entry import ROBOTS_DISALLOWED
from contract.results.timestamps import timestamp

# What an answer with documents holds, as at Firecrawl: their number, and their bytes.
DOCUMENTS_MAX = 100
BYTES_MAX = 10_485_760
_NAMES = {CRAWL.name: "crawl", BATCH.name: "batch/scrape"}
_WORDS = {"running": "scraping"}
_WITHOUT_EFFECT = {
    "prompt": "prompt was ignored: options of a crawl are not made from text.",
    "ignoreRobotsTxt": "ignoreRobotsTxt was ignored: crawls obey robots.txt as the operator has set.",
    "robotsUserAgent": "robotsUserAgent was ignored.",
    "delay": "delay was ignored: the service limits requests per host, and obeys Crawl-delay.",
    "maxConcurrency": "maxConcurrency was ignored: the service limits requests per host.",
}


async def start_crawl(call: Call) -> dict[str, Any]:
    """The acknowledgement of a crawl."""
    options = crawl_options(call, call.body, limit_max=limits.CRAWL_LIMIT_MAX)
    return await _start(call, CRAWL, options, call.body.get("scrapeOptions") or {})


def crawl_options(call: Call, given: Mapping[str, Any], *, limit_max: int) -> dict[str, Any]:
    """Our options of a crawl, without those of its pages.

    Raises:
        Refused: an option cannot be done.
    """
    url = url_of(given.get("url"))
    page_options.require_no_leak(given)
    _warn(call, given, ("prompt", "ignoreRobotsTxt", "robotsUserAgent", "delay", "maxConcurrency"))
    whole_site = bool(given.get("crawlEntireDomain") or given.get("allowBackwardLinks"))
    options: dict[str, Any] = {"url": url, **patterns(call, url, given, whole_site=whole_site)}
    limit = given.get("limit")
    options["limit"] = limit_max if limit is None else clamp(call, "limit", limit, 1, limit_max)
    if (depth := given.get("maxDiscoveryDepth", given.get("maxDepth"))) is not None:
        options["maxDepth"] = clamp(call, "maxDiscoveryDepth", depth, 0, limits.CRAWL_DEPTH_MAX)
    options |= {
        name: given[name]
        for name in ("allowSubdomains", "allowExternalLinks", "ignoreQueryParameters")
        if given.get(name) is not None
    }
    options["sitemap"] = _sitemap(call, given)
    return options


async def start_batch(call: Call) -> dict[str, Any]:
    """The acknowledgement of a batch, with the URLs that are not valid."""
    given = call.body
    if given.get("appendToId"):
        raise bad_request("appendToId", "cannot be done by this service: start another batch")
    _warn(call, given, ("maxConcurrency",))
    urls, invalid = _split(call, given.get("urls"))
    if given.get("ignoreInvalidURLs") is False:
        urls, invalid = [url_of(url) for url in given.get("urls") or []], []
    if invalid and not urls:
        raise bad_request("urls", "contains no valid URL")
    return {**await _start(call, BATCH, {"urls": urls}, given), **({"invalidURLs": invalid} if invalid else {})}


async def _start(
    call: Call, operation: Operation, options: dict[str, Any], page: Any
) -> dict[str, Any]:  # fmt: skip
    if not isinstance(page, Mapping):
        raise bad_request("scrapeOptions", "must be a JSON object")
    requested = formats.read(page.get("formats"), page, many_pages=True)
    options["scrapeOptions"] = {**page_options.of_page(call, page, many_pages=True), **requested.sent()}
    form = None
    if call.body.get("webhook"):
        options["webhook"], form = _webhook(call.body["webhook"])
    assert operation.id_field is not None
    job_id = (await call.run(operation, options, webhook_form=form))[f"{operation.name}Id"]
    return {"success": True, "id": job_id, "url": _url(call, operation, job_id), **call.warning()}


def _webhook(given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """(our option `webhook`, what is stored beside it so that its events have Firecrawl's form)."""
    hook, form = webhook_form.read(given, webhook.EVENTS)
    asked = form["events"]
    ours = {"page": "page" in asked, "completed": "completed" in asked or "failed" in asked}
    option = {"url": hook.get("url"), "events": [name for name, is_asked in ours.items() if is_asked]}
    if hook.get("headers"):
        option["headers"] = hook["headers"]
    return option, form


def _warn(call: Call, given: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if given.get(name):
            call.warn(_WITHOUT_EFFECT[name])


def _sitemap(call: Call, given: Mapping[str, Any]) -> Any:
    if given.get("ignoreSitemap"):
        return "skip"
    if given.get("sitemap") == "only":
        call.warn("sitemap: a crawl here also follows links, so `only` was read as `include`.")
        return "include"
    return given.get("sitemap") or "include"


def _split(call: Call, given: Any) -> tuple[list[str], list[str]]:
    """(URLs that may be fetched, the other ones)."""
    if not isinstance(given, list):
        raise bad_request("urls", "must be a list")
    good: list[str] = []
    bad: list[str] = []
    for each in given:
        try:
            url = HttpUrl().deserialize(url_of(each))
        except ValidationError:
            bad.append(str(each))
            continue
        (bad if call.policy.refuses(url) else good).append(url)
    return good, bad


def _url(call: Call, operation: Operation, job_id: str) -> str:
    return f"{call.base_url}/v{call.version}/{_NAMES[operation.name]}/{job_id}"


async def crawl_status(call: Call) -> dict[str, Any]:
    """Counters and documents of a crawl. In version 1 also of a batch: Firecrawl's JavaScript client reads those here."""
    try:
        return await _status(call, CRAWL)
    except Refused as refused:
        if refused.status != 404 or call.version != 1:
            raise
    return await _status(call, BATCH)


async def batch_status(call: Call) -> dict[str, Any]:
    """Counters and documents of a batch."""
    return await _status(call, BATCH)


async def _status(call: Call, operation: Operation) -> dict[str, Any]:
    size = call.number("limit", DOCUMENTS_MAX, 1, DOCUMENTS_MAX)
    cursor = await _begin(call, operation)
    status = await _part(call, operation, size, cursor)
    found = [documents.of(page["data"]) for page in status["pages"] if page.get("data")]
    body = progress(status)
    if (after := status["nextCursor"]) and await _follows(call, operation, status, after):
        body["next"] = f"{_url(call, operation, call.job_id)}?cursor={after}&limit={size}"
    return {**body, "data": found}


def progress(status: Mapping[str, Any]) -> dict[str, Any]:
    """The counters of a job, from its status."""
    is_running = status["status"] == "running"
    started = datetime.fromisoformat(status["finishedAt"] or status["createdAt"])
    body = {
        "success": True,
        "status": _WORDS.get(status["status"], status["status"]),
        "total": status["total"] - status["failed"] if is_running else status["completed"],
        "completed": status["completed"],
        "creditsUsed": status["creditsUsed"],
        "expiresAt": timestamp(started + timedelta(seconds=limits.JOB_RETENTION_SECONDS)),
    }
    return {**body, "error": status["error"]} if status["error"] else body


async def _begin(call: Call, operation: Operation) -> str | None:
    """The cursor that the query names, or that follows the first `skip` documents."""
    if (cursor := call.query.get("cursor")) is not None:
        try:
            return Cursor(PAGE_POSITION).deserialize(cursor)
        except ValidationError as error:
            raise bad_request("cursor", "is not valid") from error
    skip = call.number("skip", 0, 0, limits.CRAWL_LIMIT_MAX)
    if not skip:
        return None
    passed = await call.get(call.path_of(operation), limit=skip, status="completed", includeData="false")
    if passed["nextCursor"]:
        return str(passed["nextCursor"])
    raise Refused(400, f"skip: the {operation.name} has {len(passed['pages'])} documents")


async def _part(call: Call, operation: Operation, size: int, cursor: str | None) -> dict[str, Any]:
    """The status with up to `size` completed pages, or with as many as an answer may hold."""
    while True:
        try:
            return await call.get(
                call.path_of(operation),
                bytes_max=BYTES_MAX if size > 1 else None,
                limit=size,
                cursor=cursor,
                status="completed",
            )
        except Refused as refused:
            if refused.status != 413 or size == 1:
                raise
            size = max(1, size // 4)


async def _follows(call: Call, operation: Operation, status: Mapping[str, Any], after: str) -> bool:
    """Whether another completed page exists. The cursor of a running job only says where it would be."""
    if status["status"] != "running":
        return True
    if not status["pages"]:
        return False
    further = await call.get(call.path_of(operation), limit=1, cursor=after, status="completed", includeData="false")
    return bool(further["pages"])


async def crawl_errors(call: Call) -> dict[str, Any]:
    """The failed pages of a crawl."""
    return await _errors(call, CRAWL)


async def batch_errors(call: Call) -> dict[str, Any]:
    """The failed pages of a batch."""
    return await _errors(call, BATCH)


async def _errors(call: Call, operation: Operation) -> dict[str, Any]:
    status = await call.get(call.path_of(operation), status="failed", includeData="false")
    blocked = [page["url"] for page in status["pages"] if page["errorCode"] == ROBOTS_DISALLOWED]
    failed = [page for page in status["pages"] if page["errorCode"] != ROBOTS_DISALLOWED]
    listed = [
        {
            "id": f"{call.job_id}-{number}", "timestamp": None, "url": page["url"], "code": page["errorCode"],
            "error": page["error"],
        }
        for number, page in enumerate(failed)
    ]  # fmt: skip
    return {"errors": listed, "robotsBlocked": blocked}


async def active_crawls(call: Call) -> dict[str, Any]:
    """The running crawls of the workspace."""
    team = (await call.get("/v1/account"))["data"]["workspaceId"]
    listed = (await call.get("/v1/jobs", kind="crawl", status="running", limit=limits.LISTED_MAX))["jobs"]
    crawls = [{"id": job["id"], "teamId": team, "url": job["url"] or "", "options": {}} for job in listed]
    return {"success": True, "crawls": crawls}


async def cancel_crawl(call: Call) -> dict[str, Any]:
    """The end of a crawl."""
    return await _cancel(call, CRAWL)


async def cancel_batch(call: Call) -> dict[str, Any]:
    """The end of a batch."""
    return await _cancel(call, BATCH)


async def _cancel(call: Call, operation: Operation) -> dict[str, Any]:
    path = call.path_of(operation)
    before = await call.get(path, limit=1, includeData="false")
    if before["status"] == "running" and (await call.delete(path))["status"] == "cancelled":
        return {"success": True, "status": "cancelled"}
    raise Refused(409, f"The {operation.name} has already ended.")
