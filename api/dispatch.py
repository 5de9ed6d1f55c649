"""Runs operations: checks the options, creates the job with its credit hold, posts it, and reads its result."""

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
from contract.operations import Operation
from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.options.page import MODEL_FORMATS
from extraction.links.scope import starting_places
from models import answerer, base, job, job_end, page_job, session, workspace
from models.page import start_pages
from models.page_job import PageJob
from models.workspace import Caller

log = logging.getLogger(__name__)
T = TypeVar("T")
UNKNOWN_JOB = "The workspace has no job of this kind with this id."
# The worker enforces the caller's `timeout`. If it does not, the API ends the call this much later.
TIMEOUT_GRACE_SECONDS = 0.5
# How long a statement is retried while the database restarts.
PATIENCE_SECONDS = 10.0


def create_job(
    operation: Operation, options: Any, caller: Caller, path: str, *, in_background: bool, job_id: UUID | None = None
) -> UUID:
    """The id of a new job with its credits held. The job is not posted to the queue yet.

    Raises:
        InvalidRequest: the address policy blocks the URL.
        ServiceUnavailable: a format needs a language model and none is configured, or the queue is full.
        InsufficientCredits: the workspace has too few credits.
    """
    _require_permitted(options)
    _require_model(getattr(options, "formats", ()))
    _require_queue_space(operation.queue)
    price = operation.price(options)
    # Created once: `write` is retried after a lost connection, and its first attempt may have been committed.
    new_id = job_id or base.new_id()

    def write(connection: Connection) -> UUID | None:
        return job.create(
            connection, workspace_id=caller.workspace_id, operation=operation.name, options=stored(options), path=path,
            in_background=in_background, price=price, job_id=new_id, answerer=None if in_background else state.of().name,
        )  # fmt: skip

    made = _run_statement(write)
    if made is None:
        raise _insufficient_credits(f"this call costs {prices.format_credits(price)}", caller)
    return made


def perform(
    operation: Operation, options: Any, caller: Caller, path: str, respond: Callable[[str], Response]
) -> Response:
    """Start an operation and hand the call over until it ends. `respond` wraps the result, which is JSON text.

    When the budget is exceeded the call is answered with RequestTimeout. The job continues, fills the cache and is not
    billed.

    Raises:
        TooManyRequests: the workspace already has the maximum number of waiting calls.
        ServiceError: the job cannot be created or posted.
    """
    waiting, job_id = state.of().waiting, base.new_id()
    ended = waiting.admit(job_id, caller.workspace_id)
    try:
        create_job(operation, options, caller, path, in_background=False, job_id=job_id)
        if not state.of().mailbox.submit(job_id, operation.queue):
            raise _abandoned(job_id)
    except ServiceUnavailable:
        waiting.owe(job_id)  # The job may have been created or posted despite the error.
        waiting.leave(job_id)
        raise
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
            _make_free(job_id)
            raise
        return respond(_result(row or _finished(job_id)))

    return hand_over(
        Waiting(job_id=job_id, ended=ended, budget_seconds=budget, finish=finish, give_up=lambda: _make_free(job_id))
    )


def _abandoned(job_id: UUID) -> ServiceUnavailable:
    """The error for a call whose job could not be posted. The job fails and is not charged."""
    error = ServiceUnavailable("The queue does not answer; try again shortly.", retry_after_seconds=5)
    _transact(lambda connection: job.abandon(connection, job_id, error))
    return error


def _make_free(job_id: UUID) -> None:
    """Make a job free when its caller gets no result: now, or at the next heartbeat that reaches Postgres."""
    try:
        _transact(lambda connection: answerer.make_free(connection, job_id))
    except ServiceUnavailable:
        state.of().waiting.owe(job_id)


def start_in_background(operation: Operation, options: Any, caller: Caller, path: str) -> UUID:
    """The id of a new job, posted to the queue."""
    job_id = create_job(operation, options, caller, path, in_background=True)
    state.of().mailbox.submit(job_id, operation.queue)
    return job_id


def start_page_job(operation: Operation, options: JobOptions, caller: Caller, path: str) -> UUID:
    """The id of a new crawl or batch. Workers start on its pages immediately.

    Raises:
        InvalidRequest: the address policy blocks a URL or the webhook's URL.
        InsufficientCredits: the workspace has too few credits for one page.
        TooManyRequests: too many jobs of the workspace are running.
    """
    _require_permitted(options)
    ignore_query = isinstance(options, CrawlOptions) and options.ignore_query_parameters
    pages = start_pages(starting_places(options.starts, ignore_query=ignore_query))
    price, job_id = operation.price(options), base.new_id()

    def write(connection: Connection) -> bool:
        if page_job.count_running(connection, caller.workspace_id) >= limits.PAGE_JOBS_MAX:
            raise TooManyRequests(
                f"Too many jobs: {limits.PAGE_JOBS_MAX} crawls and batches are running. Wait until one has ended.",
                retry_after_seconds=30,
            )
        return page_job.create(
            connection, job_id=job_id, workspace_id=caller.workspace_id, operation=operation.name,
            options=stored(options, without=("urls",)), path=path, price=price,
            pages_max=options.limit if isinstance(options, CrawlOptions) else len(pages), pages=pages,
        )  # fmt: skip

    if not _transact(write):
        raise _insufficient_credits(f"each page costs {prices.format_credits(price)}", caller)
    state.of().mailbox.ring(job_id)
    return job_id


def read_page_job(job_id: str, caller: Caller, operation: Operation, read: Callable[[Connection, PageJob], T]) -> T:
    """The value of `read(connection, row)` for the row of the caller's crawl or batch, in one database snapshot.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)

    def work(connection: Connection) -> T | None:
        row = page_job.find(connection, key, caller.workspace_id, operation.name)
        return None if row is None else read(connection, row)

    value = _use_database(session.snapshot, work)
    if value is None:
        raise NotFound(UNKNOWN_JOB)
    return value


def cancel(job_id: str, caller: Caller, operation: Operation) -> None:
    """Cancel the caller's crawl or batch. A finished job is not changed.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)
    ended = _transact(lambda connection: job_end.cancel(connection, key, caller.workspace_id, operation.name))
    if ended is None:
        raise NotFound(UNKNOWN_JOB)
    if ended:
        state.of().mailbox.ring(key)


def _parse_id(job_id: str) -> UUID:
    try:
        return UUID(job_id)
    except ValueError:
        raise NotFound(UNKNOWN_JOB) from None


def find_job(job_id: str, caller: Caller, operation: Operation) -> job.Outcome:
    """The row of the caller's background job.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)
    row = _run_statement(lambda connection: job.find_background(connection, key, caller.workspace_id, operation.name))
    if row is None:
        raise NotFound(UNKNOWN_JOB)
    return row


def _finished(job_id: UUID) -> job.Outcome | None:
    """The outcome of an ended job, which then counts as answered. None while the job is running."""
    return _run_statement(lambda connection: answerer.collect(connection, job_id))


def _result(row: job.Outcome | None) -> str:
    """The result in the row of a finished job.

    Raises:
        ServiceError: the error of the failed job, or its row has been deleted.
    """
    if row is None:
        raise NotFound("The job and its result have been deleted.")
    if row.error is not None:
        error = from_record(row.error)
        if error.status < 500:  # Errors with status 500 and above are logged with their answer.
            log.info("Request %s: its job failed: %s %s", g.request_id, error.code, error.message)
        raise error
    return str(row.result)


def _run_statement(statement: Callable[[Connection], T]) -> T:
    """The result of a single statement."""
    return _use_database(session.ask, statement)


def _transact(work: Callable[[Connection], T]) -> T:
    """The result of a transaction."""
    return _use_database(session.transact, work)


def _use_database(run: Callable[..., Any], work: Callable[[Connection], T]) -> T:
    try:
        return cast(T, run(state.of().database, work, patience_seconds=PATIENCE_SECONDS))
    except SQLAlchemyError as error:
        log.error("Postgres is not reachable: %s", error)
        raise ServiceUnavailable("The database is not reachable. Try again shortly.", retry_after_seconds=5) from error


def _insufficient_credits(cost: str, caller: Caller) -> InsufficientCredits:
    row = _run_statement(lambda connection: workspace.require(connection, caller.workspace_id))
    held = f", {row.reserved} of them held for running jobs" if row.reserved else ""
    return InsufficientCredits(f"Insufficient credits: {cost}, the balance is {row.balance}{held}.")


def _require_permitted(options: Any) -> None:
    targets.require_permitted(options, Policy(state.of().environment.allowed_networks))


def _require_model(formats: Iterable[str]) -> None:
    """Reject formats that need a language model. No model client is implemented yet, so no setting enables them."""
    wanted = sorted(MODEL_FORMATS.intersection(formats))
    if wanted:
        needs = f"formats {' and '.join(wanted)} need" if len(wanted) > 1 else f"format {wanted[0]} needs"
        unset = state.of().environment.unset_model_settings
        remedy = f"set {' and '.join(unset)}" if unset else "this version does not support one yet"
        raise ServiceUnavailable(f"The {needs} a language model: {remedy}.")


class _QueueLengths:
    """The number of waiting messages by queue, read at most once per second."""

    def __init__(self) -> None:
        self._read_at = 0.0
        self._lengths: dict[str, int] = {}

    def of(self, queue: str) -> int:
        now = time.monotonic()
        if now - self._read_at > 1.0:
            self._read_at = now
            try:
                self._lengths = dict(state.of().mailbox.waiting())
            except redis.RedisError:
                self._lengths = {}  # Redis is down. The job is still accepted, and the sweeper posts it later.
        return self._lengths.get(queue, 0)


_queue_lengths = _QueueLengths()


def _require_queue_space(queue: str) -> None:
    if _queue_lengths.of(queue) >= limits.QUEUE_MAX_JOBS:
        raise ServiceUnavailable(
            "The service is overloaded: the queue is full. Try again shortly.", retry_after_seconds=10
        )
