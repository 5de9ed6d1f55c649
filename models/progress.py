"""How a job of many pages moves on: pages end, addresses are added, the job ends; each step in one transaction.

Whatever ends a page does so under the job's lock: counters, limits and the single end of the job follow from the rows.
Locks are taken in the order job, page, hold, workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import Connection, text

from models import copies, credits, event, host, page
from models.page import NewPage
from models.page_task import LAPSES_MAX, PageEnd, PageTask, hold_key

OUT_OF_CREDITS = "INSUFFICIENT_CREDITS"
CANCELLED = "CANCELLED"
LOST = "INTERNAL_SERVER_ERROR: The page stopped its worker several times and was given up."
# How many addresses beyond its limit a crawl keeps: enough that one kind of address cannot crowd out the others.
CANDIDATES_PER_PAGE = 10
CANDIDATES_MIN = 1_000


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a transaction wrote: the pages whose end it was, whether the job ended with them, and whether somebody is told."""

    written: tuple[PageEnd, ...] = ()
    status: str = "running"
    told: bool = False


_JOB = text("""
    SELECT id, workspace_id, operation, options -> 'webhook' AS webhook, status, pages_max, issued, met, landed
    FROM job WHERE id = :id FOR UPDATE
""")


def _lock(connection: Connection, job_id: UUID) -> Any:
    return connection.execute(_JOB, {"id": str(job_id)}).one_or_none()


def record(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> Recorded:
    """Write the ends of pages of one job; those whose lease went to somebody else are left out."""
    job = _lock(connection, job_id)
    if job is None or job.status != "running":
        return Recorded(status=job.status if job else "gone")
    mine = [end for end in _held(connection, job_id, ends)]
    mine, merged, stopped = copies.merge(connection, job_id, mine)
    amounts = {end.task.hold: end.task.price if end.verdict == "completed" else 0 for end in mine if end.task.price}
    amounts |= {end.task.hold: 0 for end in merged if end.task.price}
    amounts |= {hold_key(job_id, number): 0 for number in stopped}
    charged = credits.capture_each(connection, amounts)
    _write(connection, job, mine, merged, charged, len(stopped))
    host.visited(connection, sorted({end.task.host for end in [*mine, *merged] if end.task.kind == page.PAGE}))
    _add(connection, job, [*mine, *merged])
    _tell(connection, job, [end.task.number for end in mine if _counts(end)])
    status = _settle(connection, job_id)
    return Recorded(written=tuple(mine), status=status, told=bool(job.webhook))


def _counts(end: PageEnd) -> bool:
    return end.verdict != "delayed" and end.task.kind == page.PAGE


_HELD = text("""
    SELECT number, attempts FROM page WHERE job_id = :job_id AND number = ANY(:numbers) AND status = 'running'
    ORDER BY number FOR UPDATE
""")


def _held(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> list[PageEnd]:
    numbers = [end.task.number for end in ends]
    rows = connection.execute(_HELD, {"job_id": str(job_id), "numbers": numbers})
    tokens = {row.number: row.attempts for row in rows}
    return [end for end in ends if tokens.get(end.task.number) == end.task.token]


_WRITE = text("""
    UPDATE page SET status = given.status, error = given.error, result = given.result, credits = given.credits,
        delays = delays + coalesce(given.delay > 0, false)::int, lease_owner = NULL, lease_until = NULL,
        not_before = CASE WHEN given.delay IS NOT NULL THEN now() + make_interval(secs => given.delay) END,
        finished_at = CASE WHEN given.delay IS NULL THEN clock_timestamp() END
    FROM unnest(CAST(:numbers AS integer[]), CAST(:statuses AS text[]), CAST(:errors AS text[]), CAST(:results AS text[]),
                CAST(:credits AS integer[]), CAST(:delays AS double precision[]))
         AS given(number, status, error, result, credits, delay)
    WHERE page.job_id = :job_id AND page.number = given.number
""")


def _write(
    connection: Connection, job: Any, ends: list[PageEnd], merged: list[PageEnd], charged: Mapping[str, tuple[int, int]],
    stopped: int,
) -> None:  # fmt: skip
    rows: list[tuple[int, str, str | None, str | None, int, float | None]] = []
    for end in ends:
        used, left = charged.get(end.task.hold, (0, 0))
        if end.verdict == "delayed":
            rows.append((end.task.number, "queued", None, None, 0, end.delay_seconds))
        else:
            result = end.result(used, left) if end.result and end.verdict == "completed" else None
            rows.append((end.task.number, end.verdict, end.error, result, used, None))
    rows += [(end.task.number, "merged", None, None, 0, None) for end in merged]
    if not rows:
        return
    names = ("numbers", "statuses", "errors", "results", "credits", "delays")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    connection.execute(_WRITE, {"job_id": str(job.id), **columns})
    back = stopped + sum(
        end.task.kind == page.PAGE for end in [*merged, *(end for end in ends if end.verdict == "delayed")]
    )
    landed = next((end.landed for end in ends if end.landed and end.task.number == 0), None)
    if back or landed:
        connection.execute(
            text("UPDATE job SET issued = issued - :back, landed = coalesce(:landed, landed) WHERE id = :id"),
            {"id": str(job.id), "back": back, "landed": landed},
        )


def _add(connection: Connection, job: Any, ends: list[PageEnd]) -> None:
    """Add what the pages lead to, as far as the crawl can ever use it."""
    found: dict[str, NewPage] = {}
    for end in ends:
        for new in end.found:
            if new.key not in found or new.depth < found[new.key].depth:
                found[new.key] = new
    room = max(CANDIDATES_MIN, CANDIDATES_PER_PAGE * job.pages_max) - job.met
    pages = sorted(found.values(), key=lambda new: new.rank)[: max(0, room)] if found else []
    if pages:
        page.add(connection, job.id, pages, first=page.take_numbers(connection, job.id, len(pages)))


def _tell(connection: Connection, job: Any, numbers: Sequence[int]) -> None:
    """Write the events of pages that ended, where somebody listens."""
    if job.webhook and "page" in job.webhook["events"]:
        event.add(connection, job.id, f"{job.operation}.page", numbers, host=_receiver(job))


def _receiver(job: Any) -> str:
    """The host that gets the job's events, in one spelling: receivers take turns by it."""
    return (urlsplit(job.webhook["url"]).hostname or "").lower()


_OPEN = text("""
    SELECT job.status, job.issued >= job.pages_max AS full,
           EXISTS (SELECT 1 FROM page WHERE job_id = :id AND status = 'running'
                   AND (kind = 'page' OR job.issued < job.pages_max)) AS running,
           EXISTS (SELECT 1 FROM page WHERE job_id = :id AND status = 'queued') AS queued
    FROM job WHERE id = :id
""")


def _settle(connection: Connection, job_id: UUID) -> str:
    """The job's status, after ending it when nothing is left to do. The caller holds the job's lock."""
    row = connection.execute(_OPEN, {"id": str(job_id)}).one()
    if row.status == "running" and not row.running and (row.full or not row.queued):
        return _finish(connection, job_id)
    return str(row.status)


def _finish(connection: Connection, job_id: UUID) -> str:
    """End a job by its own work: a crawl whose start and everything else gave nothing has failed."""
    job = _lock(connection, job_id)
    _drop_hidden(connection, job_id)
    done = page.counts(connection, job_id, job.pages_max)
    failed = job.operation == "crawl" and done.completed == 0
    start = page.one(connection, job_id, 0) if failed else None
    _end(connection, job, "failed" if failed else "completed", start.error if start else None)
    return "failed" if failed else "completed"


def _drop_hidden(connection: Connection, job_id: UUID) -> None:
    """Leave the entries alone: candidates, merged addresses and sitemap walks go."""
    connection.execute(
        text("DELETE FROM page WHERE job_id = :id AND (status IN ('queued', 'merged') OR kind <> 'page')"),
        {"id": str(job_id)},
    )


def _end(connection: Connection, job: Any, status: str, error: str | None = None) -> None:
    connection.execute(
        text("""UPDATE job SET status = :status, finished_at = clock_timestamp(), lease_until = NULL, lease_owner = NULL,
                    error = CASE WHEN CAST(:error AS text) IS NULL THEN NULL
                            ELSE jsonb_build_object('message', CAST(:error AS text)) END
                WHERE id = :id"""),
        {"id": str(job.id), "status": status, "error": error},
    )
    if job.webhook and "completed" in job.webhook["events"]:
        event.add(connection, job.id, f"{job.operation}.{status}", [None], host=_receiver(job))


_GIVE_UP = text("""
    UPDATE page SET status = 'failed', error = :error, finished_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
    WHERE job_id = :id AND kind = 'page' AND number IN (
        SELECT number FROM page WHERE job_id = :id AND kind = 'page' AND status = 'queued' ORDER BY rank, number LIMIT :most
    ) OR (:with_running AND job_id = :id AND kind = 'page' AND status = 'running')
    RETURNING number
""")


def _give_up(connection: Connection, job: Any, error: str, *, with_running: bool = False) -> None:
    """Fail every page that the caller was promised and that has not ended; candidates beyond the limit go."""
    running = []
    if with_running:
        running = [
            hold_key(job.id, number)
            for number in connection.execute(
                text("SELECT number FROM page WHERE job_id = :id AND kind = 'page' AND status = 'running' FOR UPDATE"),
                {"id": str(job.id)},
            ).scalars()
        ]
    most = max(0, job.pages_max - job.issued)
    values = {"id": str(job.id), "error": error, "most": most, "with_running": with_running}
    numbers = sorted(connection.execute(_GIVE_UP, values).scalars())
    credits.capture_each(connection, dict.fromkeys(running, 0))
    connection.execute(
        text("UPDATE job SET issued = issued + :number WHERE id = :id"),
        {"id": str(job.id), "number": len(numbers) - len(running)},
    )
    connection.execute(text("DELETE FROM page WHERE job_id = :id AND status = 'queued'"), {"id": str(job.id)})
    _tell(connection, job, numbers)


def run_dry(connection: Connection, job_id: UUID) -> str:
    """Fail what the workspace cannot pay for; the job's status after that."""
    job = _lock(connection, job_id)
    if job is None or job.status != "running":
        return job.status if job else "gone"
    _give_up(connection, job, OUT_OF_CREDITS)
    return _settle(connection, job_id)


def cancel(connection: Connection, job_id: UUID, workspace_id: UUID, operation: str) -> bool | None:
    """End a job by its owner's wish: True when this call ended it, False when it had ended, None when there is none."""
    job = _lock(connection, job_id)
    if job is None or job.workspace_id != workspace_id or job.operation != operation:
        return None
    if job.status != "running":
        return False
    _give_up(connection, job, CANCELLED, with_running=True)
    _drop_hidden(connection, job_id)
    _end(connection, job, "cancelled")
    return True


def lapsed_jobs(connection: Connection) -> list[UUID]:
    """Jobs that need a look: pages whose worker is lost, or nothing left to do and no end."""
    rows = connection.execute(
        text("""SELECT job_id FROM page WHERE status = 'running' AND lease_until < now()
                UNION SELECT id FROM job WHERE status = 'running'
                    AND NOT EXISTS (SELECT 1 FROM page WHERE job_id = job.id AND status IN ('queued', 'running'))""")
    )
    return list(rows.scalars())


_LAPSED = text("""
    SELECT number, kind, lapses + 1 >= :most AS lost FROM page
    WHERE job_id = :id AND status = 'running' AND lease_until < now() ORDER BY number FOR UPDATE
""")
_AGAIN = text("""
    UPDATE page SET status = CASE WHEN number = ANY(:lost) THEN 'failed' ELSE 'queued' END, lapses = lapses + 1,
        error = CASE WHEN number = ANY(:lost) THEN :error END, lease_owner = NULL, lease_until = NULL,
        finished_at = CASE WHEN number = ANY(:lost) THEN clock_timestamp() END
    WHERE job_id = :id AND number = ANY(:numbers)
""")


def recover(connection: Connection, job_id: UUID) -> str:
    """Queue the pages of lost workers again, fail those that were lost too often; the job's status after that."""
    job = _lock(connection, job_id)
    if job is None or job.status != "running":
        return job.status if job else "gone"
    rows = list(connection.execute(_LAPSED, {"id": str(job_id), "most": LAPSES_MAX}))
    if rows:
        numbers = [row.number for row in rows]
        lost = [row.number for row in rows if row.lost]
        credits.capture_each(connection, {hold_key(job_id, row.number): 0 for row in rows if row.kind == page.PAGE})
        connection.execute(_AGAIN, {"id": str(job_id), "numbers": numbers, "lost": lost, "error": LOST})
        back = sum(row.kind == page.PAGE and not row.lost for row in rows)
        connection.execute(
            text("UPDATE job SET issued = issued - :back WHERE id = :id"), {"id": str(job_id), "back": back}
        )
        _tell(connection, job, [row.number for row in rows if row.lost and row.kind == page.PAGE])
    return _settle(connection, job_id)


def give_back(connection: Connection, tasks: Iterable[PageTask]) -> None:
    """Queue claimed pages again at once, as a worker does that is told to stop."""
    by_job: dict[UUID, list[PageEnd]] = {}
    for task in tasks:
        by_job.setdefault(task.job_id, []).append(PageEnd(task=task, verdict="delayed"))
    for job_id in sorted(by_job):
        record(connection, job_id, by_job[job_id])
