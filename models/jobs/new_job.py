"""A new job of one call, with its credits held, in one statement.

Statements that run with every call are built once: building them costs more than running them.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Boolean, Connection, Integer, String, Uuid, bindparam, case, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSON, insert

from models.accounts.credits import Hold
from models.accounts.workspace import Workspace
from models.base import JsonObject, new_id
from models.jobs.job import Job
from models.session import NO_FLUSH

_job = bindparam("job", type_=Uuid())
_hold = bindparam("hold", type_=String)
_price = bindparam("price", type_=Integer)

# The lock comes first: a repeated call waits here until the first one has committed, then finds its hold.
_payer = (
    select(Workspace.id)
    .where(
        Workspace.id == bindparam("workspace"),
        Workspace.balance - Workspace.reserved >= _price,
        # A call that waits for its job gets an error if the job is lost in a crash. Its hold is lost with it.
        or_(bindparam("background", type_=Boolean), NO_FLUSH),
    )
    .with_for_update()
    .cte("payer")
)
_held = (
    insert(Hold)
    .from_select([Hold.key, Hold.workspace_id, Hold.amount], select(_hold, _payer.c.id, _price).select_from(_payer))
    .on_conflict_do_nothing(index_elements=[Hold.key])
    .returning(Hold.workspace_id)
    .cte("held")
)
_reserved = (
    update(Workspace)
    .where(Workspace.id == _held.c.workspace_id)
    .values({Workspace.reserved: Workspace.reserved + _price})
    .cte("reserved")
)
_CREATE = (
    insert(Job)
    .from_select(
        [
            Job.id, Job.workspace_id, Job.operation, Job.options, Job.path, Job.in_background, Job.waiting_process, Job.posted_at,
            Job.request_id, Job.trace, Job.watch_id,
        ],
        select(
            _job, _held.c.workspace_id, bindparam("kind", type_=String), bindparam("options", type_=JSON),
            bindparam("called", type_=String), bindparam("background", type_=Boolean), bindparam("waiting_process", type_=String),
            # A background job is posted when it is its turn (`background.py`).
            case((bindparam("background", type_=Boolean), None), else_=func.now()),
            bindparam("request", type_=String), bindparam("trace", type_=String), bindparam("watch", type_=Uuid()),
        ).select_from(_held),
    )
    .add_cte(_reserved)
)  # fmt: skip
_EXISTS = select(exists().where(Job.id == _job))


def create(
    connection: Connection, *, workspace_id: UUID, operation: str, options: JsonObject, path: str,
    in_background: bool, price: int, job_id: UUID | None = None, waiting_process: str | None = None,
    request_id: str | None = None, trace: str | None = None, watch_id: UUID | None = None,
) -> UUID | None:  # fmt: skip
    """The id of a new waiting job with `price` credits held for it, or None when the workspace has too few.

    One statement: the hold and the job are written together or not at all. A second call with the same `job_id`, after a
    connection was lost, returns the existing job and holds nothing more.
    """
    job_id = job_id or new_id()
    values = {
        "job": job_id, "hold": str(job_id), "workspace": workspace_id, "kind": operation, "options": options, "called": path,
        "background": in_background, "price": price, "waiting_process": waiting_process, "request": request_id, "trace": trace,
        "watch": watch_id,
    }  # fmt: skip
    if connection.execute(_CREATE, values).rowcount:
        return job_id
    return job_id if connection.execute(_EXISTS, {"job": job_id}).scalar_one() else None
