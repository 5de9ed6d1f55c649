"""Live progress as server-sent events: `GET /v1/web/crawl/{id}/events` and `…/batch/{id}/events`.

The ASGI application sends the events itself, so that a listener does not occupy a thread. Before it starts, it calls the view,
so that authentication and errors are the same as for other requests. Each stream then polls the database until the job
has ended.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

from flask import Response
from sqlalchemy import Connection

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.ratelimit import grouped
from api.resources.page_jobs.entries import entry_batches, entry_json, status_fields
from api.state import State
from contract.declare import schema_of
from contract.fields.identifier import parse_id
from contract.operations import Operation
from contract.options.paging import EventsQuery
from models.page_jobs import page_job
from models.pages import page_entry
from models.pages.page_entry import Entry
from models.session import snapshot

T = TypeVar("T")
PATH = re.compile(r"/v1/web/(crawl|batch)/([^/]+)/events")
EVENT_STREAM = "text/event-stream"
LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The `id` of the last event that was received. Events before it are not sent again, except for a few pages.",
}
# Written here, because the parameters given to `doc` replace those of `arguments`.
INCLUDE_DATA = {
    "in": "query",
    "name": "includeData",
    "required": False,
    "schema": {"type": "boolean", "default": True},
    "description": EventsQuery.__dataclass_fields__["include_data"].metadata["description"],
}
# The data of each event, by its name. OpenAPI 3.1 has no keyword for the events of a stream.
EVENT_SCHEMAS = {
    "page": "PageEvent", "progress": "JobProgress", "completed": "JobProgress", "failed": "JobProgress",
    "cancelled": "JobProgress",
}  # fmt: skip


def _reference(schema: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{schema}"}


STREAM = {
    "description": "Events `page` (a page that has ended, with its scrape result and the job's id), `progress` (the job's status"
    " without pages) and, last, `completed`, `failed` or `cancelled`. `x-events` names the schema of the data of each event,"
    " which is JSON.",
    # No type: some clients validate the bytes of the stream, others the data of each event.
    "content": {EVENT_STREAM: {"schema": {"description": "A stream of events."}}},
    "x-events": {name: _reference(schema) for name, schema in EVENT_SCHEMAS.items()},
}
POLL_SECONDS = 0.5
# Proxies close silent connections; a comment keeps them open.
COMMENT_SECONDS = 15.0
# Pages read from the database at a time
PAGES_PER_POLL = 100
# A client that reconnects gets this many of its last pages again: pages that ended at the same time may change their order.
OVERLAP = 50
# A stream ends after this time. Clients of server-sent events reconnect and continue with Last-Event-ID.
STREAM_MAX_SECONDS = 3_600.0


def is_stream(path: str) -> bool:
    """Whether the path is that of an event stream."""
    found = PATH.fullmatch(path)
    return found is not None and parse_id(found[2]) is not None


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint. Its view decides whether a caller may listen; the ASGI application streams."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>/events", methods=["GET"], endpoint=f"{name}_events")
    @grouped("status")
    @blueprint.arguments(schema_of(EventsQuery), location="query")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Stream the progress of a {name}",
        description="Server-sent events until the job ends. Reconnect with the Last-Event-ID header to continue.",
        parameters=[LAST_EVENT_ID, INCLUDE_DATA],
        responses={"200": STREAM},
    )
    def events(query: EventsQuery, job_id: str) -> Response:
        dispatch.read_page_job(job_id, auth.caller(), operation, lambda connection, row: row.id)
        return Response("", mimetype=EVENT_STREAM)


async def stream(state: State, path: str, last_seen: int, query: bytes = b"") -> AsyncIterator[str]:
    """The events of a job: `page` for each page that ended, `progress` when the counters changed, and one for its end.

    Args:
        path: the path of the event stream of a job that the caller may read.
        last_seen: the id of the last event that the client received. Some pages before it may be sent again.
        query: the query string of the request, which is valid as `EventsQuery`.
    """
    job_id = UUID(path.split("/")[4])
    sent: list[int] = []  # numbers of the pages that were sent
    sent_status: dict[str, Any] = {}
    includes_data = parse_qs(query).get(b"includeData") != [b"false"]
    started_at = sent_at = time.monotonic()

    def read(work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.to_thread(snapshot, state.database, work)

    yield "retry: 2000\n\n"
    if last_seen > OVERLAP:
        seen = last_seen - OVERLAP
        sent += [
            row.number
            for row in await read(
                lambda connection: page_entry.list_finished(connection, job_id, [], seen, repeats=True)
            )
        ]
    while time.monotonic() - started_at < STREAM_MAX_SECONDS:
        polled = await read(lambda connection: _poll(connection, job_id, sent))
        if polled is None:
            return
        status, rows = polled
        for batch in entry_batches(rows):
            numbers = [row.number for row in batch if row.size and includes_data]
            results = await read(partial(page_entry.read_results, job_id=job_id, numbers=numbers))
            for row in batch:
                sent.append(row.number)
                yield _event("page", entry_json(row, results.get(row.number), job_id=str(job_id)), len(sent))
        if len(rows) == PAGES_PER_POLL:
            continue
        if rows or status != sent_status:
            sent_status, sent_at = status, time.monotonic()
            ended = status["status"] != "running"
            yield _event(status["status"] if ended else "progress", json.dumps(status, ensure_ascii=False), len(sent))
            if ended:
                return
        elif time.monotonic() - sent_at > COMMENT_SECONDS:
            sent_at = time.monotonic()
            yield ": still running\n\n"
        await asyncio.sleep(POLL_SECONDS)


def _poll(connection: Connection, job_id: UUID, sent: list[int]) -> tuple[dict[str, Any], list[Entry]] | None:
    """(the job's status, pages that ended and were not sent yet), or None when the job has been deleted."""
    row = page_job.find(connection, job_id)
    if row is None:
        return None
    more = row.shown.completed + row.shown.failed > len(sent)
    pages = []
    if more:
        repeats = bool(row.counts.repeats)
        pages = page_entry.list_finished(connection, job_id, sent, PAGES_PER_POLL, repeats=repeats)
    return status_fields(row), pages


def _event(name: str, data: str, number: int) -> str:
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n"
