"""Chooses the queued pages of a job that a claim may take: those of hosts that have places. Also, what the others wait for.

Pages are looked at in the order of the queue first. If full hosts hide the others, the first pages of each host follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, Connection, String, Uuid, all_, bindparam, func, or_, select, true

from contract import limits
from models.pages.page import LAPSES_ISOLATED, PAGE, SITEMAP, Page
from models.schedule import host, host_share
from models.schedule.host import Load

# Pages in the order of the queue that a claim looks at. More of them are looked at by host.
WINDOW = 64
# So many hosts are locked before it is known which of them are needed.
HOSTS_AT_ONCE = 4
# How long a slice waits for something whose end wakes it, such as a place at a host; the wake-up may be lost.
PLACE_SECONDS = 10.0
WALK_SECONDS = 1.0
# How long it waits when another transaction has locked the host.
LOCKED_SECONDS = 0.05
UNLIMITED = 10**6

_now = func.clock_timestamp()
_job = bindparam("job", type_=Uuid())
_queued = (Page.job_id == _job, Page.status == "queued", Page.lapses < LAPSES_ISOLATED)
_is_due = or_(Page.not_before.is_(None), Page.not_before <= _now)


class Candidate(NamedTuple):
    """A queued page that is due."""

    number: int
    kind: str
    key: UUID
    url: str
    host: str
    depth: int
    delays: int


COLUMNS = [getattr(Page, name) for name in Candidate._fields]
_WINDOW = select(*COLUMNS).where(*_queued, _is_due).order_by(Page.rank, Page.number).limit(WINDOW)

# The hosts of the job, one index lookup each, and the first pages of those that have a place.
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
        _hosts.c.name != all_(bindparam("seen", type_=ARRAY(String))), host.has_place(_hosts.c.name),
        # A walk through sitemaps is part of the window if it is due: walks come before most pages.
        _first_pages.c.kind != SITEMAP,
    )
    .limit(WINDOW)
)  # fmt: skip

_DELAYED = select(func.extract("epoch", func.min(Page.not_before) - _now)).where(*_queued, Page.not_before.is_not(None))


@dataclass(frozen=True, kw_only=True)
class Worker:
    """The worker that claims.

    `fetched` are (job, number) of its pages whose request has ended: they no longer count for their host. `walks` is the
    maximum number of sitemap walks to claim.
    """

    owner: str
    fetched: Collection[tuple[UUID, int]] = ()
    walks: int = UNLIMITED


@dataclass
class _Places:
    """The places that are left while pages are chosen."""

    left: int
    walks: int
    loads: Mapping[str, Load]
    _taken: dict[str, int] = field(default_factory=dict)

    def choose(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """The candidates for which there is a place, in their order."""
        return [page for page in candidates if self._take(page)]

    def _take(self, page: Candidate) -> bool:
        if self.left <= 0:
            return False
        if page.kind == SITEMAP:
            self.walks -= 1
            return self.walks >= 0
        taken = self._taken.get(page.host, 0)
        if page.host not in self.loads or taken >= self.loads[page.host].places:
            return False
        self._taken[page.host] = taken + 1
        self.left -= 1
        return True


@dataclass(kw_only=True)
class Look:
    """What a claim has seen: `pages` are due, those that `fit` have a place, and up to `room` of these are `chosen`.

    `due` are workspaces for whose slices places were left (`host_share`).
    """

    pages: list[Candidate]
    loads: dict[str, Load]
    fit: list[Candidate]
    chosen: list[Candidate]
    room: int
    due: Collection[UUID] = ()

    @property
    def full_hosts(self) -> set[str]:
        """The hosts without a place now, which are not in a pause."""
        return {page.host for page in self.pages if _is_full(self.loads.get(page.host))}


def look(connection: Connection, job_id: UUID, workspace_id: UUID, left: int, worker: Worker, room: int) -> Look:
    """Choose up to `room` pages of hosts that this transaction has locked; `left` is how many the job may still issue.

    The caller holds the job's lock.
    """
    pages = [Candidate(*row) for row in connection.execute(_WINDOW, {"job": job_id})]
    names = _host_names(pages)
    locked = host.try_lock(connection, names) if len(names) <= HOSTS_AT_ONCE and room else None
    loads = host.list_loads(connection, names, worker.fetched)
    fit = _Places(left, worker.walks, loads).choose(pages)
    if len(fit) < room and len(pages) == WINDOW:
        others = [Candidate(*row) for row in connection.execute(_OTHER_HOSTS, {"job": job_id, "seen": list(names)})]
        pages, locked = [*pages, *others], None
        loads |= host.list_loads(connection, _host_names(others), worker.fetched)
        fit = _Places(left, worker.walks, loads).choose(pages)
    secured, due = _secure(connection, workspace_id, worker, fit[:room], loads, locked)
    chosen = _Places(left, worker.walks, secured).choose(fit[:room])
    return Look(pages=pages, loads=loads, fit=fit, chosen=chosen, room=room, due=due)


def choose_one(connection: Connection, pages: Sequence[Candidate]) -> Look:
    """Choose the first of these pages whose host has a place and is locked by this transaction."""
    names = host.try_lock(connection, _host_names(pages))
    loads = host.list_loads(connection, names)
    chosen = _Places(UNLIMITED, UNLIMITED, loads).choose(pages)[:1]
    return Look(pages=list(pages), loads=loads, fit=chosen, chosen=chosen, room=1)


def _secure(
    connection: Connection, workspace_id: UUID, worker: Worker, pages: Sequence[Candidate], loads: Mapping[str, Load],
    locked: Collection[str] | None,
) -> tuple[dict[str, Load], Collection[UUID]]:  # fmt: skip
    """The loads of hosts of these pages that nobody else changes now; the workspaces to which places are left."""
    if not pages:
        return {}, ()
    if locked is None:
        locked = host.try_lock(connection, _host_names(pages))
        loads = host.list_loads(connection, locked, worker.fetched)
    secured = {name: load for name, load in loads.items() if name in locked}
    return host_share.leave_places(connection, workspace_id, secured)


def _host_names(pages: Iterable[Candidate]) -> set[str]:
    return {page.host for page in pages if page.kind == PAGE}


def wait(connection: Connection, job_id: UUID, worker: Worker, seen: Look) -> tuple[float | None, Collection[str]]:
    """How long a job that could claim no page waits, and the hosts whose places end the wait; None without queued pages."""
    if seen.chosen or seen.due:  # Running pages must release their credits or their places first.
        return PLACE_SECONDS, _host_names(seen.fit)
    if seen.fit:
        return (LOCKED_SECONDS if seen.room else 0.0), ()
    waits = [load.wait_seconds for load in seen.loads.values() if load.wait_seconds > 0]
    if (delayed := delay_seconds(connection, job_id)) is not None:
        waits.append(delayed)
    if any(page.kind == SITEMAP for page in seen.pages) and worker.walks <= 0:
        waits.append(WALK_SECONDS)
    if full := seen.full_hosts:
        return min([*waits, PLACE_SECONDS]), full
    return min(waits, default=None), ()


def delay_seconds(connection: Connection, job_id: UUID) -> float | None:
    """The seconds until the first delayed page of a job is due; None when it has none."""
    seconds = connection.execute(_DELAYED, {"job": job_id}).scalar_one()
    return None if seconds is None else max(0.0, float(seconds))


def _is_full(load: Load | None) -> bool:
    return load is not None and load.wait_seconds <= 0 and not load.places
