"""Checks of watches in Firecrawl's words."""

from __future__ import annotations

import json

import pytest

from contract.firecrawl import monitor_checks, webhook
from contract.results.watch import NO_CREDITS

NONE = {"new": 0, "same": 0, "changed": 0, "removed": 0, "error": 0}
SENT = {webhook.FORM: {"events": list(webhook.MONITOR_EVENTS), "metadata": {}}}


@pytest.mark.parametrize(
    ("error", "summary", "expected"),
    [
        (None, {**NONE, "same": 2}, "completed"),
        (None, {**NONE, "changed": 1, "error": 1}, "partial"),
        ("The site did not answer.", {**NONE, "error": 2}, "failed"),
        (NO_CREDITS, NONE, "skipped_no_credits"),
    ],
)
def test_webhook_has_the_status_of_the_interface(error: str | None, summary: dict[str, int], expected: str) -> None:
    check = {"watchId": "w", "checkId": "c", "summary": summary, "error": error, "pages": []}
    sent = json.loads(webhook.monitor_body(SENT, webhook.MONITOR_CHECK, "e", check))

    assert monitor_checks.status("completed" if error is None else "failed", error, summary) == expected
    assert sent["data"][0]["status"] == expected
    assert sent["data"][0]["summary"] == {"totalPages": sum(summary.values()), **summary}
