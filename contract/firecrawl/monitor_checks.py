"""Checks of monitors in Firecrawl's words, for its interface and for its webhooks."""

from __future__ import annotations

from collections.abc import Mapping

from contract.results.watch import NO_CREDITS


def status(status: str, error: str | None, summary: Mapping[str, int]) -> str:
    """Firecrawl's word for the status of a check of ours."""
    if status == "failed" and error == NO_CREDITS:
        return "skipped_no_credits"
    return "partial" if status == "completed" and summary["error"] else status


def summary(counts: Mapping[str, int]) -> dict[str, int]:
    """The pages of a check by result, with their number."""
    return {"totalPages": sum(counts.values()), **counts}
