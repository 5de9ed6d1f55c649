"""The queues of the installation, for operators: what waits, runs and failed; pause, resume, retry, cancel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import pages, visitor
from contract.errors import ServiceError
from contract.fields.identifier import parse_number
from contract.queues import JOBS_QUEUE, PAGES_QUEUE, SCRAPE_QUEUE, WEBHOOKS_QUEUE
from models.page_jobs import job_span
from models.queues import intervention, pause
from models.queues.intervention import Intervention
from workers import interventions, overview
from workers.interventions import REFUSALS, Retried
from workers.overview import Overview

blueprint = Blueprint("queues", __name__)
# What each queue does, for people.
ABOUT = {
    SCRAPE_QUEUE: "Scrapes",
    JOBS_QUEUE: "Searches, maps, extracts, brands, images, screenshots",
    PAGES_QUEUE: "Slices of crawls and batches",
    WEBHOOKS_QUEUE: "Deliveries of webhook events",
}
# How long one form retries dead letters. The rest needs the form again, or the command line.
RETRY_ALL_SECONDS = 5.0


@blueprint.get("/queues")
@visitor.operators_only
def show() -> Response:
    return _page("queues.html", retried=_retried_before())


@blueprint.get("/queues/state")
@visitor.operators_only
def show_state() -> Response:
    """The part of the page that changes. The page's script replaces it every few seconds."""
    return _page("queues_state.html")


@blueprint.post("/queues/pause/<name>")
@visitor.operators_only
def pause_queue(name: str) -> AnyResponse:
    actor = visitor.signed_in().email
    return _changed(lambda connection: pause.pause(connection, name, actor), "queue-paused")


@blueprint.post("/queues/resume/<name>")
@visitor.operators_only
def resume_queue(name: str) -> AnyResponse:
    return _changed(lambda connection: pause.resume(connection, name), "queue-resumed")


@blueprint.post("/queues/retry/<uuid:work_id>")
@visitor.operators_only
def retry(work_id: UUID) -> AnyResponse:
    return _intervened(intervention.retry, work_id)


@blueprint.post("/queues/retry-all")
@visitor.operators_only
def retry_all() -> AnyResponse:
    """Retry the dead letters, those that fail again once only."""
    done = interventions.retry_dead_letters(
        database.transact, state.of().mailbox, visitor.signed_in().email, seconds=RETRY_ALL_SECONDS
    )
    counts: dict[str, Any] = {
        "jobs": done.jobs,
        "deliveries": done.deliveries,
        "refused": done.refused,
        "more": int(done.has_more),
    }
    return pages.go("queues.show", **counts)


def _retried_before() -> Retried | None:
    """What the form before this page has retried, as `retry_all` reports it. None without numbers in the query string."""
    texts = (request.args.get(name, "") for name in ("jobs", "deliveries", "refused", "more"))
    numbers = [number for text in texts if (number := parse_number(text)) is not None]
    if len(numbers) < 4:
        return None
    jobs, deliveries, refused, more = numbers
    return Retried(jobs, deliveries, refused, bool(more))


@blueprint.post("/queues/cancel/<uuid:work_id>")
@visitor.operators_only
def cancel(work_id: UUID) -> AnyResponse:
    return _intervened(intervention.cancel, work_id)


def _changed(work: Callable[[Connection], Any], notice: str) -> AnyResponse:
    try:
        database.transact(work)
    except REFUSALS as error:
        return _refused(error)
    return pages.go("queues.show", notice=notice)


def _intervened(how: Callable[[Connection, UUID, str], Intervention], work_id: UUID) -> AnyResponse:
    actor = visitor.signed_in().email
    try:
        done = database.transact(lambda connection: how(connection, work_id, actor))
    except REFUSALS as error:
        return _refused(error)
    interventions.send(state.of().mailbox, done)
    for job_id in done.cancelled:
        job_span.report(state.of().database, job_id)
    return pages.go("queues.show", notice=f"work-{done.done}")


def _refused(error: ServiceError) -> Response:
    return _page("queues.html", error.status, refusal=error.message)


def _page(template: str, status: int = 200, **values: Any) -> Response:
    return pages.render(template, status, found=_read(), about=ABOUT, **values)


def _read() -> Overview:
    messages = overview.depths(state.of().mailbox.broker)
    return database.snapshot(lambda connection: overview.read(connection, messages))
