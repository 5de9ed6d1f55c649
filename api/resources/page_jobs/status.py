"""`GET /v1/web/crawl/{id}` and `/batch/{id}`: the status of a job with its page entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from flask import Response, stream_with_context
from sqlalchemy import Connection

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, envelope_around
from api.ratelimit import grouped
from api.resources.page_jobs.entries import entry_batches, entry_json, status_fields
from api.resources.page_jobs.selection import select_entries
from contract.declare import schema_of
from contract.operations import Operation
from contract.options.paging import Paging
from contract.results.job import PagesStatus
from models.page_jobs.page_job import PageJob
from models.pages import page_entry
from models.pages.page_entry import Entry

STATUS = documented(PagesStatus, nested=False)


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>", methods=["GET"], endpoint=f"{name}_status")
    @grouped("status")
    @blueprint.arguments(schema_of(Paging), location="query")
    @blueprint.response(200, STATUS, description="Status of the job.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Get the status of a {name}",
        description="Returns all page entries, or those that the query parameters select. To read a job in parts while it"
        " runs, send `limit`, then `nextCursor` as `cursor` until it is null: each page is returned once, after it has ended.",
    )
    def status(paging: Paging, job_id: str) -> Response:
        return respond_status(operation, job_id, paging)


def respond_status(operation: Operation, job_id: str, paging: Paging) -> Response:
    """Stream the status of the caller's job.

    Counters and entries are read in one snapshot. The pages' results are read while they are sent, because they may be
    hundreds of megabytes; they do not change once a page is completed.
    """
    caller = auth.caller()

    def read(connection: Connection, row: PageJob) -> tuple[dict[str, Any], list[Entry]]:
        rows, next_cursor = select_entries(connection, row, paging)
        return {**status_fields(row), "nextCursor": next_cursor}, rows

    def read_results(numbers: Sequence[int]) -> dict[int, str]:
        if not paging.include_data or not numbers:
            return {}
        return dispatch.read_page_job(
            job_id, caller, operation, lambda connection, row: page_entry.read_results(connection, row.id, numbers)
        )

    def batches() -> Iterator[list[str]]:
        for batch in entry_batches(rows):
            results = read_results([row.number for row in batch if row.size])
            yield [entry_json(row, results.get(row.number)) for row in batch]

    status, rows = dispatch.read_page_job(job_id, caller, operation, read)
    texts = batches()
    # Most responses are complete after the first batch. An error while it is read still becomes an error response.
    first = next(texts, [])
    return Response(stream_with_context(_body(status, chain([first], texts))), mimetype="application/json")


def _body(status: dict[str, Any], batches: Iterator[list[str]]) -> Iterator[str]:
    head, tail = envelope_around(status)
    yield f'{head}, "pages": ['
    separator = ""
    for texts in batches:
        yield separator + ", ".join(texts)
        separator = ", "
    yield f"]{tail}"
