"""The end of a claimed page, in one transaction: charge, result, duplicates, links found, event, and the job's own end.

Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Connection,
    Float,
    Integer,
    Interval,
    LargeBinary,
    Text,
    Uuid,
    any_,
    bindparam,
    case,
    func,
    literal,
    select,
    update,
)

from contract.operations import CRAWL
from models import stored_result
from models.accounts.credits import Charge
from models.array_rows import ArrayRows
from models.page_jobs import job_end, job_events, page_job
from models.page_jobs.page_job import LockedJob
from models.pages import duplicates, frontier, page_credits, rules
from models.pages.counts import Change
from models.pages.duplicates import Merge
from models.pages.page import PAGE, Page, PageEnd, PageTask
from models.schedule import due_slices, host


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What `end` wrote.

    `written` are the ends that were written: not merged, and with a current token.
    `has_webhook` is whether events may have been written.
    `due` are the workspaces with slices that are due now (`slice.post_due`).
    """

    written: tuple[PageEnd, ...] = ()
    job_status: str = "running"
    has_webhook: bool = False
    due: frozenset[UUID] = frozenset()


def end(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> Ended:
    """Write the ends of claimed pages of one job; a page that another worker has claimed since is skipped."""
    job = page_job.lock(connection, job_id)
    if job is None or job.status != "running":
        return Ended(job_status=job.status if job else job_end.GONE)
    merge = duplicates.merge(connection, job_id, _lock_claimed(connection, job_id, ends))
    pages = [*merge.retained, *merge.merged]
    charges = _charge(connection, job, merge)
    _write(connection, job_id, merge, charges)
    hosts = sorted({end.task.host for end in pages if end.task.kind == PAGE})
    if job.operation == CRAWL.name:
        host.start_pause(connection, hosts)
    _add_found(connection, job, pages)
    ended = [end.task.number for end in merge.retained if end.verdict != "delayed" and end.task.kind == PAGE]
    job_events.add_pages(connection, job, ended)
    status = job_end.end_if_done(connection, job_id, _change(job, merge, charges))
    due = due_slices.wake(connection, job_id, hosts, len(pages))
    if status != "running":
        due.add(job.workspace_id)
    return Ended(
        written=tuple(merge.retained), job_status=status, has_webhook=bool(job.webhook), due=frozenset(due)
    )  # fmt: skip


def release(connection: Connection, job_id: UUID, tasks: Iterable[PageTask]) -> Collection[UUID]:
    """Queue claimed pages of a job again at once; the workspaces with slices that are due. A stopping worker calls this.

    One job in a transaction: with two, workers that stop at the same time could each wait for the other's workspace.
    """
    return end(connection, job_id, [PageEnd(task=task, verdict="delayed") for task in tasks]).due


_LOCK_RUNNING = (
    select(Page.number, Page.attempts)
    .where(
        Page.job_id == bindparam("job"), Page.number == any_(bindparam("numbers", type_=ARRAY(Integer))),
        Page.status == "running",
    )
    .order_by(Page.number)
    .with_for_update()
)  # fmt: skip


def _lock_claimed(connection: Connection, job_id: UUID, ends: Sequence[PageEnd]) -> list[PageEnd]:
    """The ends whose token is still the page's."""
    rows = connection.execute(_LOCK_RUNNING, {"job": job_id, "numbers": [end.task.number for end in ends]})
    tokens = {number: attempts for number, attempts in rows}
    return [end for end in ends if tokens.get(end.task.number) == end.task.token]


def _charge(connection: Connection, job: LockedJob, merge: Merge) -> dict[str, Charge]:
    """Charge for completed pages, and release what was held for them and for the others."""
    amounts = {
        end.task.charge_key: _price(end, job) for end in merge.retained if end.verdict == "completed" and end.task.price
    }
    released = sum(end.task.price for end in (*merge.retained, *merge.merged)) + job.price * len(merge.stopped)
    return page_credits.settle(connection, job.workspace_id, amounts, released=released)


def _price(end: PageEnd, job: LockedJob) -> int:
    if end.is_confirmed and job.watch_id is not None:
        return 0
    return end.task.price if end.price is None else min(end.price, end.task.price)


class _Row(NamedTuple):
    """What an end writes into the page's row."""

    number: int
    status: str
    error: str | None = None
    final_url: str | None = None
    result: str | None = None
    result_bytes: int | None = None
    packed: bytes | None = None
    credits: int = 0
    delay_seconds: float | None = None
    delays: int = 0
    canonical_key: str | None = None
    sketch: str | None = None


_ended = ArrayRows(
    "ended", number=Integer(), status=Text(), error=Text(), final_url=Text(), result=Text(), result_bytes=Integer(),
    packed=LargeBinary(), credits=Integer(), delay_seconds=Float(), delays=Integer(), canonical_key=Uuid(as_uuid=False),
    sketch=Uuid(as_uuid=False),
)  # fmt: skip
_rows = select(_ended.table).cte("rows")
_stored = stored_result.insertion(bindparam("job", type_=Uuid()), _rows.c.number, _rows.c.packed).cte("stored")
_delay = _rows.c.delay_seconds * literal(timedelta(seconds=1), Interval)
_WRITE = (
    update(Page)
    .where(Page.job_id == bindparam("job"), Page.number == _rows.c.number)
    .values(
        {
            Page.status: _rows.c.status, Page.error: _rows.c.error, Page.final_url: _rows.c.final_url,
            Page.result: _rows.c.result, Page.result_bytes: _rows.c.result_bytes,
            Page.result_slot: case((_rows.c.result_bytes.is_not(None), stored_result.SLOTS.today)),
            Page.canonical_key: _rows.c.canonical_key, Page.sketch: _rows.c.sketch,
            Page.credits: _rows.c.credits, Page.lease_owner: None, Page.lease_until: None,
            Page.delays: Page.delays + _rows.c.delays,
            Page.not_before: func.now() + _delay,
            Page.finished_at: case((_rows.c.delay_seconds.is_(None), func.clock_timestamp())),
        }
    )
)  # fmt: skip


_WRITE_LARGE = _WRITE.add_cte(_stored)


def _write(connection: Connection, job_id: UUID, merge: Merge, charges: Mapping[str, Charge]) -> None:
    rows = [_row(end, charges) for end in merge.retained]
    rows += [_Row(end.task.number, "merged") for end in merge.merged]
    if not rows:
        return
    has_large = any(row.packed is not None for row in rows)
    connection.execute(_WRITE_LARGE if has_large else _WRITE, {"job": job_id, **_ended.parameters(rows)})


def _change(job: LockedJob, merge: Merge, charges: Mapping[str, Charge]) -> Change:
    """What the ends and the pages found change in the job's counters."""
    verdicts = Counter(end.verdict for end in merge.retained if end.task.kind == PAGE)
    merged = len(merge.stopped) + sum(end.task.kind == PAGE for end in merge.merged)
    urls = [end.start_final_url for end in merge.retained if end.start_final_url and end.task.number == 0]
    return Change(
        completed=verdicts["completed"], failed=verdicts["failed"],
        credits=sum(charge.amount for charge in charges.values()), merged=merged + merge.dropped,
        not_issued=merged + verdicts["delayed"], new_from=job.numbers_used, start_final_url=urls[0] if urls else None,
    )  # fmt: skip


def _row(end: PageEnd, charges: Mapping[str, Charge]) -> _Row:
    if end.verdict == "delayed":
        return _Row(end.task.number, "queued", delay_seconds=end.delay_seconds, delays=rules.delays_of(end))
    charge = charges.get(end.task.charge_key, Charge(0, 0))
    result = end.result(*charge) if end.result and end.verdict == "completed" else None
    size = None if result is None else stored_result.bytes_if_large(result)
    row = _Row(end.task.number, end.verdict, end.error, end.final_url, result, credits=charge.amount)
    if end.verdict == "completed":
        row = row._replace(canonical_key=end.canonical, sketch=end.sketch)
    if result is None or size is None:
        return row
    return row._replace(result=None, result_bytes=size, packed=stored_result.pack(result))


def _add_found(connection: Connection, job: LockedJob, ends: Sequence[PageEnd]) -> None:
    """Add the pages that the ended ones link to, up to the crawl's candidate limit."""
    pages = rules.new_candidates(ends, job.pages_max, job.numbers_used)
    if pages:
        first = frontier.allocate_numbers(connection, job.id, len(pages))
        frontier.add(connection, job.id, pages, first=first)
