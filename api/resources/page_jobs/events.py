"""Live progress as server-sent events: `GET /v1/web/crawl/{id}/events` and `…/batch/{id}/events`.

The ASGI application sends the events itself, so that a listener does not occupy a thread. Before it starts, it requests
the job's status from Flask, so that authentication and errors are the same as for the status. Each stream then polls the
database until the job has ended.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Connection

from api.documentation import FAILURES
from api.resources.page_jobs.entries import entry_batches, entry_json, status_fields
from api.state import State
from models.page_jobs import page_job
from models.pages import page_entry
from models.pages.page_entry import Entry
from models.session import snapshot

T = TypeVar("T")
PATH = re.compile(r"/v1/web/(crawl|batch)/([^/]+)/events")
POLL_SECONDS = 0.5
# Proxies close silent connections; a comment keeps them open.
COMMENT_SECONDS = 15.0
# Pages read from the database at a time
PAGES_PER_POLL = 100
# A client that reconnects gets this many of its last pages again: pages that ended at the same time may change their order.
OVERLAP = 50
# A stream ends after this time. Clients of server-sent events reconnect and continue with Last-Event-ID.
STREAM_MAX_SECONDS = 3_600.0


def status_path(path: str) -> str | None:
    """The path of the job's status when `path` is that of an event stream, else None."""
    found = PATH.fullmatch(path)
    return f"/v1/web/{found[1]}/{found[2]}" if found else None


def openapi_paths() -> dict[str, Any]:
    """The OpenAPI description of the event streams, by path."""
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    failed = {
        str(status): {"description": FAILURES[status], "content": failure}
        for status in (400, 401, 403, 404, 429, 500, 503)
    }
    events = {
        "description": "Events `page` (a page entry), `progress` (the job's status without pages) and, last, `completed`, `failed`"
        " or `cancelled`.",
        "content": {"text/event-stream": {}},
    }
    job_id = {"in": "path", "name": "job_id", "required": True, "schema": {"type": "string", "minLength": 1}}
    return {
        f"/v1/web/{kind}/{{job_id}}/events": {
            "parameters": [job_id],
            "get": {
                "tags": [kind],
                "summary": f"Stream the progress of a {kind}",
                "description": "Server-sent events until the job ends. Reconnect with the Last-Event-ID header to continue.",
                "responses": {"200": events, **failed},
            },
        }
        for kind in ("crawl", "batch")
    }


async def stream(state: State, path: str, last_seen: int) -> AsyncIterator[str]:
    """The events of a job: `page` for each page that ended, `progress` when the counters changed, and one for its end.

    Args:
        path: the status path of a job that the caller may read.
        last_seen: the id of the last event that the client received. Some pages before it may be sent again.
    """
    job_id = UUID(path.rpartition("/")[2])
    sent: list[int] = []  # numbers of the pages that were sent
    sent_status: dict[str, Any] = {}
    started_at = sent_at = time.monotonic()

    def read(work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.to_thread(snapshot, state.database, work)

    yield "retry: 2000\n\n"
    if last_seen > OVERLAP:
        seen = last_seen - OVERLAP
        sent += [
            row.number for row in await read(lambda connection: page_entry.list_finished(connection, job_id, [], seen))
        ]
    while time.monotonic() - started_at < STREAM_MAX_SECONDS:
        polled = await read(lambda connection: _poll(connection, job_id, sent))
        if polled is None:
            return
        status, rows = polled
        for batch in entry_batches(rows):
            numbers = [row.number for row in batch if row.size]
            results = await read(partial(page_entry.read_results, job_id=job_id, numbers=numbers))
            for row in batch:
                sent.append(row.number)
                yield _event("page", entry_json(row, results.get(row.number)), len(sent))
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
    more = row.counts.completed + row.counts.failed > len(sent)
    pages = page_entry.list_finished(connection, job_id, sent, PAGES_PER_POLL) if more else []
    return status_fields(row), pages


def _event(name: str, data: str, number: int) -> str:
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n"
