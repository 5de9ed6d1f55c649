"""The page table as a queue that all workers share: pages are added, claimed and leased.

One advisory lock serialises claims, so that the limits of jobs, hosts and balances are exact with any number of workers.
A claim takes milliseconds and returns several pages.
Locks are taken in the order job, page, hold, workspace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Connection,
    Integer,
    SmallInteger,
    String,
    Text,
    Uuid,
    all_,
    any_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from models.accounts.workspace import Workspace
from models.array_rows import ArrayRows
from models.jobs.job import Job
from models.pages import host, page_credits
from models.pages.page import PAGE, SITEMAP, NewPage, Page, PageTask, hold_key
from models.pages.page_choice import Candidate, Choice, HostLoad, ReadyJob

LEASE = timedelta(seconds=15)
READY_JOBS_MAX = 100
UNLIMITED = 10**6


_added = ArrayRows(
    "added", with_place=True, kind=Text(), key=Uuid(as_uuid=False), url=Text(), host=Text(), depth=SmallInteger(),
    rank=SmallInteger(),
)  # fmt: skip
_ADD = insert(Page).from_select(
    [Page.job_id, Page.number, Page.kind, Page.key, Page.url, Page.host, Page.depth, Page.rank],
    select(
        bindparam("job", type_=Uuid()), bindparam("first", type_=Integer) + _added.c.place - 1, _added.c.kind, _added.c.key,
        _added.c.url, _added.c.host, _added.c.depth, _added.c.rank,
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
        rows = [(page.kind, page.key, page.url, page.host, page.depth, page.rank) for page in pages]
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
_RENEW = (
    update(Page)
    .where(
        Page.job_id == _renewed.c.job_id, Page.number == _renewed.c.number, Page.attempts == _renewed.c.token,
        Page.status == "running",
    )
    .values({Page.lease_until: func.now() + LEASE})
)  # fmt: skip


def renew(connection: Connection, tasks: Iterable[PageTask]) -> None:
    """Prolong the leases of claimed pages; pages that another worker has claimed since are skipped."""
    rows = [(task.job_id, task.number, task.token) for task in tasks]
    if rows:
        connection.execute(_RENEW, _renewed.parameters(rows))


_full_hosts = bindparam("full_hosts", type_=ARRAY(String))
_only_job = bindparam("only_job", type_=Uuid())
_owner = bindparam("owner", type_=String)
_is_due = or_(Page.not_before.is_(None), Page.not_before <= func.now())

_pages_running = (
    select(func.count()).select_from(Page).where(Page.job_id == Job.id, Page.status == "running").scalar_subquery()
)
_has_page = exists().where(
    Page.job_id == Job.id, Page.status == "queued", _is_due,
    or_(Page.kind == SITEMAP, (Job.issued < Job.pages_max) & (Page.host != all_(_full_hosts))),
)  # fmt: skip
_ready = (
    select(
        Job.id, Job.workspace_id, Job.operation, Job.price, (Job.pages_max - Job.issued).label("left"),
        _pages_running.label("running"),
    )
    .join(Workspace, Workspace.id == Job.workspace_id)
    .where(
        Job.status == "running", Workspace.suspended_at.is_(None), or_(_only_job.is_(None), Job.id == _only_job),
        or_(Job.lease_owner.is_(None), Job.lease_owner == _owner, Job.lease_until < func.now()), _has_page,
    )
    .subquery("ready")
)  # fmt: skip
# Jobs are listed round-robin over workspaces, so that no workspace fills the list; those with the fewest running pages first.
_rank_in_workspace = func.row_number().over(
    partition_by=_ready.c.workspace_id, order_by=(_ready.c.running, _ready.c.id)
)
_listed = select(_ready, _rank_in_workspace.label("rank_in_workspace")).subquery("listed")
_READY_JOBS = (
    select(*(_listed.c[name] for name in ReadyJob._fields))
    .order_by(_listed.c.rank_in_workspace, _listed.c.running, _listed.c.id)
    .limit(READY_JOBS_MAX)
)
_ANY_QUEUED = select(
    exists().where(Job.status == "running", exists().where(Page.job_id == Job.id, Page.status == "queued"))
)
# Jobs are locked before their pages, in the same order as in `page_end`.
_LOCK_JOBS = (
    select(Job.id)
    .where(Job.id == any_(bindparam("jobs", type_=ARRAY(Uuid()))), Job.status == "running")
    .order_by(Job.id)
    .with_for_update()
)

_wanted = ArrayRows("wanted", id=Uuid())
_candidate = (
    select(
        Page.job_id, Page.number, Page.kind, Page.key, Page.url, Page.host, Page.depth, Page.delays, Page.lapses
    )
    .where(
        Page.job_id == _wanted.c.id, Page.status == "queued", _is_due,
        or_(Page.kind == SITEMAP, Page.host != all_(_full_hosts)),
    )
    .order_by(Page.rank, Page.number)
    .limit(bindparam("most", type_=Integer))
    .lateral("candidate")
)  # fmt: skip
_CANDIDATES = select(*(_candidate.c[name] for name in Candidate._fields)).select_from(
    _wanted.table.join(_candidate, true())
)

_fetched = ArrayRows("fetched", job_id=Uuid(), number=Integer())
_is_fetching = tuple_(Page.job_id, Page.number).not_in(select(_fetched.c.job_id, _fetched.c.number))
_HOSTS_IN_USE = (
    select(Page.host, func.count(), func.count().filter(_is_fetching))
    .where(Page.status == "running", Page.kind == PAGE)
    .group_by(Page.host)
)

_leased = ArrayRows("leased", job_id=Uuid(), number=Integer())
_LEASE = (
    update(Page)
    .where(Page.job_id == _leased.c.job_id, Page.number == _leased.c.number, Page.status == "queued")
    .values(
        {
            Page.status: "running", Page.attempts: Page.attempts + 1, Page.lease_owner: _owner,
            Page.lease_until: func.now() + LEASE, Page.not_before: None,
        }
    )
    .returning(Page.job_id, Page.number, Page.attempts)
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Claimed:
    """Claimed pages, and jobs without running pages whose workspace cannot pay for the next page.

    `waiting` is whether there are pages that could not be claimed now.
    """

    tasks: tuple[PageTask, ...] = ()
    unpaid: tuple[UUID, ...] = ()
    waiting: bool = False


def claim(
    connection: Connection, owner: str, room: int, *, busy: bool, fetched: Collection[tuple[UUID, int]] = (),
    claimed_by_workspace: Mapping[UUID, int] = MappingProxyType({}), workspace_max: int = UNLIMITED, walks: int = UNLIMITED,
    only: UUID | None = None,
) -> Claimed:  # fmt: skip
    """Up to `room` pages under a fresh lease, fairly over workspaces and jobs, within the limits of hosts.

    Args:
        busy: whether the worker has claimed other pages; only an idle worker gets a page that stopped workers before.
        fetched: (job, number) of claimed pages whose request has ended: they no longer count for their host.
        claimed_by_workspace: number of pages that the worker has claimed, by workspace.
        workspace_max: maximum number of pages of one workspace that the worker may have claimed.
        walks: maximum number of sitemap walks to claim.
        only: claim pages of this job only.
    """
    host.lock_visits(connection)
    hosts = _host_load(connection, fetched)
    values = {"owner": owner, "only_job": only, "full_hosts": hosts.full()}
    ready = [ReadyJob(*row) for row in connection.execute(_READY_JOBS, values)]
    if not ready:
        return Claimed(waiting=bool(connection.execute(_ANY_QUEUED).scalar_one()))
    running = set(connection.execute(_LOCK_JOBS, {"jobs": [job.id for job in ready]}).scalars())
    jobs = {job.id: job for job in ready if job.id in running}
    rows = connection.execute(
        _CANDIDATES, {**_wanted.parameters([(job_id,) for job_id in jobs]), "full_hosts": hosts.full(), "most": room}
    )
    places = {job.workspace_id: workspace_max - claimed_by_workspace.get(job.workspace_id, 0) for job in ready}
    choice = Choice(list(jobs.values()), (Candidate(*row) for row in rows), hosts, places=places, walks=walks)
    return _take(connection, owner, jobs, choice.choose(room, busy=busy), hosts)


def _host_load(connection: Connection, fetched: Collection[tuple[UUID, int]]) -> HostLoad:
    paces = host.list_paces(connection)
    requests: Counter[str] = Counter()
    for name, running, fetching in connection.execute(_HOSTS_IN_USE, _fetched.parameters(fetched)):
        # A host's delay starts when the page's end is written: until then the page counts as a request.
        requests[name] = running if paces.get(name, host.Pace()).delay_ms else fetching
    return HostLoad(paces, requests)


def _take(
    connection: Connection, owner: str, jobs: Mapping[UUID, ReadyJob], chosen: Sequence[Candidate], hosts: HostLoad
) -> Claimed:
    """Hold credits for the chosen pages and lease those that could be paid for."""
    paid: list[Candidate] = []
    unpaid: list[UUID] = []
    for job in jobs.values():
        pages = [page for page in chosen if page.job_id == job.id]
        granted = _hold(connection, job, [page.number for page in pages if page.kind == PAGE])
        if granted is None:
            unpaid.append(job.id)
        paid += [page for page in pages if page.kind != PAGE or page.number in (granted or ())]
    tasks = _lease(connection, owner, jobs, paid) if paid else ()
    for job_id, amount in Counter(page.job_id for page in paid if page.kind == PAGE).items():
        issue(connection, job_id, amount)
    if slow := hosts.with_delay(page.host for page in paid):
        host.start_pause(connection, slow)
    return Claimed(tasks=tasks, unpaid=tuple(unpaid), waiting=True)


def _hold(connection: Connection, job: ReadyJob, numbers: Sequence[int]) -> set[int] | None:
    """The pages whose credits could be held; None when there are none and no page of the job is running."""
    if not numbers:
        return set()
    keys = {hold_key(job.id, number): number for number in numbers}
    granted = page_credits.reserve_each(connection, job.workspace_id, list(keys), job.price)
    return {keys[key] for key in granted} if granted or job.running else None


def _lease(
    connection: Connection, owner: str, jobs: Mapping[UUID, ReadyJob], pages: Sequence[Candidate]
) -> tuple[PageTask, ...]:
    leased = _leased.parameters([(page.job_id, page.number) for page in pages])
    rows = connection.execute(_LEASE, {"owner": owner, **leased})
    tokens = {(job_id, number): token for job_id, number, token in rows}
    return tuple(_task(jobs[page.job_id], page, tokens[page.job_id, page.number]) for page in pages)


def _task(job: ReadyJob, page: Candidate, token: int) -> PageTask:
    return PageTask(
        job_id=page.job_id, number=page.number, token=token, kind=page.kind, key=page.key.hex, url=page.url, host=page.host,
        depth=page.depth, delays=page.delays, operation=job.operation, workspace_id=job.workspace_id,
        price=job.price if page.kind == PAGE else 0,
    )  # fmt: skip
