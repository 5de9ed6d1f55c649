"""Calls that wait for a job: counted, woken when the job ends, without a thread or a database connection for any of them.

A view starts the job and hands over a `Waiting` (`hand_over`); the ASGI application waits and then has Flask answer
(`Waiting.finish`). Wake-ups come over Redis and may be lost, so all waiting jobs are looked up together every few seconds.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from uuid import UUID

from flask import Response, g
from sqlalchemy.exc import SQLAlchemyError

from contract.errors import TooManyRequests

log = logging.getLogger(__name__)
PROBE_SECONDS = 2.0


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """One call that waits: for what, how long, and how it is answered.

    `ended` is done when the job has ended or may have. `finish` answers in Flask's context, also when time ran out;
    `give_up` ends the wait of a caller that hung up.
    """

    job_id: UUID
    ended: Future[None]
    budget_seconds: float
    finish: Callable[[], Response]
    give_up: Callable[[], None]


def hand_over(waiting: Waiting) -> Response:
    """Leave the current call to the ASGI application; the response that is returned here is never sent."""
    g.waiting = waiting
    return Response(status=202)


class WaitingCalls:
    """The waiting calls of one process. Thread-safe."""

    def __init__(self, per_workspace: int) -> None:
        self._per_workspace = per_workspace
        self._calls: dict[UUID, Future[None]] = {}
        self._workspaces: dict[UUID, UUID] = {}
        self._counts: Counter[UUID] = Counter()
        self._lock = threading.Lock()
        self._owed: set[UUID] = set()

    def __len__(self) -> int:
        return len(self._calls)

    def admit(self, job_id: UUID, workspace_id: UUID) -> Future[None]:
        """Count a call that is about to wait.

        Raises:
            TooManyRequests: the workspace has too many already.
        """
        with self._lock:
            if self._counts[workspace_id] >= self._per_workspace:
                raise TooManyRequests(
                    f"Too many concurrent requests: this workspace has {self._per_workspace} in progress.",
                    retry_after_seconds=2,
                )
            self._counts[workspace_id] += 1
            self._workspaces[job_id] = workspace_id
            ended = self._calls[job_id] = Future()
        return ended

    def leave(self, job_id: UUID) -> None:
        """Stop counting a call; harmless when repeated."""
        with self._lock:
            workspace_id = self._workspaces.pop(job_id, None)
            self._calls.pop(job_id, None)
            if workspace_id is not None:
                self._counts[workspace_id] -= 1
                if not self._counts[workspace_id]:
                    del self._counts[workspace_id]

    def owe(self, job_id: UUID) -> None:
        """Note that a job has to be made free, which failed just now."""
        with self._lock:
            self._owed.add(job_id)

    def owed(self) -> list[UUID]:
        """The jobs that have to be made free."""
        with self._lock:
            return list(self._owed)

    def settled(self, job_id: UUID) -> None:
        """Note that a job was made free."""
        with self._lock:
            self._owed.discard(job_id)

    def wake(self, job_id: str) -> None:
        """Say that a job has ended."""
        with self._lock:  # Of two threads that say so, one sets the result.
            ended = self._calls.get(UUID(job_id))
            if ended is not None and not ended.done():
                ended.set_result(None)

    def probe(self, look: Callable[[Collection[UUID]], Iterable[UUID]]) -> None:
        """Wake the calls whose jobs have ended although nobody said so; `look` gives the ended ones of many jobs."""
        with self._lock:
            waiting = [job_id for job_id, ended in self._calls.items() if not ended.done()]
        if not waiting:
            return
        try:
            for job_id in look(waiting):
                self.wake(str(job_id))
        except SQLAlchemyError as error:
            log.warning("Postgres does not answer, %s calls wait on: %s", len(waiting), error)
