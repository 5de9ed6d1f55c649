"""`GET /v1/web/crawl/{id}/download` and `/batch/{id}/download`: all pages of a job as one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from uuid import UUID

from flask import Response, stream_with_context
from sqlalchemy import Connection

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.ratelimit import grouped
from api.resources.page_jobs.download_files import FORMATS, Pages
from api.resources.page_jobs.entries import entry_batches
from api.resources.page_jobs.selection import select_entries
from api.shares import Shares
from contract.declare import schema_of
from contract.operations import Operation
from contract.options.paging import DownloadQuery, Paging
from models.accounts.caller import Caller
from models.page_jobs.page_job import PageJob
from models.pages import page_entry
from models.pages.page_entry import Entry

# A file is written by one of the few threads of the API, and a large one takes many seconds.
DOWNLOADS_EACH = 2
_SLOTS = Shares("downloads", slots=4, reserved=2, each={"workspace": DOWNLOADS_EACH})
FILE = {
    "description": "The file. Also while the job runs: then with the pages that it has so far.",
    "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind, _ in FORMATS.values()},
}


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>/download", methods=["GET"], endpoint=f"{name}_download")
    @grouped("status")
    @blueprint.arguments(schema_of(DownloadQuery), location="query")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Download the pages of a {name}",
        description="All page entries as JSON Lines or as a table (CSV), or the Markdown of all pages in a ZIP file.",
        responses={"200": FILE},
    )
    def download(query: DownloadQuery, job_id: str) -> Response:
        return respond_file(operation, job_id, auth.caller(), query.format)


def respond_file(operation: Operation, job_id: str, caller: Caller, kind: str) -> Response:
    """The file. The results of the pages are read while it is written."""

    def read(connection: Connection, row: PageJob) -> list[Entry]:
        return select_entries(connection, row, Paging())[0]

    def results(numbers: Sequence[int]) -> dict[int, str]:
        return dispatch.read_page_job(
            job_id, caller, operation, lambda connection, row: page_entry.read_results(connection, row.id, numbers)
        )

    def pages() -> Pages:
        for batch in entry_batches(rows):
            numbers = [row.number for row in batch if row.size]
            found = results(numbers) if numbers else {}
            yield from ((row, found.get(row.number)) for row in batch)

    rows = dispatch.read_page_job(job_id, caller, operation, read)
    mimetype, write = FORMATS[kind]
    response = shared_response(stream_with_context(write(pages())), mimetype, caller.workspace_id)
    response.headers.set("Content-Disposition", "attachment", filename=f"{operation.name}-{job_id}.{kind}")
    return response


def shared_response(body: Iterator[bytes], mimetype: str, workspace_id: UUID) -> Response:
    """A response whose body has a slot among all downloads until it is written.

    Raises:
        TooManyRequests, ServiceUnavailable: too many files are being written.
    """
    with ExitStack() as held:
        held.enter_context(_SLOTS.slot({"workspace": str(workspace_id)}))
        response = Response(body, mimetype=mimetype)
        response.call_on_close(held.pop_all().close)
    return response
