"""The claim of the next jobs of a queue. Fairness between workspaces is decided here, and nowhere else.

A workspace may always run its equal share of a worker's slots. Beyond that, workspaces use the slots that would be idle,
except a few that are reserved for workspaces with less than their share. The next job is the oldest of the workspace with
the fewest running jobs, on all workers together.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    Connection,
    Integer,
    String,
    Uuid,
    all_,
    and_,
    any_,
    bindparam,
    cast,
    func,
    or_,
    select,
    true,
    update,
)

from models.jobs.job import CLAIMED, OPEN, TASK_COLUMNS, Job, Task, task_of
from models.jobs.lost_job import is_lost
from models.session import NO_FLUSH

# Slots of a queue that are reserved for workspaces with less than their equal share: one in four, at most eight. They are idle
# while no such workspace has a job.
RESERVED_PART = 4
RESERVED_MAX = 8


@dataclass(frozen=True)
class Slots:
    """The slots of one queue in a worker: how many there are, and how many are in use."""

    number: int
    used: int

    @property
    def shared(self) -> int:
        """How many are not reserved."""
        reserved = min(RESERVED_MAX, max(1, self.number // RESERVED_PART)) if self.number > 1 else 0
        return self.number - reserved


@dataclass(frozen=True)
class NextJobs:
    """The claimed jobs.

    `left` is how many that wait were not claimed: their workspaces have their shares, or no slot is free. `missed` are those
    that were next but locked: usually another worker was claiming them.
    """

    tasks: list[Task]
    left: int
    missed: Collection[UUID] = ()


_now = func.now()
_of_queue = (
    Job.status.in_(OPEN), Job.posted_at.is_not(None), Job.operation == any_(bindparam("operations", type_=ARRAY(String()))),
)  # fmt: skip
_is_lost = and_(bindparam("with_lost", type_=Boolean), is_lost)
_is_claimable = or_(Job.status == "waiting", _is_lost)
_is_running = (Job.status == "active") & (Job.lease_until > _now)
_is_running_here = _is_running & (Job.lease_owner == bindparam("owner", type_=String))
_shared, _shared_free, _free = (bindparam(name, type_=Integer) for name in ("shared", "shared_free", "free"))
_workspaces = (
    select(
        Job.workspace_id,
        func.count().filter(_is_claimable).label("waiting"),
        func.count().filter(_is_running).label("running"),
        func.count().filter(_is_running_here).label("running_here"),
    )
    .where(*_of_queue)
    .group_by(Job.workspace_id)
    .cte("workspaces")
)
_share = _shared // func.greatest(
    1,
    select(func.count())
    .where(or_(_workspaces.c.waiting > 0, _workspaces.c.running_here > 0))
    .select_from(_workspaces)
    .scalar_subquery(),
)
_oldest = (
    select(Job.id, func.row_number().over(order_by=Job.id).label("number"))
    .where(
        Job.workspace_id == _workspaces.c.workspace_id,
        *_of_queue,
        _is_claimable,
        Job.id != all_(bindparam("without", type_=ARRAY(Uuid()))),
    )
    .order_by(Job.id)
    .limit(_free)
    .lateral("oldest")
)
_ranked = (
    select(
        _oldest.c.id,
        func.row_number().over(order_by=(_workspaces.c.running + _oldest.c.number, _oldest.c.id)).label("position"),
        (_workspaces.c.running_here + _oldest.c.number <= func.greatest(1, _share)).label("in_share"),
    )
    .join_from(_workspaces, _oldest, true())
    .where(_workspaces.c.waiting > 0)
    .subquery("ranked")
)
# An array: whatever Postgres estimates, each of these jobs is found by its key.
_chosen = select(
    func.array(
        select(_ranked.c.id)
        .where(or_(_ranked.c.position <= _shared_free, _ranked.c.in_share))
        .order_by(_ranked.c.position)
        .limit(_free)
        .scalar_subquery(),
        type_=ARRAY(Uuid()),
    ).label("ids")
).cte("chosen")
_locked = (
    select(Job.id)
    .where(Job.id == any_(cast(select(_chosen.c.ids).scalar_subquery(), ARRAY(Uuid()))), *_of_queue, _is_claimable)
    .with_for_update(skip_locked=True)
    .cte("locked")
)
_claimed = (
    update(Job)
    # A claim that is lost in a crash is made again. The job's end waits for the disk.
    .where(Job.id.in_(select(_locked.c.id)), NO_FLUSH)
    .values(CLAIMED)
    .returning(*TASK_COLUMNS)
    .cte("claimed")
)
_counts = select(
    select(func.coalesce(func.sum(_workspaces.c.waiting), 0)).scalar_subquery().label("waiting"),
    _chosen.c.ids.label("chosen"),
).subquery("counts")
_CLAIM = select(_counts.c.waiting, _counts.c.chosen, *_claimed.c).outerjoin_from(_counts, _claimed, true())


# A short statement, because planning `_CLAIM` takes longer than running it.
_few = select(Job.id).where(*_of_queue, Job.status == "waiting").limit(_shared_free + 1).cte("few")
_all_locked = (
    select(Job.id)
    .where(
        Job.id.in_(select(_few.c.id)), *_of_queue, Job.status == "waiting",
        select(func.count()).select_from(_few).scalar_subquery() <= _shared_free,
    )
    .with_for_update(skip_locked=True)
    .cte("all_locked")
)  # fmt: skip
_CLAIM_ALL = update(Job).where(Job.id.in_(select(_all_locked.c.id)), NO_FLUSH).values(CLAIMED).returning(*TASK_COLUMNS)


def claim_all(connection: Connection, operations: Collection[str], owner: str, slots: Slots) -> list[Task]:
    """Claim all jobs of these operations that wait, if they are so few that no order matters: they fit in the free shared slots.

    Otherwise none. Waits for no lock.
    """
    shared_free = slots.shared - slots.used
    if shared_free <= 0:
        return []
    values = {"operations": list(operations), "owner": owner, "shared_free": shared_free}
    return sorted(map(task_of, connection.execute(_CLAIM_ALL, values)), key=lambda task: task.job_id)


def claim(
    connection: Connection, operations: Collection[str], owner: str, slots: Slots, *, with_lost: bool = False,
    without: Collection[UUID] = (),
) -> NextJobs:  # fmt: skip
    """Claim the next jobs of these operations, as many as may run in the free slots of `owner`. One statement; waits for no lock.

    Args:
        with_lost: whether expired leases mean that workers were lost (`Heartbeat.may_recover`). Then their jobs are claimed too.
        without: jobs that were locked at the last claim. A transaction that hangs must not keep the others waiting.
    """
    values = {
        "operations": list(operations), "owner": owner, "with_lost": with_lost, "free": slots.number - slots.used,
        "shared": slots.shared, "shared_free": slots.shared - slots.used, "without": list(without),
    }  # fmt: skip
    rows = connection.execute(_CLAIM, values).all()
    waiting, chosen = rows[0][:2]
    tasks = [task_of(row[2:]) for row in rows if row[2] is not None]
    # `UPDATE` returns the rows in any order.
    tasks.sort(key=lambda task: task.job_id)
    return NextJobs(tasks, int(waiting) - len(tasks), set(chosen) - {task.job_id for task in tasks})
