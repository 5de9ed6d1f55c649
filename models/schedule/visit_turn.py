"""One turn at a host: visits arrive and end, and free slots are granted to those that wait.

Workspaces get slots in turn, whatever the number of their visits: the next slot goes to the one that has the fewest at the host.
A slot is left to a slice that waits there if its workspace has fewer, or if the workspace has fewer pages than visits there.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Text,
    Uuid,
    any_,
    bindparam,
    cast,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.dialects.postgresql import array
from sqlalchemy.sql.dml import ReturningInsert

from contract import limits
from contract.operations import CRAWL
from models.array_rows import ArrayRows
from models.jobs.job import Job
from models.pages.page import PAGE, Page
from models.schedule import host, host_share, visit
from models.schedule.host import Host
from models.schedule.slice import Slice
from models.schedule.together import Together
from models.schedule.visit import Visit, count_granted, has_waiting, is_current
from models.worker import LEASE

NOTHING: Mapping[UUID, int] = MappingProxyType({})
_at = bindparam("at", type_=Text())
_running_pages = (Page.status == "running", Page.kind == PAGE, Page.host == _at, host.is_fetching)
_free = (
    limits.HOST_REQUESTS_MAX
    - select(func.count()).where(*_running_pages).correlate(None).scalar_subquery()
    - count_granted(_at)
)


def _waiting_slices(name: ColumnElement[str]) -> tuple[ColumnElement[bool], ...]:
    """A slice that waits for a slot at a host, or runs and would take one."""
    status = Slice.status == any_(array(["waiting", "running"]))
    return status, Slice.hosts.overlap(cast(array([name]), ARRAY(String)))


_arrivals = ArrayRows("arrivals", with_position=True, workspace_id=Uuid())
_new_visits = select(
    _at, _arrivals.c.workspace_id,
    (_free >= bindparam("number", type_=Integer)) & ~has_waiting(_at) & ~exists().where(*_waiting_slices(_at)),
    func.clock_timestamp() + LEASE,
).order_by(_arrivals.c.position)  # fmt: skip


def _entering(visits: Select[Any]) -> ReturningInsert[int, bool]:
    columns = [Visit.host, Visit.workspace_id, Visit.is_granted, Visit.until]
    return insert(Visit).from_select(columns, visits).returning(Visit.id, Visit.is_granted)


_ENTER = _entering(_new_visits)
# A setting of the transaction carries the first statement's result to the last one.
_HAS_LOCK = "orbweaver.has_host"
_ENTER_ALONE = Together(
    select(func.set_config(_HAS_LOCK, cast(host.is_locked_now(_at), Text), True)),
    visit.DELETE,
    _entering(_new_visits.where(func.current_setting(_HAS_LOCK) == "true")),
)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a turn has done: the ids of the arrivals in their order, which visits are granted, and of which none is stored.

    `left` is the number of slots that were left to the slices of each workspace. Those of `woken` that wait are due now
    (`slice.post_due`).
    """

    arrived: Sequence[int] = ()
    granted: Collection[int] = ()
    lost: Collection[int] = ()
    left: Mapping[UUID, int] = field(default_factory=dict)
    woken: Collection[UUID] = ()


def take(
    connection: Connection, name: str, *, arrivals: Sequence[UUID] = (), ended: Collection[int] = (),
    waiting: Collection[int] = (), fetched: Collection[tuple[UUID, int]] = (), left: Mapping[UUID, int] = NOTHING,
) -> Turn | None:  # fmt: skip
    """A turn at a host, or None while another transaction has locked it.

    Args:
        arrivals: the workspaces of new visits.
        ended: visits to delete.
        waiting: earlier visits of the caller that were not granted so far.
        fetched: (job, number) of running pages whose request has ended.
        left: slots that were left to slices of workspaces a moment ago, which these may not have claimed yet.
    """
    if not host.try_lock(connection, [name]):
        return None
    if ended:
        visit.end(connection, ended)
    values = _entering_values(name, arrivals, fetched, left)
    arrived = _arrived(connection.execute(_ENTER, values)) if arrivals else {}
    if arrivals and all(arrived.values()) and not waiting:
        return Turn(arrived=tuple(arrived), granted=tuple(arrived))
    slots = _share_out(connection, name, fetched, left)
    mine = [*arrived, *waiting]
    found = visit.find(connection, mine) if mine else {}
    return Turn(
        arrived=tuple(arrived), granted=[each for each in mine if found.get(each)],
        lost=[each for each in mine if each not in found], left=slots.left, woken=slots.woken,
    )  # fmt: skip


def enter(
    connection: Connection, name: str, *, arrivals: Sequence[UUID], ended: Collection[int] = (),
    fetched: Collection[tuple[UUID, int]] = (), left: Mapping[UUID, int] = NOTHING,
) -> Turn | None:  # fmt: skip
    """A turn of visits that arrive, in one round trip and without a transaction. As `take`, if all are granted.

    Otherwise they wait, and no slot is granted to anybody: `take` the next turn with them.
    """
    values = {"visits": list(ended), **_entering_values(name, arrivals, fetched, left)}
    arrived = _arrived(_ENTER_ALONE.run(connection, values))
    if not arrived:
        return None
    return Turn(arrived=tuple(arrived), granted=[each for each, is_granted in arrived.items() if is_granted])


def _entering_values(
    name: str, arrivals: Sequence[UUID], fetched: Collection[tuple[UUID, int]], left: Mapping[UUID, int]
) -> dict[str, object]:
    return {
        "at": name, "number": len(arrivals) + sum(left.values()), **host.fetched_parameters(fetched),
        **_arrivals.parameters([(workspace_id,) for workspace_id in arrivals]),
    }  # fmt: skip


def _arrived(rows: Iterable[Sequence[Any]]) -> dict[int, bool]:
    """The ids of new visits in the order of their arrival, and whether they are granted."""
    return {visit_id: is_granted for visit_id, is_granted in sorted((row[0], row[1]) for row in rows)}


_gone = visit.DELETE.returning(Visit.host).cte("gone")
_END = select(_gone.c.host).where(has_waiting(_gone.c.host)).union(
    select(_gone.c.host).where(exists().where(*_waiting_slices(_gone.c.host)))
)  # fmt: skip


def end(connection: Connection, visits: Collection[int]) -> list[str]:
    """Delete visits whose requests have ended. The hosts where others wait: `take` a turn there."""
    return list(connection.execute(_END, {"visits": list(visits)}).scalars())


_FREE = select(_free)
_VISITS = select(Visit.id, Visit.workspace_id, Visit.is_granted).where(Visit.host == _at, is_current).order_by(Visit.id)
_PAGES = (
    select(Job.workspace_id, func.count())
    .join(Page, Page.job_id == Job.id)
    .where(*_running_pages)
    .group_by(Job.workspace_id)
)
_has_delay = exists().where(Host.name == _at, Host.delay_ms > 0)
_SLICES = (
    select(Slice.id, Slice.workspace_id)
    .join(Job, Job.id == Slice.job_id)
    # A crawl at a host with a delay waits for the delay, not for a slot.
    .where(*_waiting_slices(_at), ~((Job.operation == CRAWL.name) & _has_delay))
    .order_by(Slice.not_before)
)


@dataclass
class _Slots:
    """The slots of a host while they are shared out. `pages` and `visits` are the slots in use by workspace."""

    free: int
    pages: Counter[UUID] = field(default_factory=Counter)
    visits: Counter[UUID] = field(default_factory=Counter)
    waiting: defaultdict[UUID, deque[int]] = field(default_factory=lambda: defaultdict(deque))
    slices: defaultdict[UUID, deque[UUID]] = field(default_factory=lambda: defaultdict(deque))
    granted: list[int] = field(default_factory=list)
    woken: set[UUID] = field(default_factory=set)
    left: Counter[UUID] = field(default_factory=Counter)

    def share_out(self) -> None:
        """Give each free slot to the workspace that has the fewest."""
        while self.free > 0 and (self.waiting or self.slices):
            self.free -= 1
            visitor = min(self.waiting, key=lambda each: (self._held(each), self.waiting[each][0]), default=None)
            owner = self._owner_of_slice(visitor)
            if owner is not None:
                self._leave_to_slice(owner)
            elif visitor is not None:
                self._grant(visitor)

    def _held(self, workspace_id: UUID) -> int:
        return self.pages[workspace_id] + self.visits[workspace_id]

    def _owner_of_slice(self, visitor: UUID | None) -> UUID | None:
        """The workspace whose slice the next slot is left to, rather than given to the visitor."""
        owner = min(self.slices, key=self._held, default=None)
        if visitor is None or owner is None:
            return owner
        if self._held(owner) < self._held(visitor):
            return owner
        return visitor if visitor in self.slices and self.pages[visitor] < self.visits[visitor] else None

    def _leave_to_slice(self, owner: UUID) -> None:
        self.woken.add(self.slices[owner][0])
        self.slices[owner].rotate(-1)
        self.left[owner] += 1
        self.pages[owner] += 1

    def _grant(self, visitor: UUID) -> None:
        self.granted.append(self.waiting[visitor].popleft())
        self.visits[visitor] += 1
        if not self.waiting[visitor]:
            del self.waiting[visitor]


def _share_out(
    connection: Connection, name: str, fetched: Collection[tuple[UUID, int]], left: Mapping[UUID, int]
) -> _Slots:
    """Grant the free slots of a locked host, and wake the slices that slots are left to."""
    values = {"at": name, **host.fetched_parameters(fetched)}
    slots = _Slots(free=connection.execute(_FREE, values).scalar_one() - sum(left.values()), pages=Counter(left))
    if slots.free <= 0:
        return slots
    slots.pages.update({workspace_id: number for workspace_id, number in connection.execute(_PAGES, values)})
    for visit_id, workspace_id, is_granted in connection.execute(_VISITS, {"at": name}):
        if is_granted:
            slots.visits[workspace_id] += 1
        else:
            slots.waiting[workspace_id].append(visit_id)
    for slice_id, workspace_id in connection.execute(_SLICES, {"at": name}):
        slots.slices[workspace_id].append(slice_id)
    slots.share_out()
    visit.grant(connection, slots.granted)
    host_share.wake(connection, slots.woken)
    return slots
