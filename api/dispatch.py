"""Runs operations: checks the options, creates the job with its credit hold, posts it, and finds it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from flask import g, request
from sqlalchemy import Connection

from api import database, repeat, state
from api.call_span import context_of_call
from api.checks import admission, queue_pause, queue_space, targets
from contract import prices
from contract.addresses import Policy
from contract.declare import stored
from contract.errors import UNKNOWN_JOB, InsufficientCredits, NotFound
from contract.fields.identifier import parse_id
from contract.firecrawl import webhook as firecrawl
from contract.model_formats import require_model
from contract.operations import OPERATIONS, Operation
from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.process import log_context
from extraction.links.scope import start_links
from models import base
from models.accounts import workspace
from models.accounts.caller import Caller
from models.jobs import background, new_job, outcome
from models.jobs.outcome import Outcome
from models.page_jobs import job_end, job_events, job_span, page_job
from models.page_jobs.page_job import PageJob
from models.pages.page import start_pages
from models.schedule import slice

T = TypeVar("T")
# Where Firecrawl's interface stores the form of the webhook of the job that it starts, in the ASGI scope and the WSGI
# environment (`contract.firecrawl.webhook`). No header of a caller is stored there.
WEBHOOK_FORM_KEY = "orbweaver.webhook_form"


class Started(NamedTuple):
    """The job of a call. `is_new` is False when an earlier call with the same idempotency key started it."""

    job_id: UUID
    is_new: bool


def create_job(
    operation: Operation, options: Any, caller: Caller, path: str, *, in_background: bool, job_id: UUID | None = None
) -> Started:
    """A new job with its credits held, which is not posted to the queue yet; or the job of an earlier, equal call.

    Raises:
        InvalidRequest: the address policy blocks the URL, or the idempotency key belongs to another request.
        ServiceUnavailable: a format needs a language model and none is configured, or the queue is full, or it is paused
            and the call would wait for the job.
        InsufficientCredits: the workspace has too few credits.
        TooManyRequests: too many background scrapes of the workspace are waiting or running.
    """
    # Created once: `write` is retried after a lost connection, and its first attempt may have been committed.
    new_id = job_id or base.new_id()
    g.subject = getattr(options, operation.subject, None) or getattr(options, "query", None)
    if (first := repeat.find_first(caller)) is not None:
        return _started(first, new_id)
    _require_possible(options)
    queue_space.require(operation.queue)
    if not in_background:
        queue_pause.require_running(operation.queue)
    price = operation.price(options)

    def write(connection: Connection) -> UUID | None:
        if in_background:
            admission.require_scrape(connection, caller.workspace_id)
        return new_job.create(
            connection, workspace_id=caller.workspace_id, operation=operation.name, options=stored(options), path=path,
            in_background=in_background, price=price, job_id=new_id, waiting_process=None if in_background else state.of().name,
            request_id=log_context.current().request_id,
            trace=context_of_call(),
        )  # fmt: skip

    # Most calls create their job in a single statement, which saves two round trips.
    run = database.transact if in_background or repeat.has_key() else database.ask
    made = run(lambda connection: repeat.create_once(connection, caller, write))
    if made is None:
        raise _insufficient_credits("this call costs", price, caller)
    return _started(made, new_id)


def _started(job_id: UUID, new_id: UUID) -> Started:
    log_context.bind(job_id=job_id)
    g.job_id = job_id
    if job_id != new_id:
        repeat.mark_answer()
    return Started(job_id, is_new=job_id == new_id)


def start_in_background(operation: Operation, options: Any, caller: Caller, path: str) -> UUID:
    """The id of a job. It is posted to the queue when its workspace has fewer than its maximum of posted jobs."""
    started = create_job(operation, options, caller, path, in_background=True)
    if started.is_new:
        for posted in database.transact(lambda connection: background.post_next(connection, caller.workspace_id)):
            state.of().mailbox.submit(posted.id, OPERATIONS[posted.operation].queue)
    return started.job_id


def start_page_job(operation: Operation, options: JobOptions, caller: Caller, path: str) -> UUID:
    """The id of a crawl or batch. Workers start on its pages immediately.

    Raises:
        InvalidRequest: the address policy blocks a URL or the webhook's URL, or the idempotency key belongs to another
            request.
        InsufficientCredits: the workspace has too few credits for one page.
        ServiceUnavailable: a format needs a language model, and none is configured.
        TooManyRequests: too many jobs of the workspace are running.
    """
    job_id = base.new_id()
    g.subject = getattr(options, operation.subject, None)
    if (first := repeat.find_first(caller)) is not None:
        return _started(first, job_id).job_id
    _require_possible(options)
    pages = start_pages(start_links(options))
    price = operation.price(options)

    values = stored(options, without=("urls",))
    if (form := request.environ.get(WEBHOOK_FORM_KEY)) is not None:
        values["webhook"] |= {firecrawl.FORM: form}

    def write(connection: Connection) -> UUID | None:
        admission.require_page_job(connection, caller.workspace_id)
        made = page_job.create(
            connection, job_id=job_id, workspace_id=caller.workspace_id, operation=operation.name,
            options=values, path=path, price=price,
            pages_max=options.limit if isinstance(options, CrawlOptions) else len(pages), pages=pages,
            trace=context_of_call(),
        )  # fmt: skip
        if made and "webhook" in values:
            job_events.add_start(connection, job_id, operation.name, values["webhook"])
        return job_id if made else None

    made = database.transact(lambda connection: repeat.create_once(connection, caller, write))
    if made is None:
        raise _insufficient_credits("each page costs", price, caller)
    started = _started(made, job_id)
    if started.is_new:
        _post_slices(caller)
    return started.job_id


def read_page_job(job_id: str, caller: Caller, operation: Operation, read: Callable[[Connection, PageJob], T]) -> T:
    """The value of `read(connection, row)` for the row of the caller's crawl or batch, in one database snapshot.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)

    def work(connection: Connection) -> T | None:
        row = page_job.find(connection, key, caller.workspace_id, operation.name)
        return None if row is None else read(connection, row)

    value = database.snapshot(work)
    if value is None:
        raise NotFound(UNKNOWN_JOB)
    return value


def cancel(job_id: str, caller: Caller, operation: Operation) -> None:
    """Cancel the caller's crawl or batch. A finished job is not changed.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)
    ended = database.transact(lambda connection: job_end.cancel(connection, key, caller.workspace_id, operation.name))
    if ended is None:
        raise NotFound(UNKNOWN_JOB)
    if ended:
        announce_cancelled(key, caller)


def announce_cancelled(job_id: UUID, caller: Caller) -> None:
    """Let workers drop the pages of a crawl or batch that was cancelled, and start the next job of its workspace."""
    state.of().mailbox.announce_cancelled(job_id)
    _post_slices(caller)
    job_span.report(state.of().database, job_id)


def _post_slices(caller: Caller) -> None:
    """Post the slices of the workspace that are due. What is not posted here, the sweeper posts."""
    posted = database.transact(lambda connection: slice.post_due(connection, caller.workspace_id))
    state.of().mailbox.post(posted)


def _parse_id(job_id: str) -> UUID:
    if (found := parse_id(job_id)) is None:
        raise NotFound(UNKNOWN_JOB)
    return found


def find_job(job_id: str, caller: Caller, operation: Operation) -> Outcome:
    """The row of the caller's background job.

    Raises:
        NotFound: the caller's workspace has no job of this kind with this id.
    """
    key = _parse_id(job_id)
    row = database.ask(lambda connection: outcome.find_background(connection, key, caller.workspace_id, operation.name))
    if row is None:
        raise NotFound(UNKNOWN_JOB)
    return row


def _insufficient_credits(costs: str, price: int, caller: Caller) -> InsufficientCredits:
    row = database.ask(lambda connection: workspace.require(connection, caller.workspace_id))
    held = f", {row.reserved} of them held for running jobs" if row.reserved else ""
    return InsufficientCredits(
        f"Insufficient credits: {costs} {prices.format_credits(price)}, the balance is {row.balance}{held}.",
        details={"price": price, "balance": row.balance, "held": row.reserved},
    )


def _require_possible(options: Any) -> None:
    """Check that the address policy permits the URLs, and that a language model is configured if a format needs one."""
    environment = state.of().environment
    targets.require_permitted(options, Policy(environment.allowed_networks))
    require_model(options, environment.unset_model_settings)
