"""The background jobs of a workspace: the list, one job with its pages and deliveries, one page of a job."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, request, url_for
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, dispatch
from api.console import pages, visitor
from api.console.playground.inputs import without_defaults
from api.console.playground.literals import as_json
from api.console.playground.offered import OFFERED
from api.console.results import shown
from api.resources.page_jobs.deliveries import retry
from api.resources.page_jobs.download import respond_file
from contract import limits
from contract.errors import NotFound
from contract.fields import instant
from contract.fields.identifier import parse_number
from contract.operations import BATCH, CRAWL, OPERATIONS, SCRAPE
from contract.options.paging import DOWNLOADS
from contract.results.account import JOB_KINDS
from contract.results.page_entry import PAGE_STATUSES
from models.base import LAST_ID
from models.jobs import listing, outcome
from models.jobs.listing import Background
from models.jobs.outcome import Outcome
from models.page_jobs import page_job
from models.page_jobs.page_job import PageJob
from models.pages import delivery, page_entry
from models.pages.delivery import Delivery
from models.pages.page_entry import Entry, StoredPage

blueprint = Blueprint("jobs", __name__)
# The words of the filter, and the statuses that each one stands for.
STATES: Mapping[str, tuple[str, ...]] = {
    "running": ("running", "active", "waiting"), "completed": ("completed",), "failed": ("failed",), "cancelled": ("cancelled",),
}  # fmt: skip
JOBS_SHOWN, PAGES_SHOWN, DELIVERIES_SHOWN = 30, 50, 100
_JOB_ID = re.compile("[0-9a-f]{32}")
UNKNOWN = f"The workspace has no job with this id. Jobs are stored for {pages.JOB_DAYS} days."


@blueprint.get("/<uuid:workspace_id>/jobs")
def show_all(workspace_id: UUID) -> Response:
    """The jobs, newest first. `kind`, `state`, `since` and `before` of the query string select them."""
    since = _day(request.args.get("since", ""))
    kind, state = _one_of("kind", JOB_KINDS), _one_of("state", STATES)
    before = request.args.get("before", "")
    rows = database.ask(
        lambda connection: listing.list_jobs(
            connection, workspace_id, JOBS_SHOWN + 1, operation=kind, statuses=STATES[state] if state else None,
            before=UUID(before) if _JOB_ID.fullmatch(before) else LAST_ID,
            created_after=instant.parse(since) if since else listing.SINCE_ALL,
        )
    )  # fmt: skip
    shown_jobs = rows[:JOBS_SHOWN]
    older = shown_jobs[-1].id.hex if len(rows) > JOBS_SHOWN else None
    return pages.render(
        "jobs/list.html", jobs=shown_jobs, older=older, is_first=not before, kind=kind, chosen_state=state, kinds=JOB_KINDS,
        states=list(STATES), since=since,
    )  # fmt: skip


def _day(text: str) -> str | None:
    """A day such as `2026-11-22`, or None."""
    try:
        instant.parse(text)
    except ValueError:
        return None
    return text


@dataclass(frozen=True)
class PageList:
    """Some pages of a crawl or batch in the order of discovery. `offset` counts those before them."""

    entries: list[Entry]
    status: str | None
    offset: int
    has_more: bool


@dataclass(frozen=True)
class JobView:
    """What the page of a job shows. A crawl or batch has `pages`, a background scrape has `outcome`."""

    job: Background
    pages_job: PageJob | None
    page_list: PageList | None
    deliveries: list[Delivery]
    outcome: Outcome | None


@blueprint.get("/<uuid:workspace_id>/jobs/<uuid:job_id>")
def show(workspace_id: UUID, job_id: UUID) -> Response:
    """One job. `status` and `offset` of the query string select its pages."""
    status = _one_of("status", PAGE_STATUSES)
    offset = parse_number(request.args.get("offset", ""), limits.CRAWL_LIMIT_MAX) or 0
    found = database.snapshot(lambda connection: _read(connection, workspace_id, job_id, status, offset))
    if found is None:
        raise NotFound(UNKNOWN)
    values: dict[str, Any] = {}
    if found.outcome is not None and found.outcome.result is not None:
        url = url_for("console.jobs.download", workspace_id=workspace_id, job_id=job_id)
        name = f"{found.job.operation}-{job_id}.json"
        values = _result_values(found.job.operation, found.outcome.result, workspace_id, name, url)
    return pages.render(
        "jobs/job.html", view=found, options=shown_options(found.job.operation, found.job.options), downloads=DOWNLOADS,
        page_statuses=PAGE_STATUSES, most_shown=PAGES_SHOWN, deliveries_shown=DELIVERIES_SHOWN, **values,
    )  # fmt: skip


@blueprint.get("/<uuid:workspace_id>/jobs/<uuid:job_id>/pages/<int:number>")
def show_page(workspace_id: UUID, job_id: UUID, number: int) -> Response:
    """One page of a crawl or batch, with its result."""
    job, page = _read_page(workspace_id, job_id, number)
    values: dict[str, Any] = {}
    if page.result is not None:
        url = url_for("console.jobs.download_page", workspace_id=workspace_id, job_id=job_id, number=number)
        values = _result_values(SCRAPE.name, page.result, workspace_id, f"page-{number}.json", url)
    return pages.render("jobs/page.html", job=job, page=page, number=number, **values)


def _read_page(workspace_id: UUID, job_id: UUID, number: int) -> tuple[Background, StoredPage]:
    def read(connection: Connection) -> tuple[Background | None, StoredPage | None]:
        job = listing.find(connection, job_id, workspace_id)
        return job, page_entry.find(connection, job_id, number) if job and number < 2**31 else None

    job, page = database.snapshot(read)
    if job is None or page is None:
        raise NotFound("The job has no page with this number.")
    return job, page


@blueprint.get("/<uuid:workspace_id>/jobs/<uuid:job_id>/result.json")
def download(workspace_id: UUID, job_id: UUID) -> Response:
    """The result of a background scrape or extract as a file."""

    def read(connection: Connection) -> tuple[Background, Outcome | None] | None:
        job = listing.find(connection, job_id, workspace_id)
        return (job, outcome.find_background(connection, job_id, workspace_id, job.operation)) if job else None

    found = database.snapshot(read)
    if found is None or found[1] is None:
        raise NotFound(UNKNOWN)
    return _file(found[1].result, f"{found[0].operation}-{job_id}.json")


@blueprint.get("/<uuid:workspace_id>/jobs/<uuid:job_id>/download")
def download_all(workspace_id: UUID, job_id: UUID) -> Response:
    """All pages of a crawl or batch as a file."""
    job = database.ask(lambda connection: listing.find(connection, job_id, workspace_id))
    kind = _one_of("format", DOWNLOADS)
    if job is None or job.operation not in (CRAWL.name, BATCH.name) or kind is None:
        raise NotFound(UNKNOWN)
    return respond_file(OPERATIONS[job.operation], str(job_id), visitor.counted("status"), kind)


@blueprint.get("/<uuid:workspace_id>/jobs/<uuid:job_id>/pages/<int:number>/result.json")
def download_page(workspace_id: UUID, job_id: UUID, number: int) -> Response:
    """The result of one page of a crawl or batch as a file."""
    return _file(_read_page(workspace_id, job_id, number)[1].result, f"page-{number}.json")


def _file(result: str | None, name: str) -> Response:
    if result is None:
        raise NotFound(f"No result is stored for this page or job. Results are deleted after {pages.JOB_DAYS} days.")
    response = Response(result, mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@blueprint.post("/<uuid:workspace_id>/jobs/<uuid:job_id>/cancel")
def cancel(workspace_id: UUID, job_id: UUID) -> AnyResponse:
    """Cancel a crawl or batch."""
    job = database.ask(lambda connection: listing.find(connection, job_id, workspace_id))
    if job is None or job.operation not in (CRAWL.name, BATCH.name):
        raise NotFound(UNKNOWN)
    dispatch.cancel(str(job_id), visitor.counted("cancel"), OPERATIONS[job.operation])
    return pages.go("jobs.show", notice="job-cancelled", workspace_id=workspace_id, job_id=job_id)


@blueprint.post("/<uuid:workspace_id>/jobs/<uuid:job_id>/deliveries/<uuid:delivery_id>/retry")
def retry_delivery(workspace_id: UUID, job_id: UUID, delivery_id: UUID) -> AnyResponse:
    """Retry a failed delivery."""
    job = database.ask(lambda connection: listing.find(connection, job_id, workspace_id))
    if job is None or job.operation not in (CRAWL.name, BATCH.name):
        raise NotFound(UNKNOWN)
    retry(OPERATIONS[job.operation], str(job_id), str(delivery_id), visitor.counted("retry"))
    return pages.go("jobs.show", notice="delivery-retried", workspace_id=workspace_id, job_id=job_id)


def _one_of(name: str, allowed: Any) -> str | None:
    value = request.args.get(name, "")
    return value if value in allowed else None


def _read(connection: Connection, workspace_id: UUID, job_id: UUID, status: str | None, offset: int) -> JobView | None:
    job = listing.find(connection, job_id, workspace_id)
    if job is None:
        return None
    if job.operation not in (CRAWL.name, BATCH.name):
        found = outcome.find_background(connection, job_id, workspace_id, job.operation)
        return JobView(job, None, None, [], found)
    row = page_job.find(connection, job_id, workspace_id)
    assert row is not None  # read in the same snapshot
    entries = page_entry.list_entries(
        connection, job_id, queued=row.counts.queued, most=PAGES_SHOWN + 1, offset=offset, status=status,
        repeats=bool(row.counts.repeats),
    )  # fmt: skip
    page_list = PageList(entries[:PAGES_SHOWN], status, offset, len(entries) > PAGES_SHOWN)
    deliveries = delivery.list_deliveries(connection, job_id, most=DELIVERIES_SHOWN) if "webhook" in job.options else []
    return JobView(job, row, page_list, deliveries, None)


def _result_values(
    operation: str, result: str, workspace_id: UUID, file_name: str, download_url: str
) -> dict[str, Any]:
    """The values that show a stored result of an operation."""
    value = json.loads(result)
    # A longer one is not shown.
    text = result if len(result) > shown.INLINE_CHARS_MAX else json.dumps(value, ensure_ascii=False, indent=2)
    return shown.context(operation, value, workspace_id, json_text=text, file_name=file_name, download_url=download_url)


def shown_options(operation: str, options: Mapping[str, Any]) -> str:
    """The options of a call that differ from their defaults, as JSON.

    Secrets that they may contain are masked: values of headers, and the webhook's secret.
    """
    return as_json(_masked(without_defaults(OFFERED[operation].inputs, options)))


def _masked(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    masked: dict[str, Any] = {}
    for name, each in value.items():
        if name == "headers" and isinstance(each, Mapping):
            masked[name] = dict.fromkeys(each, "•••")
        else:
            masked[name] = "•••" if name == "secret" else _masked(each)
    return masked
