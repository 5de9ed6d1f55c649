"""Fair shares of a host's slots: a workspace with many pages at a host leaves slots to one that waits there with fewer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Connection, String, Uuid, any_, bindparam, cast, func, literal, select, union_all, update
from sqlalchemy.dialects.postgresql import ARRAY as PG_ARRAY
from sqlalchemy.dialects.postgresql import aggregate_order_by

from contract import limits
from models.jobs.job import Job
from models.pages.page import PAGE, Page
from models.pages.rules import Load
from models.schedule import visit
from models.schedule.slice import Slice
from models.schedule.visit import Visit, is_current

_names = bindparam("names", type_=ARRAY(String))
_WAITING = select(Slice.id, Slice.workspace_id, Slice.hosts).where(
    Slice.status.in_(("waiting", "running")), Slice.hosts.overlap(cast(_names, PG_ARRAY(String))),
    Slice.workspace_id != bindparam("mine", type_=Uuid()),
).order_by(Slice.not_before)  # fmt: skip
_HELD = union_all(
    select(Job.workspace_id, Page.host, literal(False), func.count())
    .join(Job, Job.id == Page.job_id)
    .where(Page.status == "running", Page.kind == PAGE, Page.host == any_(_names))
    .group_by(Job.workspace_id, Page.host),
    select(Visit.workspace_id, Visit.host, literal(True), func.count())
    .where(Visit.host == any_(_names), Visit.is_granted, is_current)
    .group_by(Visit.workspace_id, Visit.host),
)
_VISITS = (
    select(Visit.workspace_id, Visit.host, func.array_agg(aggregate_order_by(Visit.id, Visit.id)))
    .where(Visit.host == any_(_names), ~Visit.is_granted, is_current)
    .group_by(Visit.workspace_id, Visit.host)
)
_favoured = (
    select(Slice.id)
    .where(Slice.id == any_(bindparam("favoured", type_=ARRAY(Uuid()))), Slice.status == "waiting")
    .with_for_update(skip_locked=True)
)
_WAKE = (
    update(Slice)
    .where(Slice.id.in_(_favoured))
    .values({Slice.not_before: func.clock_timestamp(), Slice.hosts: None})
)  # fmt: skip


def leave_slots(
    connection: Connection, workspace_id: UUID, loads: Mapping[str, Load]
) -> tuple[dict[str, Load], Collection[UUID]]:
    """The loads of locked hosts without the slots that are left to others, and the workspaces whose slices are due for them.

    Slots that are left to visits are granted to them.
    """
    free = [name for name, load in loads.items() if load.free_slots]
    waiting = connection.execute(_WAITING, {"names": free, "mine": workspace_id}).all() if free else []
    visited = [name for name in free if loads[name].visits_wait]
    if not waiting and not visited:
        return dict(loads), ()
    sharing = _Sharing(workspace_id, dict(loads))
    for owner, name, is_visit, number in connection.execute(_HELD, {"names": free}):
        (sharing.visits if is_visit else sharing.pages)[owner, name] = number
    if visited:
        for owner, name, visits in connection.execute(_VISITS, {"names": visited}):
            free_slots = sharing.left[name].free_slots  # Visits are granted at once, so no more than are free.
            visit.grant(connection, visits[: sharing.leave(owner, name, min(len(visits), free_slots))])
    favoured: set[UUID] = set()
    due: set[UUID] = set()
    for (owner, name), slices in _by_workspace(waiting, free).items():
        if slots := sharing.leave(owner, name):
            favoured.update(slices[:slots])
            due.add(owner)
    wake(connection, favoured)
    return sharing.left, due


def wake(connection: Connection, slices: Collection[UUID]) -> None:
    """Make waiting slices due, for slots that are left to them."""
    if slices:
        connection.execute(_WAKE, {"favoured": list(slices)})


@dataclass
class _Sharing:
    """The loads of hosts while the workspace `mine` leaves slots to others: half of what it has more than each."""

    mine: UUID
    left: dict[str, Load]
    pages: Counter[tuple[UUID, str]] = field(default_factory=Counter)
    visits: Counter[tuple[UUID, str]] = field(default_factory=Counter)

    def leave(self, owner: UUID, name: str, most: int = limits.HOST_REQUESTS_MAX) -> int:
        """The number of slots that are left to a workspace at a host. Its own visits have a share like those of another."""
        mine, theirs = (self.mine, name), (owner, name)
        if owner == self.mine:
            ahead = self.pages[mine] - self.visits[mine]
        else:
            ahead = self.pages[mine] + self.visits[mine] - self.pages[theirs] - self.visits[theirs]
        load = self.left[name]
        slots = min((ahead + 1) // 2, most) if ahead > 0 and load.free_slots else 0
        self.left[name] = replace(load, requests=load.requests + slots)
        return slots


def _by_workspace(waiting: Iterable[Any], hosts: Collection[str]) -> dict[tuple[UUID, str], list[UUID]]:
    """The slices that wait, by workspace and host. Slots are left to a workspace once, whatever its number of slices."""
    slices: defaultdict[tuple[UUID, str], list[UUID]] = defaultdict(list)
    for slice_id, owner, names in waiting:
        for name in set(names or ()).intersection(hosts):
            slices[owner, name].append(slice_id)
    return slices
