"""Chooses the queued pages of a job that a claim may take: those of hosts that have free slots. Also, what the others wait for.

Pages are looked at in the order of the queue first. If full hosts hide the others, the first pages of each host follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, Float, String, Uuid, all_, bindparam, case, cast, func, or_, select, true

from contract import limits
from models.base import columns_of
from models.pages.page import EXPIRED_LEASES_ISOLATED, PAGE, SITEMAP, Page
from models.pages.rules import UNLIMITED, Load, Slots
from models.schedule import host, host_share

# Pages in the order of the queue that a claim looks at. More of them are looked at by host.
WINDOW = 64
# This many hosts are locked before it is known which of them are needed.
HOSTS_AT_ONCE = 4
# How long a slice waits for something whose end wakes it, such as a slot at a host; the wake-up may be lost.
SLOT_WAIT_SECONDS = 10.0
# How long it waits when the worker may claim no more sitemap tasks.
SITEMAP_TASK_SECONDS = 1.0
# How long it waits when another transaction has locked the host.
LOCKED_SECONDS = 0.05

_now = func.clock_timestamp()
_job = bindparam("job", type_=Uuid())
_queued = (Page.job_id == _job, Page.status == "queued", Page.expired_leases < EXPIRED_LEASES_ISOLATED)
_is_due = or_(Page.not_before.is_(None), Page.not_before <= _now)


class Candidate(NamedTuple):
    """A queued page that is due; one that was delayed is due for `late_seconds`."""

    number: int
    kind: str
    key: UUID
    url: str
    host: str
    depth: int
    delays: int
    late_seconds: float


# Pages that a stopping worker gave back have a time too, but no delay.
_late = cast(case((Page.delays > 0, func.extract("epoch", _now - Page.not_before)), else_=0.0), Float).label(
    "late_seconds"
)
COLUMNS = columns_of(Page, Candidate, _late)
_WINDOW = select(*COLUMNS).where(*_queued, _is_due).order_by(Page.rank, Page.number).limit(WINDOW)

# The hosts of the job, one index lookup each, and the first pages of those that have a free slot.
_hosts = select(func.min(Page.host).label("name")).where(*_queued).cte("hosts", recursive=True)
_next_host = select(func.min(Page.host)).where(*_queued, Page.host > _hosts.c.name).correlate(_hosts).scalar_subquery()
_hosts = _hosts.union_all(select(_next_host).where(_hosts.c.name.is_not(None)))
_first_pages = (
    select(*COLUMNS)
    .where(*_queued, _is_due, Page.host == _hosts.c.name)
    .order_by(Page.rank, Page.number)
    .limit(limits.HOST_REQUESTS_MAX)
    .lateral("first_pages")
)
_OTHER_HOSTS = (
    select(*(_first_pages.c[name] for name in Candidate._fields))
    .select_from(_hosts.join(_first_pages, true()))
    .where(
        _hosts.c.name != all_(bindparam("seen", type_=ARRAY(String))), host.has_free_slot(_hosts.c.name),
        # The reading of sitemaps is part of the window if it is due: it comes before most pages.
        _first_pages.c.kind != SITEMAP,
    )
    .limit(WINDOW)
)  # fmt: skip

_DELAYED = select(func.extract("epoch", func.min(Page.not_before) - _now)).where(*_queued, Page.not_before.is_not(None))


@dataclass(frozen=True, kw_only=True)
class Worker:
    """The worker that claims.

    `fetched` are (job, number) of its pages whose request has ended: they no longer count for their host. `sitemap_tasks` is
    the maximum number of sites to claim whose sitemaps are read.
    """

    owner: str
    fetched: Collection[tuple[UUID, int]] = ()
    sitemap_tasks: int = UNLIMITED


@dataclass(kw_only=True)
class Look:
    """What a claim has seen: `pages` are due, those that `fit` have a slot, and up to `most` of these are `chosen`.

    `due` are workspaces for whose slices slots were left (`host_share`).
    """

    pages: list[Candidate]
    loads: dict[str, Load]
    fit: list[Candidate]
    chosen: list[Candidate]
    most: int
    due: Collection[UUID] = ()

    @property
    def full_hosts(self) -> set[str]:
        """The hosts without a free slot, which are not in a pause."""
        return {page.host for page in self.pages if _is_full(self.loads.get(page.host))}


@dataclass(frozen=True, kw_only=True)
class Claimant:
    """The job that claims. `left` is how many pages it may still issue."""

    job_id: UUID
    workspace_id: UUID
    of_crawl: bool
    left: int


def look(connection: Connection, job: Claimant, worker: Worker, most: int) -> Look:
    """Choose up to `most` pages of hosts that this transaction has locked.

    The caller holds the job's lock.
    """
    pages = [Candidate(*row) for row in connection.execute(_WINDOW, {"job": job.job_id})]
    names = _host_names(pages)
    locked = host.try_lock(connection, names) if len(names) <= HOSTS_AT_ONCE and most else None
    loads = host.list_loads(connection, names, worker.fetched, of_crawl=job.of_crawl)
    fit = _choose(Slots(job.left, loads, worker.sitemap_tasks), pages)
    if len(fit) < most and len(pages) == WINDOW:
        values = {"job": job.job_id, "seen": list(names), "of_crawl": job.of_crawl}
        others = [Candidate(*row) for row in connection.execute(_OTHER_HOSTS, values)]
        pages, locked = [*pages, *others], None
        loads |= host.list_loads(connection, _host_names(others), worker.fetched, of_crawl=job.of_crawl)
        fit = _choose(Slots(job.left, loads, worker.sitemap_tasks), pages)
    secured, due = _secure(connection, job, worker, fit[:most], loads, locked)
    chosen = _choose(Slots(job.left, secured, worker.sitemap_tasks), fit[:most])
    return Look(pages=pages, loads=loads, fit=fit, chosen=chosen, most=most, due=due)


def choose_one(connection: Connection, pages: Sequence[Candidate], *, of_crawl: bool) -> Look:
    """Choose the first of these pages whose host has a free slot and is locked by this transaction."""
    names = host.try_lock(connection, _host_names(pages))
    loads = host.list_loads(connection, names, of_crawl=of_crawl)
    chosen = _choose(Slots(UNLIMITED, loads), pages)[:1]
    return Look(pages=list(pages), loads=loads, fit=chosen, chosen=chosen, most=1)


def _secure(
    connection: Connection, job: Claimant, worker: Worker, pages: Sequence[Candidate], loads: Mapping[str, Load],
    locked: Collection[str] | None,
) -> tuple[dict[str, Load], Collection[UUID]]:  # fmt: skip
    """The loads of hosts of these pages that nobody else changes now; the workspaces to which slots are left."""
    if not pages:
        return {}, ()
    if locked is None:
        locked = host.try_lock(connection, _host_names(pages))
        loads = host.list_loads(connection, locked, worker.fetched, of_crawl=job.of_crawl)
    secured = {name: load for name, load in loads.items() if name in locked}
    return host_share.leave_slots(connection, job.workspace_id, secured)


def _choose(slots: Slots, candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates for which there is a slot, in their order."""
    return [page for page in candidates if slots.take(page)]


def _host_names(pages: Iterable[Candidate]) -> set[str]:
    return {page.host for page in pages if page.kind == PAGE}


def wait(connection: Connection, job_id: UUID, worker: Worker, seen: Look) -> tuple[float | None, Collection[str]]:
    """How long a job that could claim no page waits, and the hosts whose slots end the wait; None without queued pages."""
    if seen.chosen or seen.due:  # Running pages must release their credits or their slots first.
        return SLOT_WAIT_SECONDS, _host_names(seen.fit)
    if seen.fit:
        return (LOCKED_SECONDS if seen.most else 0.0), ()
    waits = [load.wait_seconds for load in seen.loads.values() if load.wait_seconds > 0]
    if (delayed := delay_seconds(connection, job_id)) is not None:
        waits.append(delayed)
    if any(page.kind == SITEMAP for page in seen.pages) and worker.sitemap_tasks <= 0:
        waits.append(SITEMAP_TASK_SECONDS)
    if full := seen.full_hosts:
        return min([*waits, SLOT_WAIT_SECONDS]), full
    return min(waits, default=None), ()


def delay_seconds(connection: Connection, job_id: UUID) -> float | None:
    """The seconds until the first delayed page of a job is due; None when it has none."""
    seconds = connection.execute(_DELAYED, {"job": job_id}).scalar_one()
    return None if seconds is None else max(0.0, float(seconds))


def _is_full(load: Load | None) -> bool:
    return load is not None and load.wait_seconds <= 0 and not load.free_slots
