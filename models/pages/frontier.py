"""The pages that wait: they are added, numbered and counted; the leases of claimed pages are renewed.

Locks are acquired in the order job, page, workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from sqlalchemy import Connection, Integer, SmallInteger, Text, Uuid, bindparam, case, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from models.array_rows import ArrayRows
from models.jobs.job import Job
from models.pages.page import NewPage, Page, PageTask
from models.worker import LEASE

_added = ArrayRows(
    "added", with_position=True, kind=Text(), key=Uuid(as_uuid=False), url=Text(), host=Text(), depth=SmallInteger(),
    rank=SmallInteger(), duplicate_of=Integer(),
)  # fmt: skip
_ADD = insert(Page).from_select(
    [
        Page.job_id, Page.number, Page.kind, Page.key, Page.url, Page.host, Page.depth, Page.rank, Page.duplicate_of,
        Page.status,
    ],
    select(
        bindparam("job", type_=Uuid()), bindparam("first", type_=Integer) + _added.c.position - 1, _added.c.kind, _added.c.key,
        _added.c.url, _added.c.host, _added.c.depth, _added.c.rank, _added.c.duplicate_of,
        case((_added.c.duplicate_of.is_(None), "queued"), else_="merged"),
    ),
)  # fmt: skip
# A queued page found again at a smaller depth gets that depth. A running or ended page does not change.
_ADD = _ADD.on_conflict_do_update(
    index_elements=[Page.job_id, Page.key],
    set_={Page.depth: _ADD.excluded.depth, Page.rank: func.least(Page.rank, _ADD.excluded.rank)},
    where=(Page.status == "queued") & (_ADD.excluded.depth < Page.depth),
)


def add(connection: Connection, job_id: UUID, pages: Sequence[NewPage], *, first: int) -> None:
    """Add pages that the job does not know yet, numbered from `first`; keys among `pages` are unique."""
    if pages:
        rows = [(page.kind, page.key, page.url, page.host, page.depth, page.rank, page.duplicate_of) for page in pages]
        connection.execute(_ADD, {"job": job_id, "first": first, **_added.parameters(rows)})


_ALLOCATE = (
    update(Job)
    .where(Job.id == bindparam("job"))
    .values({Job.numbers_used: Job.numbers_used + bindparam("amount", type_=Integer)})
    .returning(Job.numbers_used)
)


def allocate_numbers(connection: Connection, job_id: UUID, amount: int) -> int:
    """The first of the next `amount` page numbers of a job, which no other page gets. The caller holds the job's lock."""
    return connection.execute(_ALLOCATE, {"job": job_id, "amount": amount}).scalar_one() - amount


_ISSUE = (
    update(Job).where(Job.id == bindparam("job")).values({Job.issued: Job.issued + bindparam("amount", type_=Integer)})
)


def issue(connection: Connection, job_id: UUID, amount: int) -> None:
    """Count pages of a job as issued; a negative amount takes back pages that are queued again."""
    connection.execute(_ISSUE, {"job": job_id, "amount": amount})


_renewed = ArrayRows("renewed", job_id=Uuid(), number=Integer(), token=SmallInteger())
_claimed = tuple_(Page.job_id, Page.number)
_still_claimed = (
    select(Page.job_id, Page.number)
    .join(
        _renewed.table,
        (Page.job_id == _renewed.c.job_id) & (Page.number == _renewed.c.number) & (Page.attempts == _renewed.c.token),
    )
    .where(Page.status == "running")
    # A locked page is being ended or given up: it must not delay the renewal of the others.
    .with_for_update(of=Page, skip_locked=True)
)
_RENEW = update(Page).where(_claimed.in_(_still_claimed)).values({Page.lease_until: func.clock_timestamp() + LEASE})


def renew(connection: Connection, tasks: Iterable[PageTask]) -> None:
    """Prolong the leases of claimed pages; pages that another worker has claimed since are skipped."""
    rows = [(task.job_id, task.number, task.token) for task in tasks]
    if rows:
        connection.execute(_RENEW, _renewed.parameters(rows))
