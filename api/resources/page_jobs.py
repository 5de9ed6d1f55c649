"""What crawl and batch share over HTTP: acknowledgement, status, cancellation, deliveries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

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
from models import event, page

View = TypeVar("View", bound=Callable[..., Response])
Status = documented(PagesStatus, nested=False)
DeliveriesAnswer = documented(Deliveries, nested=False)
# As many pages are sent at a time as are read at a time; a job's pages may be hundreds of megabytes.
PAGES_SENT_TOGETHER = 50


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
    @grouped("status")
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
            job_id, auth.caller(), operation, lambda connection, row: event.of_job(connection, row.id)
        )
        return respond(dump(Deliveries(deliveries=tuple(map(_delivery, rows)))))


def _described(sentence: str) -> Callable[[View], View]:
    """The docstring of a view whose kind of job is known only now; the documentation is made from it."""

    def mark(view: View) -> View:
        view.__doc__ = sentence
        return view

    return mark


def _status(operation: Operation, job_id: str, paging: Paging) -> Response:
    def read(connection: Connection, row: Any) -> tuple[dict[str, Any], int, list[Any] | None]:
        counts = page.counts(connection, row.id, row.pages_max)
        status = status_of(row, counts)
        if row.finished_at is not None and counts.total > PAGES_SENT_TOGETHER and paging.limit is None:
            return status, counts.queued, None  # Nothing changes any more: its pages are read while they are sent.
        return status, counts.queued, _entries(connection, row.id, counts.queued, paging, paging.limit, paging.offset)

    caller = auth.caller()
    status, queued, rows = dispatch.pages_of(job_id, caller, operation, read)

    def part(offset: int) -> list[Any]:
        return dispatch.pages_of(
            job_id, caller, operation,
            lambda connection, row: _entries(connection, row.id, queued, paging, PAGES_SENT_TOGETHER, offset),
        )  # fmt: skip

    def pages() -> Iterator[Sequence[Any]]:
        if rows is not None:
            yield rows
            return
        offset = paging.offset
        while found := part(offset):
            yield found
            offset += len(found)

    return Response(stream_with_context(_written(status, pages())), mimetype="application/json")


def _entries(
    connection: Connection, job_id: UUID, queued: int, paging: Paging, most: int | None, offset: int
) -> list[Any]:
    return page.entries(
        connection, job_id, queued=queued, most=most, offset=offset, status=paging.status, with_data=paging.include_data
    )


def status_of(row: Any, counts: page.Counts) -> dict[str, Any]:
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


def entry_text(row: Any) -> str:
    """A page entry as JSON text; its page is put in as it was recorded."""
    fields = {"url": row.url, "status": row.status, "depth": row.depth, "error": row.error}
    text = json.dumps(fields, ensure_ascii=False)
    return text if row.result is None else f'{text[:-1]}, "data": {row.result}}}'


def timestamp(moment: datetime | None) -> str | None:
    """UTC, ISO 8601."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


def _written(status: dict[str, Any], pages: Iterator[Sequence[Any]]) -> Iterator[str]:
    head, tail = envelope_around(status)
    yield f'{head}, "pages": ['
    separator = ""
    for rows in pages:
        yield separator + ", ".join(map(entry_text, rows))
        separator = ", " if rows else separator
    yield f"]{tail}"


def _delivery(row: Any) -> Delivery:
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
