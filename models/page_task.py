"""Pages in a worker's hands, each a row under a lease, and what the worker asks about their jobs meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Connection, text

from models.page import NewPage

LEASE = timedelta(seconds=15)
# A page whose worker was lost twice goes on alone, so that its neighbours do not pay for it; the third time it failed.
LAPSES_ALONE = 2
LAPSES_MAX = 3


@dataclass(frozen=True, kw_only=True)
class PageTask:
    """A page in a worker's hands, and the token that its writes must carry."""

    job_id: UUID
    number: int
    token: int
    kind: str
    key: str
    url: str
    host: str
    depth: int
    delays: int
    operation: str
    workspace_id: UUID
    price: int

    @property
    def hold(self) -> str:
        """The key of its credit hold and its charge."""
        return hold_key(self.job_id, self.number)


def hold_key(job_id: UUID, number: int) -> str:
    return f"{job_id}:{number}"


# `outside` is a page that led out of what the job visits, or that robots.txt forbids: it is no entry, but its address needs
# no other visit.
Verdict = Literal["completed", "failed", "delayed", "outside"]


@dataclass(frozen=True, kw_only=True)
class PageEnd:
    """How a claimed page came out.

    `result` makes the JSON text of the page's result out of what was charged and what is left. `aliases` are other keys
    of the same page: where it led, what it calls itself. `found` are the pages that it leads to. `delay_seconds` is for
    those that shall be tried again later.
    """

    task: PageTask
    verdict: Verdict
    error: str | None = None
    result: Any = field(default=None, repr=False)
    aliases: tuple[str, ...] = ()
    found: tuple[NewPage, ...] = field(default=(), repr=False)
    landed: str | None = None
    delay_seconds: float = 0


_RENEW = text("""
    UPDATE page SET lease_until = now() + :lease
    FROM unnest(CAST(:jobs AS uuid[]), CAST(:numbers AS integer[]), CAST(:tokens AS smallint[])) AS mine(job_id, number, token)
    WHERE page.job_id = mine.job_id AND page.number = mine.number AND attempts = mine.token AND status = 'running'
""")


def renew(connection: Connection, tasks: Iterable[PageTask]) -> None:
    """Prolong the leases of pages that are still worked on."""
    mine = list(tasks)
    if mine:
        values = {
            "jobs": [str(task.job_id) for task in mine], "numbers": [task.number for task in mine],
            "tokens": [task.token for task in mine],
        }  # fmt: skip
        connection.execute(_RENEW, {"lease": LEASE, **values})


def renew_job(connection: Connection, job_id: UUID, owner: str) -> None:
    """Keep a job to the worker that made it for itself."""
    connection.execute(
        text(
            "UPDATE job SET lease_until = now() + :lease WHERE id = :id AND lease_owner = :owner AND status = 'running'"
        ),
        {"id": str(job_id), "owner": owner, "lease": LEASE},
    )


def ended(connection: Connection, job_ids: Iterable[UUID]) -> set[UUID]:
    """Those of the jobs that are not running any more: what is in flight for them may stop."""
    ids = [str(job_id) for job_id in job_ids]
    if not ids:
        return set()
    running = connection.execute(
        text("SELECT id FROM job WHERE id = ANY(CAST(:ids AS uuid[])) AND status = 'running'"), {"ids": ids}
    ).scalars()
    return {UUID(job_id) for job_id in ids} - set(running)


def options_of(connection: Connection, job_id: UUID) -> Any:
    """(operation, options, landed) of a job, or None when it is gone."""
    return connection.execute(
        text("SELECT operation, options, landed FROM job WHERE id = :id"), {"id": str(job_id)}
    ).one_or_none()
