"""The one road of a call: options, job row with its credit hold, queue, outcome, result."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast
from uuid import UUID

import redis
from flask import Response, g
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api import state, targets
from api.waiting import Waiting, hand_over
from contract import limits, prices
from contract.addresses import Policy
from contract.declare import stored
from contract.errors import (
    InsufficientCredits,
    NotFound,
    RequestTimeout,
    ServiceUnavailable,
    TooManyRequests,
    from_record,
)
from contract.operations import MODEL_FORMATS, Operation
from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from extraction.links.scope import starting_places
from models import answerer, base, job, job_end, page_job, session
from models.page import start_pages
from models.page_job import PageJob
from models.workspace import Caller

log = logging.getLogger(__name__)
T = TypeVar("T")
# A caller's own `timeout` is the worker's to keep; only if it fails to does the door step in, this much later.
TIMEOUT_GRACE_SECONDS = 0.5
PATIENCE_SECONDS = 10.0


def start(
    operation: Operation, options: Any, caller: Caller, path: str, *, in_background: bool, job_id: UUID | None = None
) -> UUID:
    """The id of a new job, its credits held. It is not posted yet.

    Raises:
        InvalidRequest: the target is an address that is refused.
        ServiceUnavailable: a format needs a model that is not configured, or the queue is full.
        InsufficientCredits: the workspace cannot pay.
    """
    _require_permitted(options)
    _require_model(getattr(options, "formats", ()))
    _require_room(operation.queue)
    price = operation.price(options)
    # Once: `write` is repeated after a lost connection, and the first time may have been committed.
    new_id = job_id or base.new_id()

    def write(connection: Connection) -> UUID | None:
        return job.create(
            connection, workspace_id=caller.workspace_id, operation=operation.name, options=stored(options), path=path,
            in_background=in_background, price=price, job_id=new_id, answerer=None if in_background else state.of().name,
        )  # fmt: skip

    made = _ask(write)
    if made is None:
        raise InsufficientCredits(f"This call costs {prices.in_words(price)}, and fewer are left.")
    return made


def perform(
    operation: Operation, options: Any, caller: Caller, path: str, respond: Callable[[str], Response]
) -> Response:
    """Start an operation and hand the call over until it has ended; `respond` wraps its result, JSON text in wire names.

    The call is answered with RequestTimeout when the budget runs out: the work goes on and fills the cache, and costs the
    caller nothing.

    Raises:
        TooManyRequests: too many calls of the workspace wait already.
        ServiceError: the job cannot be started or posted.
    """
    waiting, job_id = state.of().waiting, base.new_id()
    ended = waiting.admit(job_id, caller.workspace_id)
    try:
        start(operation, options, caller, path, in_background=False, job_id=job_id)
        if not state.of().mailbox.submit(job_id, operation.queue):
            raise _abandoned(job_id)
    except BaseException:
        waiting.leave(job_id)
        raise
    most = state.of().environment.sync_budget_seconds
    timeout: int | None = getattr(options, "timeout", None)
    budget_ms = min(timeout or limits.TIMEOUT_MAX_MS, int(most * 1000))
    budget = most if timeout is None else min(most, timeout / 1000 + TIMEOUT_GRACE_SECONDS)

    def finish() -> Response:
        try:
            row = _finished(job_id)
            if row is None and _transact(lambda connection: job.waive(connection, job_id)):
                raise RequestTimeout.of(budget_ms, path)
        except ServiceUnavailable:
            _give_up(job_id)
            raise
        return respond(_result(row or _finished(job_id)))

    return hand_over(
        Waiting(job_id=job_id, ended=ended, budget_seconds=budget, finish=finish, give_up=lambda: _give_up(job_id))
    )


def _abandoned(job_id: UUID) -> ServiceUnavailable:
    """Why a call whose job could not be posted is answered at once; the job fails, uncharged."""
    error = ServiceUnavailable("The queue does not answer; try again shortly.", retry_after_seconds=5)
    _transact(lambda connection: job.abandon(connection, job_id, error))
    return error


def _give_up(job_id: UUID) -> None:
    """Make a job free whose caller gets no result. Where Postgres does not answer, the sweeper does it once it does."""
    try:
        _transact(lambda connection: answerer.give_up(connection, job_id))
    except ServiceUnavailable:
        log.warning("The credits of job %s stay held until Postgres answers", job_id)


def begin(operation: Operation, options: Any, caller: Caller, path: str) -> UUID:
    """The id of a posted background job."""
    job_id = start(operation, options, caller, path, in_background=True)
    state.of().mailbox.submit(job_id, operation.queue)
    return job_id


def begin_pages(operation: Operation, options: JobOptions, caller: Caller, path: str) -> UUID:
    """The id of a new job of many pages, which any worker takes up at once.

    Raises:
        InvalidRequest: a target, or the webhook, is an address that is refused.
        InsufficientCredits: the workspace cannot pay for one page.
        TooManyRequests: too many of its jobs are running.
    """
    _require_permitted(options)
    ignore_query = isinstance(options, CrawlOptions) and options.ignore_query_parameters
    pages = start_pages(starting_places(options.starts, ignore_query=ignore_query))
    price, job_id = operation.price(options), base.new_id()

    def write(connection: Connection) -> bool:
        if page_job.count_running(connection, caller.workspace_id) >= limits.PAGE_JOBS_MAX:
            raise TooManyRequests(f"{limits.PAGE_JOBS_MAX} jobs of this workspace are running.", retry_after_seconds=30)
        return page_job.create(
            connection, job_id=job_id, workspace_id=caller.workspace_id, operation=operation.name,
            options=stored(options, without=("urls",)), path=path, price=price,
            pages_max=options.limit if isinstance(options, CrawlOptions) else len(pages), pages=pages,
        )  # fmt: skip

    if not _transact(write):
        raise InsufficientCredits(f"A page costs {prices.in_words(price)}, and fewer are left.")
    state.of().mailbox.ring(job_id)
    return job_id


def pages_of(job_id: str, caller: Caller, operation: Operation, read: Callable[[Connection, PageJob], T]) -> T:
    """What `read` makes of the row of the caller's crawl or batch, all in one view of the database.

    Raises:
        NotFound: no such job of this kind in the caller's workspace.
    """
    key = _key(job_id)

    def work(connection: Connection) -> T | None:
        row = page_job.find(connection, key, caller.workspace_id, operation.name)
        return None if row is None else read(connection, row)

    found = _reach(session.snapshot, work)
    if found is None:
        raise NotFound("No such job.")
    return found


def cancel(job_id: str, caller: Caller, operation: Operation) -> None:
    """End the caller's crawl or batch; one that has ended is left as it is.

    Raises:
        NotFound: no such job of this kind in the caller's workspace.
    """
    key = _key(job_id)
    ended = _transact(lambda connection: job_end.cancel(connection, key, caller.workspace_id, operation.name))
    if ended is None:
        raise NotFound("No such job.")
    if ended:
        state.of().mailbox.ring(key)


def _key(job_id: str) -> UUID:
    try:
        return UUID(job_id)
    except ValueError:
        raise NotFound("No such job.") from None


def status_of(job_id: str, caller: Caller, operation: Operation) -> job.Outcome:
    """Where the caller's background job stands.

    Raises:
        NotFound: no such job of this kind in the caller's workspace.
    """
    key = _key(job_id)
    row = _ask(lambda connection: job.find_background(connection, key, caller.workspace_id, operation.name))
    if row is None:
        raise NotFound("No such job.")
    return row


def _finished(job_id: UUID) -> job.Outcome | None:
    """The finished job's row, or None while it is under way."""
    return _ask(lambda connection: answerer.collect(connection, job_id))


def _result(row: job.Outcome | None) -> str:
    """The result in a finished job's row, or its failure raised."""
    if row is None:
        raise NotFound("The job is gone.")
    if row.error is not None:
        error = from_record(row.error)
        if error.status < 500:  # Those above are logged with their answer.
            log.info("Request %s: its job failed: %s %s", g.request_id, error.code, error.message)
        raise error
    return str(row.result)


def _ask(statement: Callable[[Connection], T]) -> T:
    """The result of a single statement."""
    return _reach(session.ask, statement)


def _transact(work: Callable[[Connection], T]) -> T:
    """The result of a transaction."""
    return _reach(session.transact, work)


def _reach(how: Callable[..., Any], work: Callable[[Connection], T]) -> T:
    try:
        return cast(T, how(state.of().database, work, patience_seconds=PATIENCE_SECONDS))
    except SQLAlchemyError as error:
        log.error("Postgres does not answer: %s", error)
        raise ServiceUnavailable("The database does not answer; try again shortly.") from error


def _require_permitted(options: Any) -> None:
    targets.require_permitted(options, Policy(state.of().environment.allowed_networks))


def _require_model(formats: Iterable[str]) -> None:
    """Formats that a language model writes need one."""
    wanted = MODEL_FORMATS.intersection(formats)
    if wanted:
        # The client that asks the model comes with its own issue; until then no setting makes these formats available.
        raise ServiceUnavailable(
            f"The {' and '.join(sorted(wanted))} format needs a language model: ORBWEAVER_LLM_BASE_URL is not set."
        )


class _Room:
    """How many messages wait, looked at once a second."""

    def __init__(self) -> None:
        self._looked_at = 0.0
        self._waiting: dict[str, int] = {}

    def waiting(self, queue: str) -> int:
        now = time.monotonic()
        if now - self._looked_at > 1.0:
            self._looked_at = now
            try:
                self._waiting = dict(state.of().mailbox.waiting())
            except redis.RedisError:
                self._waiting = {}  # Unknown is not full: the job row is safe and the sweeper posts it.
        return self._waiting.get(queue, 0)


_room = _Room()


def _require_room(queue: str) -> None:
    if _room.waiting(queue) >= limits.QUEUE_MAX_JOBS:
        raise ServiceUnavailable(
            "More work is waiting than the workers can take; try again shortly.", retry_after_seconds=10
        )
