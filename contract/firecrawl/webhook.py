"""Webhooks of jobs and watches that were started by Firecrawl's interface: which events, and their bodies.

The job's stored `webhook` then has a member `firecrawl`: `{"events": […], "metadata": {…}}`. Callers of our own interface cannot
set it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from contract.firecrawl import changes, documents, monitor_checks

# The member of a stored webhook.
FORM = "firecrawl"
EVENTS = ("started", "page", "completed", "failed")
MONITOR_EVENTS = MONITOR_PAGE, MONITOR_CHECK = ("monitor.page", "monitor.check.completed")
SIGNATURE = "X-Firecrawl-Signature"
_PREFIXES = {"crawl": "crawl", "batch": "batch_scrape"}


def wants(webhook: Mapping[str, Any], name: str) -> bool:
    """Whether the webhook of a job that was started there gets events of this name, such as `page` or `cancelled`."""
    return _word(name) in webhook[FORM]["events"]


def _word(name: str) -> str:
    """The last part of an event's type. Firecrawl has no event for a cancelled job."""
    return "failed" if name == "cancelled" else name


def body(webhook: Mapping[str, Any], event_type: str, job_id: str, *, result: str | None, error: str | None) -> str:
    """The JSON text of an event.

    Args:
        event_type: the type as it is stored, such as `batch.page`.
        result: the JSON text of the scrape result of a completed page.
        error: why the page or the job failed.
    """
    operation, _, name = event_type.partition(".")
    sent: dict[str, Any] = {
        "success": error is None,
        "type": f"{_PREFIXES.get(operation, operation)}.{_word(name)}",
        "id": job_id,
        "data": [] if result is None else [documents.of(json.loads(result))],
        "metadata": webhook[FORM]["metadata"],
    }
    return json.dumps(sent if error is None else {**sent, "error": error}, ensure_ascii=False)


def monitor_body(webhook: Mapping[str, Any], event_type: str, event_id: str, check: Mapping[str, Any]) -> str:
    """The JSON text of an event of a watch: its pages that are not the same as before, or the summary of a check.

    Args:
        check: as `models.watches.report` reads it.
    """
    ids = {"monitorId": check["watchId"], "checkId": check["checkId"]}
    error = check.get("error")
    if event_type == MONITOR_PAGE:
        data = [{**ids, **_monitored(page)} for page in check["pages"]]
    else:
        summary = check["summary"]
        status = monitor_checks.status("completed" if error is None else "failed", error, summary)
        data = [{**ids, "status": status, "summary": monitor_checks.summary(summary)}]
    sent: dict[str, Any] = {
        "success": error is None and not check["summary"]["error"], "type": event_type, "id": check["checkId"],
        "webhookId": event_id, "data": data, "metadata": webhook[FORM]["metadata"],
    }  # fmt: skip
    return json.dumps(sent if error is None else {**sent, "error": error}, ensure_ascii=False)


def _monitored(page: Mapping[str, Any]) -> dict[str, Any]:
    found = changes.diff(page)
    return {
        "url": page["url"], "status": page["result"], "error": page["description"] if page["result"] == "error" else None,
        **({"diff": found} if found else {}),
    }  # fmt: skip


def signature(secret: str, sent: str) -> str:
    """The value of the signature's header. The key is the secret as it is shown, with its prefix."""
    return f"sha256={hmac.new(secret.encode(), sent.encode(), hashlib.sha256).hexdigest()}"
