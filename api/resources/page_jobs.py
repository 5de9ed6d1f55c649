"""What crawl and batch share over HTTP: acknowledgement, status, cancellation, deliveries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, TypeVar

from flask import Response, request, stream_with_context
from sqlalchemy import Connection

from api import auth, dispatch
from api.documentation import failures
from api.envelope import documented, envelope_around, respond
from api.ratelimit import grouped
from api.wire import Blueprint
from contract.declare import dump, schema_of
from contract.operations import Operation
from contract.options.paging import Paging
from contract.results.job import BatchAck, CrawlAck, Deliveries, Delivery, PagesStatus
from models import event, page_entry
from models.page_entry import Counts, Entry
from models.page_job import PageJob

View = TypeVar("View", bound=Callable[..., Response])
Status = documented(PagesStatus, nested=False)
DeliveriesAnswer = documented(Deliveries, nested=False)
# So much is read and sent at a time: the pages of a job may be hundreds of megabytes, and one of them tens.
PAGES_SENT_TOGETHER = 50
BYTES_SENT_TOGETHER = 4_000_000


def register(blueprint: Blueprint, operation: Operation, ack: type[CrawlAck] | type[BatchAck], sentence: str) -> None:
    """Give a kind of job its endpoints."""
    name = operation.name
    [id_name] = [field for field in ack.__dataclass_fields__ if field.endswith("_id")]

    @blueprint.route(f"/{name}", methods=["POST"], endpoint=name)
    @grouped("start")
    @blueprint.arguments(schema_of(operation.options))
    @blueprint.response(201, documented(ack, nested=False), description="Accepted.")
    @failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 503)
    @_described(sentence)
    def begin(options: Any) -> Response:
        job_id = dispatch.begin_pages(operation, options, auth.caller(), request.path)
        return respond(dump(ack(**{id_name: str(job_id)})), 201)

    @blueprint.route(f"/{name}/<job_id>", methods=["GET"], endpoint=f"{name}_status")
    @grouped("status")
    @blueprint.arguments(schema_of(Paging), location="query")
    @blueprint.response(200, Status, description="Where the job stands.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @_described(f"Status of a {name}\n\nWith all its pages, or those that the query asks for.")
    def status(paging: Paging, job_id: str) -> Response:
        return _status(operation, job_id, paging)

    @blueprint.route(f"/{name}/<job_id>", methods=["DELETE"], endpoint=f"{name}_cancel")
    @grouped("cancel")
    @blueprint.response(200, Status, description="Where the job stands now; one that had ended is left as it is.")
    @failures(blueprint, 401, 403, 404, 429, 500, 503)
    @_described(f"Cancel a {name}\n\nWhat is in flight ends at once; pages that are done stay and stay paid for.")
    def cancel(job_id: str) -> Response:
        dispatch.cancel(job_id, auth.caller(), operation)
        return _status(operation, job_id, Paging(include_data=False))

    @blueprint.route(f"/{name}/<job_id>/deliveries", methods=["GET"], endpoint=f"{name}_deliveries")
    @grouped("status")
    @blueprint.response(200, DeliveriesAnswer, description="What went to the webhook, and how it fared.")
    @failures(blueprint, 401, 403, 404, 429, 500, 503)
    @_described(f"Webhook deliveries of a {name}\n\nOne row for each event.")
    def deliveries(job_id: str) -> Response:
        rows = dispatch.pages_of(
            job_id, auth.caller(), operation, lambda connection, row: event.list_deliveries(connection, row.id)
        )
        return respond(dump(Deliveries(deliveries=tuple(map(_delivery, rows)))))


def _described(sentence: str) -> Callable[[View], View]:
    """The docstring of a view whose kind of job is known only now; the documentation is made from it."""

    def mark(view: View) -> View:
        view.__doc__ = sentence
        return view

    return mark


def _status(operation: Operation, job_id: str, paging: Paging) -> Response:
    """Counters and entries are of one moment; the pages themselves, which change no more, are read while they are sent."""
    caller = auth.caller()

    def read(connection: Connection, row: PageJob) -> tuple[dict[str, Any], list[Entry]]:
        counts = page_entry.count(connection, row.id, row.pages_max)
        rows = page_entry.list_entries(
            connection, row.id, queued=counts.queued, most=paging.limit, offset=paging.offset, status=paging.status
        )
        return status_of(row, counts), rows

    status, rows = dispatch.pages_of(job_id, caller, operation, read)

    def results(numbers: Sequence[int]) -> dict[int, str]:
        return dispatch.pages_of(
            job_id, caller, operation, lambda connection, row: page_entry.read_results(connection, row.id, numbers)
        )

    entries = entry_texts(rows, results if paging.include_data else lambda _: {})
    first = next(entries, [])  # Most answers are whole by now: whatever goes wrong with them is still an error.
    return Response(stream_with_context(_written(status, chain([first], entries))), mimetype="application/json")


def entry_texts(rows: Sequence[Entry], results: Callable[[Sequence[int]], dict[int, str]]) -> Iterator[list[str]]:
    """Page entries as JSON texts, a portion at a time; `results` reads the pages of a portion."""
    for portion in portions(rows):
        wanted = [row.number for row in portion if row.size]
        found = results(wanted) if wanted else {}
        yield [entry_text(row, found.get(row.number)) for row in portion]


def portions(rows: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Entries, as many at a time as may be read together with their pages."""
    portion: list[Entry] = []
    size = 0
    for row in rows:
        if portion and (len(portion) >= PAGES_SENT_TOGETHER or size + row.size > BYTES_SENT_TOGETHER):
            yield portion
            portion, size = [], 0
        portion.append(row)
        size += row.size
    if portion:
        yield portion


def status_of(row: PageJob, counts: Counts) -> dict[str, Any]:
    """A job's status in wire names, without its pages."""
    status = PagesStatus(
        id=str(row.id),
        kind=row.operation,
        status=row.status,
        seed_url=row.seed_url,
        total=counts.total,
        completed=counts.completed,
        failed=counts.failed,
        credits_used=counts.credits,
        error=row.error,
        created_at=timestamp(row.created_at) or "",
        finished_at=timestamp(row.finished_at),
    )
    fields = dump(status)
    del fields["pages"]
    return fields


def entry_text(row: Entry, result: str | None) -> str:
    """A page entry as JSON text; its page is put in as it was recorded."""
    fields = {"url": row.url, "status": row.status, "depth": row.depth, "error": row.error}
    text = json.dumps(fields, ensure_ascii=False)
    return text if result is None else f'{text[:-1]}, "data": {result}}}'


def timestamp(moment: datetime | None) -> str | None:
    """UTC, ISO 8601."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


def _written(status: dict[str, Any], entries: Iterator[list[str]]) -> Iterator[str]:
    head, tail = envelope_around(status)
    yield f'{head}, "pages": ['
    separator = ""
    for texts in entries:
        yield separator + ", ".join(texts)
        separator = ", "
    yield f"]{tail}"


def _delivery(row: event.Delivery) -> Delivery:
    return Delivery(
        id=str(row.id),
        event=row.type,
        status=row.status,
        attempts=row.attempts,
        response_status=row.response_status,
        error=row.error,
        delivered_at=timestamp(row.delivered_at),
        created_at=timestamp(row.created_at) or "",
    )
