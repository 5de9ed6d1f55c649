"""Rows of watches and checks as the API returns them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contract.declare import dump, load
from contract.options.watch import WatchOptions
from contract.results.timestamps import timestamp
from contract.results.watch import Watch, WatchCheck, WatchCheckDetails, WatchSummary, feed_url, rss_url
from models.watches.check import CheckRow
from models.watches.watch import WatchRow


def watch_of(row: WatchRow, options: dict[str, Any], checks: Mapping[UUID, CheckRow], base_url: str) -> Watch:
    """A watch. `options` are those that may be shown."""
    loaded = load(WatchOptions, row.options)
    last, change = (checks.get(each) if each else None for each in (row.last_check_id, row.last_change_id))
    return Watch(
        id=str(row.id), name=loaded.shown_name, kind=loaded.kind, status=row.status, options=options,
        next_check_at=timestamp(row.next_at), is_checking=row.check_id is not None, failures=row.failures,
        last_check=None if last is None else check_of(last, row),
        last_change=None if change is None else check_of(change, row),
        feed_url=feed_url(base_url, row.feed_token), rss_url=rss_url(base_url, row.feed_token),
        created_at=timestamp(row.created_at),
    )  # fmt: skip


def check_of(row: CheckRow, of: WatchRow) -> WatchCheck:
    """A check of this watch."""
    return WatchCheck(**_fields(row, of))


def _fields(row: CheckRow, of: WatchRow) -> dict[str, Any]:
    # The job of a search has no address where it could be read.
    job_id = None if of.options.get("query") else row.job_id
    return {
        "id": str(row.id), "watch_id": str(row.watch_id), "number": row.number, "trigger": row.trigger, "status": row.status,
        "result": row.result, "summary": WatchSummary(**row.summary), "credits_used": row.credits_used,
        "revisits": len(row.revisit_jobs or ()), "error": row.error,
        "job_id": str(job_id) if job_id else None, "scheduled_for": timestamp(row.scheduled_for),
        "started_at": timestamp(row.started_at), "finished_at": timestamp(row.finished_at),
    }  # fmt: skip


def details(
    of: WatchRow, row: CheckRow, pages: list[dict[str, Any]], pages_left_out: int, other: CheckRow | None = None
) -> dict[str, Any]:
    """A check as JSON with its pages, which are stored in wire names."""
    compared_to = str(other.id) if other else None
    shown = WatchCheckDetails(**_fields(row, of), compared_to=compared_to, pages_left_out=pages_left_out)
    return {**dump(shown), "pages": pages}
