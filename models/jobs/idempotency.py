"""Idempotency keys: a call that is repeated with its key gets the job of the first call, for a day.

The key is stored in the row of its job, so both are written in one transaction. A job whose caller got neither a result
nor a charge releases its key (`waiting_process.py`, `job.fail_locked`). A repeated call then starts a new job.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import Connection, LargeBinary, String, Uuid, bindparam, case, func, select, update

from contract import limits
from contract.errors import IdempotencyKeyReused
from models.jobs.job import Job

REUSED = "was used for another request within the last 24 hours"
LIFETIME = timedelta(seconds=limits.IDEMPOTENCY_KEY_SECONDS)


@dataclass(frozen=True)
class IdempotencyKey:
    """The key of a call, and the digest of the call's path and body."""

    value: str
    digest: bytes


_workspace = bindparam("workspace", type_=Uuid())
_key = bindparam("key", type_=String)
_digest = bindparam("digest", type_=LargeBinary)
_is_keyed = (Job.workspace_id == _workspace) & (Job.idempotency_key == _key)
_is_valid = Job.created_at > func.now() - LIFETIME
_ADOPT = (
    update(Job)
    .where(_is_keyed, _is_valid, Job.request_digest == _digest)
    .values({Job.waiting_process: case((Job.waiting_process.is_not(None), bindparam("process", type_=String)))})
    .returning(Job.id)
)
_IS_REUSED = select(Job.id).where(_is_keyed, _is_valid, Job.request_digest != _digest)


def adopt(connection: Connection, workspace_id: UUID, key: IdempotencyKey, process: str) -> UUID | None:
    """The job that a call with this key started, or None.

    If the first call has not been answered yet, the process `process` now has to answer it.

    Raises:
        IdempotencyKeyReused: the first call had another path or body.
    """
    values = {"workspace": workspace_id, "key": key.value, "digest": key.digest}
    found = connection.execute(_ADOPT, {**values, "process": process}).scalar_one_or_none()
    if found is None and connection.execute(_IS_REUSED, values).one_or_none() is not None:
        raise IdempotencyKeyReused.of("Idempotency-Key", REUSED)
    return found


_LOCK = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("name", type_=String), 0)))


_EXPIRE = update(Job).where(_is_keyed, ~_is_valid).values({Job.idempotency_key: None})


def lock(connection: Connection, workspace_id: UUID, key: IdempotencyKey) -> None:
    """Let other calls with the same key wait until this transaction has ended. The key's expired job gives it up.

    This comes first in the transaction: jobs are locked before workspaces.
    """
    connection.execute(_LOCK, {"name": f"{workspace_id}:{key.value}"})
    connection.execute(_EXPIRE, {"workspace": workspace_id, "key": key.value})


_STORE = (
    update(Job)
    .where(Job.id == bindparam("job", type_=Uuid()))
    .values({Job.idempotency_key: _key, Job.request_digest: _digest})
)


def store(connection: Connection, key: IdempotencyKey, job_id: UUID) -> None:
    """Store the key of a new job. The caller has called `lock`, then `adopt`, in the same transaction."""
    connection.execute(_STORE, {"job": job_id, "key": key.value, "digest": key.digest})
