"""Fair shares of a host's places: a workspace with many pages at a host leaves places to one that waits there with fewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from uuid import UUID

from sqlalchemy import ARRAY, Connection, String, Uuid, any_, bindparam, cast, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY as PG_ARRAY

from models.jobs.job import Job
from models.pages.page import PAGE, Page
from models.turns.host import Load
from models.turns.slice import Slice

_names = bindparam("names", type_=ARRAY(String))
_WAITING = select(Slice.id, Slice.workspace_id, Slice.hosts).where(
    Slice.status.in_(("waiting", "running")), Slice.hosts.overlap(cast(_names, PG_ARRAY(String))),
    Slice.workspace_id != bindparam("mine", type_=Uuid()),
)  # fmt: skip
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
    favoured: dict[UUID, UUID] = {}
    for slice_id, owner, names in waiting:
        for name in set(names or ()).intersection(free):
            ahead = running[workspace_id, name] - running[owner, name]
            if ahead > 0 and left[name].places:
                left[name] = replace(left[name], requests=left[name].requests + (ahead + 1) // 2)
                favoured[slice_id] = owner
    if favoured:
        connection.execute(_WAKE, {"favoured": list(favoured)})
    return left, set(favoured.values())
