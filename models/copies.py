"""Addresses of one job that turn out to be the same page: by a redirect, or by what the page calls itself."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import Connection, text

from models import page
from models.page import NewPage
from models.page_task import PageEnd


def merge(connection: Connection, job_id: UUID, ends: list[PageEnd]) -> tuple[list[PageEnd], list[PageEnd], list[int]]:
    """(pages that stand, pages that turned out to be another one of the job, numbers of pages under way that did).

    Of several addresses of one page the first that is done stands, so that none is lost; a start always stands.
    """
    outside = [end for end in ends if end.verdict == "outside"]
    ends = [end for end in ends if end.verdict != "outside"]
    keys = {key for end in ends if end.verdict == "completed" for key in end.aliases}
    if not keys:
        return ends, outside, []
    rows = connection.execute(
        text("SELECT key, number, status FROM page WHERE job_id = :id AND key = ANY(CAST(:keys AS uuid[])) FOR UPDATE"),
        {"id": str(job_id), "keys": sorted(keys)},
    )
    known = {row.key.hex: (row.number, row.status) for row in rows}
    ending = {end.task.number for end in ends}
    stands: list[PageEnd] = []
    merged = outside
    fresh: dict[str, PageEnd] = {}
    dropped: dict[int, str] = {}
    for end in sorted(ends, key=lambda end: end.verdict != "completed"):
        own = end.task.number
        others = [known[key] for key in (end.task.key, *end.aliases) if key in known and known[key][0] != own]
        taken = any(
            status in ("completed", "merged") or (number == 0 and status in ("queued", "running"))
            for number, status in others
        )
        if end.verdict in ("completed", "delayed") and taken and own != 0:
            merged.append(end)
            continue
        stands.append(end)
        if end.verdict == "completed":
            fresh |= {key: end for key in end.aliases if key not in known}
            dropped |= {number: status for number, status in others if number not in ending}
            known |= {key: (own, "completed") for key in (end.task.key, *end.aliases)}
    stopped = [number for number, status in dropped.items() if status == "running"]
    _keep_away(
        connection, job_id, fresh, [number for number, status in dropped.items() if status in ("queued", "running")]
    )
    return stands, merged, stopped


def _keep_away(connection: Connection, job_id: UUID, fresh: Mapping[str, PageEnd], dropped: list[int]) -> None:
    """Note addresses that need no visit any more."""
    if dropped:
        connection.execute(
            text(
                "UPDATE page SET status = 'merged', lease_owner = NULL, lease_until = NULL "
                "WHERE job_id = :id AND number = ANY(:numbers)"
            ),
            {"id": str(job_id), "numbers": dropped},
        )
    if fresh:
        pages = [NewPage(url=end.task.url, key=key, host=end.task.host) for key, end in fresh.items()]
        first = page.take_numbers(connection, job_id, len(pages))
        page.add(connection, job_id, pages, first=first)
        connection.execute(
            text(
                "UPDATE page SET status = 'merged' WHERE job_id = :id AND number BETWEEN :first AND :last AND status = 'queued'"
            ),
            {"id": str(job_id), "first": first + 1, "last": first + len(pages)},
        )
