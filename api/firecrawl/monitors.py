"""Firecrawl's monitors: our watches, with their checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from api.firecrawl import monitor_options, monitor_records
from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from contract import limits
from contract.declare import load, stored
from contract.operation_rows.watch import PATH
from contract.options.watch import WatchOptions

LISTED, LISTED_MAX = 25, 100
# The options that say what is watched. A watch keeps them.
_WATCHED = ("urls", "site", "query", "compare", "scrapeOptions")


async def create(call: Call) -> dict[str, Any]:
    """The monitor that was created. Its first check starts at once."""
    options = monitor_options.common(call)
    options.pop("status", None)
    if "schedule" not in options:
        raise bad_request("schedule", "is required")
    options |= monitor_options.watched(call, call.body.get("targets"))
    form = _put_webhook(call, options)
    made = (await call.change("POST", PATH, options, webhook_form=form))["data"]
    if call.body.get("status") == "paused":
        made = (await call.change("PATCH", f"{PATH}/{made['id']}", {"status": "paused"}))["data"]
    return _monitor(call, made)


async def update(call: Call) -> dict[str, Any]:
    """The monitor after a change."""
    options = monitor_options.common(call)
    if call.body.get("targets") is not None:
        await _require_same_targets(call)
    form = _put_webhook(call, options)
    return _monitor(call, (await call.change("PATCH", _path(call), options, webhook_form=form))["data"])


def _put_webhook(call: Call, options: dict[str, Any]) -> Mapping[str, Any] | None:
    """Add the webhook to our options, if the call has one. Returns the form of its events."""
    if "webhook" not in call.body:
        return None
    options["webhook"], form = None, None
    if call.body["webhook"]:
        options["webhook"], form = monitor_options.webhook_of(call.body["webhook"])
    return form


async def _require_same_targets(call: Call) -> None:
    """Refuse other targets than the monitor has: what is known of its pages would be compared with other pages."""
    current = (await call.get(_path(call)))["data"]["options"]
    asked = {"schedule": current["schedule"], **monitor_options.watched(call, call.body["targets"])}
    if _about(stored(load(WatchOptions, asked))) != _about(stored(load(WatchOptions, current))):
        raise bad_request("targets", "cannot be changed: create another monitor")


def _about(options: Mapping[str, Any]) -> dict[str, Any]:
    """What is watched. Headers are not shown of a watch, so they are not compared."""
    about = {name: options[name] for name in _WATCHED if name in options}
    for group in (about.get("scrapeOptions"), (about.get("site") or {}).get("scrapeOptions")):
        if group is not None:
            group.pop("headers", None)
    return about


async def get(call: Call) -> dict[str, Any]:
    """A monitor."""
    watch = (await call.get(_path(call)))["data"]
    running = None
    if watch["isChecking"]:
        newest = (await call.get(f"{_path(call)}/checks", limit=1))["checks"]
        running = next((each["id"] for each in newest if each["finishedAt"] is None), None)
    return _monitor(call, watch, running)


def _monitor(call: Call, watch: Mapping[str, Any], running: str | None = None) -> dict[str, Any]:
    shown = monitor_records.monitor(watch, call.watch_days, current_check_id=running)
    return {"success": True, "data": shown, **call.warning()}


async def list_all(call: Call) -> dict[str, Any]:
    """The monitors of the workspace, newest first."""
    watches = await _listed(call, PATH, "watches")
    return {"success": True, "data": [monitor_records.monitor(each, call.watch_days) for each in watches]}


async def delete(call: Call) -> dict[str, Any]:
    """Nothing: the monitor is deleted with its checks."""
    await call.delete(_path(call))
    return {"success": True}


async def run(call: Call) -> dict[str, Any]:
    """The check that starts now, or the one that runs already."""
    return {"success": True, "data": monitor_records.check((await call.change("POST", f"{_path(call)}/run"))["data"])}


async def list_checks(call: Call) -> dict[str, Any]:
    """The checks of a monitor, newest first."""
    checks = await _listed(call, f"{_path(call)}/checks", "checks")
    return {"success": True, "data": list(map(monitor_records.check, checks))}


async def get_check(call: Call) -> dict[str, Any]:
    """A check with those of its pages that are not the same as before."""
    found = (await call.get(f"{_path(call)}/checks/{quote(call.check_id, safe='')}"))["data"]
    status, skip = call.query.get("status"), call.number("skip", 0, 0, limits.WATCH_LISTED_PAGES_MAX)
    most = call.number("limit", LISTED, 1, LISTED_MAX)
    pages = [each for each in found["pages"] if status in (None, each["result"])]
    shown = [monitor_records.page(each, found) for each in pages[skip : skip + most]]
    answer = {"success": True, "data": {**monitor_records.check(found), "pages": shown}}
    if len(pages) > skip + most:
        path = f"/v{call.version}/monitor/{found['watchId']}/checks/{found['id']}"
        of_status = f"&status={status}" if status else ""
        answer["next"] = f"{call.base_url}{path}?skip={skip + most}&limit={most}{of_status}"
    return answer


async def _listed(call: Call, path: str, name: str) -> list[dict[str, Any]]:
    """The entries of a list of ours that `offset` and `limit` select. Ours continues with cursors."""
    most = call.number("limit", LISTED, 1, LISTED_MAX)
    skip = call.number("offset", 0, 0, limits.WATCHES_MAX)
    found: list[dict[str, Any]] = []
    cursor = None
    while len(found) < skip + most:
        part = await call.get(path, limit=min(skip + most - len(found), limits.LISTED_MAX), cursor=cursor)
        found += part[name]
        cursor = part["nextCursor"]
        if cursor is None:
            break
    return found[skip : skip + most]


def _path(call: Call) -> str:
    return f"{PATH}/{quote(call.job_id, safe='')}"
