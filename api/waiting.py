"""Calls that wait for a job. They are counted and are woken when the job ends. None holds a thread or a connection.

A view starts the job and returns a `Waiting` with `suspend`. The ASGI application waits, then Flask creates the
answer (`Waiting.finish`). Wake-ups through Redis may be lost, so all waiting jobs are looked up every few seconds.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from uuid import UUID

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError

from contract.errors import TooManyRequests

log = logging.getLogger(__name__)
PROBE_SECONDS = 2.0
# While Redis is unavailable, no end is announced.
AWAY_PROBE_SECONDS = 0.2


@dataclass(eq=False, kw_only=True)
class WaitingCall:
    """A call that waits for a job.

    `ended` is done when the job has ended or may have ended. `left_last` is whether no other call waited for the job when
    this one left.
    """

    job_id: UUID
    workspace_id: UUID
    ended: Future[None] = field(default_factory=Future)
    left_last: bool = False


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """How long a call waits, and how to answer it.

    `finish` creates the answer in Flask's context, also after a timeout. `give_up` ends the wait when the caller has
    disconnected.
    """

    call: WaitingCall
    budget_seconds: float
    finish: Callable[[], Response]
    give_up: Callable[[], None]


def suspend(waiting: Waiting) -> Response:
    """Pass the current call to the ASGI application. The response that is returned here is never sent."""
    g.waiting = waiting
    return Response(status=202)


def keep_for_later(app: Flask) -> None:
    """Keep the state of a waiting call (`flask.g`) until the call is resumed."""

    @app.teardown_request
    def keep(_: BaseException | None) -> None:
        if "waiting" in g and (stored := request.environ.get("orbweaver.call")) is not None:
            stored.update({name: g.get(name) for name in g})


class WaitingCalls:
    """The waiting calls of one process. Thread-safe."""

    def __init__(self, per_workspace: int) -> None:
        self._per_workspace = per_workspace
        # Several calls wait for one job when a call is repeated with its idempotency key.
        self._calls: defaultdict[UUID, list[WaitingCall]] = defaultdict(list)
        self._counts: Counter[UUID] = Counter()
        self._lock = threading.Lock()
        self._to_free: set[UUID] = set()

    def __len__(self) -> int:
        return self._counts.total()

    def admit(self, job_id: UUID, workspace_id: UUID) -> WaitingCall:
        """Count a call that is about to wait for a job.

        Raises:
            TooManyRequests: the workspace already has the maximum number of waiting calls.
        """
        call = WaitingCall(job_id=job_id, workspace_id=workspace_id)
        with self._lock:
            if self._counts[workspace_id] >= self._per_workspace:
                raise TooManyRequests(
                    f"Too many concurrent requests: this workspace has {self._per_workspace} in progress.",
                    policy="concurrent-requests",
                    quota=self._per_workspace,
                    retry_after_seconds=2,
                )
            self._counts[workspace_id] += 1
            self._calls[job_id].append(call)
        return call

    def follow(self, call: WaitingCall, job_id: UUID) -> None:
        """Let a call wait for another job."""
        with self._lock:
            self._remove(call)
            call.job_id = job_id
            self._calls[job_id].append(call)

    def leave(self, call: WaitingCall) -> bool:
        """Stop counting a call. Returns its `left_last`. Leaving twice has no effect."""
        with self._lock:
            if not self._remove(call):
                return call.left_last
            self._counts[call.workspace_id] -= 1
            if not self._counts[call.workspace_id]:
                del self._counts[call.workspace_id]
            call.left_last = call.job_id not in self._calls
            return call.left_last

    def _remove(self, call: WaitingCall) -> bool:
        calls = self._calls.get(call.job_id, [])
        if call not in calls:
            return False
        calls.remove(call)
        if not calls:
            del self._calls[call.job_id]
        return True

    def free_later(self, job_id: UUID) -> None:
        """Store that a job must be made free later, because the attempt has just failed."""
        with self._lock:
            self._to_free.add(job_id)

    def to_free(self) -> list[UUID]:
        """The jobs that must be made free."""
        with self._lock:
            return list(self._to_free)

    def freed(self, job_id: UUID) -> None:
        """Store that a job was made free."""
        with self._lock:
            self._to_free.discard(job_id)

    def wake(self, job_id: str) -> None:
        """Wake the calls whose job has ended."""
        with self._lock:  # Two threads may report the same end; only one sets the result.
            for call in self._calls.get(UUID(job_id), ()):
                if not call.ended.done():
                    call.ended.set_result(None)

    def probe(self, look: Callable[[Collection[UUID]], Iterable[UUID]]) -> None:
        """Wake calls whose jobs ended without an announcement. `look` returns the given jobs that have ended."""
        with self._lock:
            waiting = [job_id for job_id, calls in self._calls.items() if not all(call.ended.done() for call in calls)]
        if not waiting:
            return
        try:
            for job_id in look(waiting):
                self.wake(str(job_id))
        except SQLAlchemyError as error:
            log.warning("Postgres does not answer; %s calls continue to wait: %s", len(waiting), error)
