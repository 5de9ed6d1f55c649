"""Live progress as server-sent events: `GET /v1/web/crawl/{id}/events` and `…/batch/{id}/events`.

Spoken by the ASGI parent itself, so that a listener holds no thread: who calls and whether the job is his is asked of the
Flask application, with the same rules and errors as its status; what happens is looked up now and then, for each listener
alone, until the job has ended.
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
from api.resources.page_jobs import entry_text, portions, status_of
from api.state import State
from models import page_entry, page_job
from models.page_entry import Entry
from models.session import snapshot

T = TypeVar("T")
PATH = re.compile(r"/v1/web/(crawl|batch)/([^/]+)/events")
LOOK_SECONDS = 0.5
# Proxies close what is silent; a comment keeps the line open.
COMMENT_SECONDS = 15.0
PAGES_TOGETHER = 100
# Pages that end at the same moment may be told in another order to who comes back.
OVERLAP = 50
# No listener stays for ever: whoever wants to goes on with Last-Event-ID, as every client of such streams does.
STREAM_MAX_SECONDS = 3_600.0


def status_path(path: str) -> str | None:
    """The path of the status whose events are asked for, or None where `path` asks for no events."""
    found = PATH.fullmatch(path)
    return f"/v1/web/{found[1]}/{found[2]}" if found else None


def described() -> dict[str, Any]:
    """The streams as OpenAPI has them, by path."""
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    failed = {
        str(status): {"description": FAILURES[status], "content": failure} for status in (401, 403, 404, 429, 500, 503)
    }
    told = {"description": "`page`, `progress`, and at last the job's end.", "content": {"text/event-stream": {}}}
    job_id = {"in": "path", "name": "job_id", "required": True, "schema": {"type": "string", "minLength": 1}}
    return {
        f"/v1/web/{kind}/{{job_id}}/events": {
            "parameters": [job_id],
            "get": {
                "tags": [kind],
                "summary": f"Live progress of a {kind}",
                "description": "Server-sent events until the job ends.",
                "responses": {"200": told, **failed},
            },
        }
        for kind in ("crawl", "batch")
    }


async def stream(state: State, path: str, last_seen: int) -> AsyncIterator[str]:
    """The events of a job: `page` for each that ended, `progress` when the counters moved, one named after its end.

    Args:
        path: as `status_path` gave it; the caller may see that job.
        last_seen: the last event's id that the listener has seen. A page that ended right before it may come again.
    """
    job_id = UUID(path.rpartition("/")[2])
    known: list[int] = []
    told: dict[str, Any] = {}
    begun = spoke = time.monotonic()

    def read(work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.to_thread(snapshot, state.database, work)

    yield "retry: 2000\n\n"
    if last_seen > OVERLAP:
        seen = last_seen - OVERLAP
        known += [
            row.number for row in await read(lambda connection: page_entry.list_finished(connection, job_id, [], seen))
        ]
    while time.monotonic() - begun < STREAM_MAX_SECONDS:
        found = await read(lambda connection: _look(connection, job_id, known))
        if found is None:
            return
        status, rows = found
        for portion in portions(rows):
            numbers = [row.number for row in portion if row.size]
            results = await read(partial(page_entry.read_results, job_id=job_id, numbers=numbers))
            for row in portion:
                known.append(row.number)
                yield _event("page", entry_text(row, results.get(row.number)), len(known))
        if len(rows) == PAGES_TOGETHER:
            continue
        if rows or status != told:
            told, spoke = status, time.monotonic()
            ended = status["status"] != "running"
            yield _event(status["status"] if ended else "progress", json.dumps(status, ensure_ascii=False), len(known))
            if ended:
                return
        elif time.monotonic() - spoke > COMMENT_SECONDS:
            spoke = time.monotonic()
            yield ": still running\n\n"
        await asyncio.sleep(LOOK_SECONDS)


def _look(connection: Connection, job_id: UUID, known: list[int]) -> tuple[dict[str, Any], list[Entry]] | None:
    """(the job's status, pages that ended since), None when the job is gone."""
    row = page_job.find(connection, job_id)
    if row is None:
        return None
    counts = page_entry.count(connection, job_id, row.pages_max)
    more = counts.completed + counts.failed > len(known)
    return status_of(row, counts), page_entry.list_finished(connection, job_id, known, PAGES_TOGETHER) if more else []


def _event(name: str, data: str, number: int) -> str:
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n"
