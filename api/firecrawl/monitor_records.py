"""Watches and their checks of ours as Firecrawl's monitors and checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from api.firecrawl import schedule_text
from contract.firecrawl import changes, monitor_checks

_KINDS = {"pages": "scrape", "site": "crawl", "search": "search"}
_TRIGGERS = {"schedule": "scheduled", "run": "manual"}
_CRAWL = (
    "limit",
    "includePaths",
    "excludePaths",
    "allowSubdomains",
    "allowExternalLinks",
    "ignoreQueryParameters",
    "sitemap",
)
_PAGE = (
    "onlyMainContent",
    "includeTags",
    "excludeTags",
    "waitFor",
    "timeout",
    "location",
    "removeBase64Images",
    "blockAds",
)


def monitor(watch: Mapping[str, Any], days: int, *, current_check_id: str | None = None) -> dict[str, Any]:
    """A monitor. `days`: how long its checks are kept."""
    options, last = watch["options"], watch["lastCheck"]
    shown = {
        "id": watch["id"], "name": watch["name"], "status": watch["status"],
        "schedule": schedule_text.shown(options["schedule"]), "nextRunAt": watch["nextCheckAt"],
        "lastRunAt": last and last["startedAt"], "currentCheckId": current_check_id, "targets": [_target(watch)],
        "retentionDays": days, "lastCheckSummary": last and monitor_checks.summary(last["summary"]), "judgeEnabled": False,
        "createdAt": watch["createdAt"], "updatedAt": (last and last["finishedAt"]) or watch["createdAt"],
    }  # fmt: skip
    if options.get("webhook"):
        shown["webhook"] = {"url": options["webhook"]["url"]}
    if options.get("emails"):
        email = {"enabled": True, "recipients": options["emails"], "includeDiffs": True}
        shown["notification"] = {"email": email}
    return shown


def _target(watch: Mapping[str, Any]) -> dict[str, Any]:
    """What is watched. A monitor has one target, with the id of the monitor."""
    options, kind = watch["options"], _KINDS[watch["kind"]]
    target: dict[str, Any] = {"id": watch["id"], "type": kind}
    if kind == "search":
        return {**target, "queries": [options["query"]]}
    if kind == "scrape":
        return {**target, "urls": options["urls"], "scrapeOptions": _pages(options, options.get("scrapeOptions", {}))}
    site = options["site"]
    crawl = {name: site[name] for name in _CRAWL if site.get(name) is not None}
    if "maxDepth" in site:
        crawl["maxDiscoveryDepth"] = site["maxDepth"]
    pages = _pages(options, site.get("scrapeOptions", {}))
    return {**target, "url": site["url"], "crawlOptions": crawl, "scrapeOptions": pages}


def _pages(options: Mapping[str, Any], pages: Mapping[str, Any]) -> dict[str, Any]:
    formats: list[Any] = ["markdown"]
    compare = options.get("compare", ["markdown"])
    if "json" in compare:
        modes = ["json", *(["git-diff"] if "markdown" in compare else [])]
        asked = {name: value for name, value in (pages.get("jsonOptions") or {}).items() if value is not None}
        formats.append({"type": "changeTracking", "modes": modes, **asked})
    return {"formats": formats, **{name: pages[name] for name in _PAGE if pages.get(name) is not None}}


def check(found: Mapping[str, Any]) -> dict[str, Any]:
    """A check, without its pages."""
    has_ended = found["finishedAt"] is not None
    billing = ("confirmed" if found["creditsUsed"] else "not_applicable") if has_ended else "reserved"
    return {
        "id": found["id"], "monitorId": found["watchId"],
        "status": monitor_checks.status(found["status"], found["error"], found["summary"]), "trigger": _TRIGGERS[found["trigger"]],
        "scheduledFor": found["scheduledFor"], "startedAt": None if found["status"] == "queued" else found["startedAt"],
        "finishedAt": found["finishedAt"], "actualCredits": found["creditsUsed"] if has_ended else None,
        "billingStatus": billing, "summary": monitor_checks.summary(found["summary"]), "error": found["error"],
        "createdAt": found["startedAt"], "updatedAt": found["finishedAt"] or found["startedAt"],
    }  # fmt: skip


def page(found: Mapping[str, Any], of_check: Mapping[str, Any]) -> dict[str, Any]:
    """A page of a check."""
    shown = {
        "id": str(uuid5(NAMESPACE_URL, f"{of_check['id']} {found['url']}")), "targetId": of_check["watchId"],
        "url": found["url"], "status": found["result"], "createdAt": of_check["finishedAt"] or of_check["startedAt"],
    }  # fmt: skip
    if found["result"] == "error":
        shown["error"] = found["description"]
    difference = changes.diff(found)
    return {**shown, "diff": difference} if difference else shown
