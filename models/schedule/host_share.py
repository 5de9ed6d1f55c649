"""Fair shares of a host's places: a workspace with many pages at a host leaves places to one that waits there with fewer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Connection, String, Uuid, any_, bindparam, cast, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY as PG_ARRAY

from models.jobs.job import Job
from models.pages.page import PAGE, Page
from models.schedule.host import Load
from models.schedule.slice import Slice

_names = bindparam("names", type_=ARRAY(String))
_WAITING = select(Slice.id, Slice.workspace_id, Slice.hosts).where(
    Slice.status.in_(("waiting", "running")), Slice.hosts.overlap(cast(_names, PG_ARRAY(String))),
    Slice.workspace_id != bindparam("mine", type_=Uuid()),
).order_by(Slice.not_before)  # fmt: skip
_RUNNING = (
    select(Job.workspace_id, Page.host, func.count())
    .join(Job, Job.id == Page.job_id)
    .where(Page.status == "running", Page.kind == PAGE, Page.host == any_(_names))
    .group_by(Job.workspace_id, Page.host)
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


def leave_places(
    connection: Connection, workspace_id: UUID, loads: Mapping[str, Load]
) -> tuple[dict[str, Load], Collection[UUID]]:
    """The loads of locked hosts without the places that are left to others, and the workspaces whose slices are due for them."""
    free = [name for name, load in loads.items() if load.places]
    waiting = connection.execute(_WAITING, {"names": free, "mine": workspace_id}).all() if free else []
    if not waiting:
        return dict(loads), ()
    running: Counter[tuple[UUID, str]] = Counter()
    for owner, name, number in connection.execute(_RUNNING, {"names": free}):
        running[owner, name] = number
    left = dict(loads)
    favoured: set[UUID] = set()
    due: set[UUID] = set()
    for (owner, name), slices in _by_workspace(waiting, free).items():
        ahead = running[workspace_id, name] - running[owner, name]
        if ahead > 0 and left[name].places:
            places = (ahead + 1) // 2
            left[name] = replace(left[name], requests=left[name].requests + places)
            favoured.update(slices[:places])
            due.add(owner)
    if favoured:
        connection.execute(_WAKE, {"favoured": list(favoured)})
    return left, due


def _by_workspace(waiting: Iterable[Any], hosts: Collection[str]) -> dict[tuple[UUID, str], list[UUID]]:
    """The slices that wait, by workspace and host. Places are left to a workspace once, whatever its number of slices."""
    slices: defaultdict[tuple[UUID, str], list[UUID]] = defaultdict(list)
    for slice_id, owner, names in waiting:
        for name in set(names or ()).intersection(hosts):
            slices[owner, name].append(slice_id)
    return slices
