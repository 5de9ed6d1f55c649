"""The objects that all requests of one API process share. `create_app` makes them; `of` returns them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast
from uuid import UUID

from flask import Flask, current_app
from sqlalchemy import Engine

from contract.environment import Environment
from models import session
from models.jobs import outcome, waiting_process
from workers.mailbox import Mailbox

if TYPE_CHECKING:
    from api.call_log import CallLog
    from api.gauges import Gauges
    from api.ratelimit import RateLimiter
    from api.waiting import WaitingCalls

KEY = "orbweaver"
# Each costs a transaction, and the next heartbeat waits for them.
FREED_PER_BEAT = 100


@dataclass(frozen=True, kw_only=True)
class State:
    """Settings and connections of the API process."""

    environment: Environment
    database: Engine
    # One connection for the thread that stores heartbeats: a busy pool must not make this process look dead.
    heartbeat_database: Engine
    mailbox: Mailbox
    limiter: RateLimiter
    waiting: WaitingCalls
    gauges: Gauges
    calls: CallLog
    # The id of this process. Jobs that it must answer store this id.
    name: str

    def beat(self) -> None:
        """Store that this process is alive."""
        session.transact(
            self.heartbeat_database, lambda connection: waiting_process.beat(connection, self.name), retry_seconds=0
        )

    def leave(self) -> None:
        """Store that this process has stopped."""
        session.transact(
            self.heartbeat_database, lambda connection: waiting_process.leave(connection, self.name), retry_seconds=0
        )

    def free_waiting_jobs(self) -> None:
        """Make the jobs free that got no answer while Postgres was unavailable."""
        for job_id in self.waiting.to_free()[:FREED_PER_BEAT]:
            session.transact(
                self.heartbeat_database,
                partial(waiting_process.make_free, job_id=job_id, process=self.name),
                retry_seconds=0,
            )
            self.waiting.freed(job_id)

    def ended_jobs(self, job_ids: Collection[UUID]) -> Iterable[UUID]:
        """Those of the jobs that have ended."""
        return session.ask(
            self.heartbeat_database, lambda connection: outcome.ended(connection, job_ids), retry_seconds=0
        )


def install(app: Flask, state: State) -> None:
    """Store the state in the application."""
    app.extensions[KEY] = state


def of() -> State:
    """The state of the application that handles the current request."""
    return cast(State, current_app.extensions[KEY])
