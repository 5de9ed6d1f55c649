"""Webhooks of jobs that were started by Firecrawl's interface: which events, and their bodies.

The job's stored `webhook` then has a member `firecrawl`: `{"events": […], "metadata": {…}}`. Callers of our own interface cannot
set it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from contract.firecrawl import documents

# The member of a stored webhook.
FORM = "firecrawl"
EVENTS = ("started", "page", "completed", "failed")
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


def signature(secret: str, sent: str) -> str:
    """The value of the signature's header. The key is the secret as it is shown, with its prefix."""
    return f"sha256={hmac.new(secret.encode(), sent.encode(), hashlib.sha256).hexdigest()}"
