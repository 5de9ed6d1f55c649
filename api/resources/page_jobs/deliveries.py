"""`GET /v1/web/crawl/{id}/deliveries` and `/batch/{id}/deliveries`: the webhook events of a job."""

from __future__ import annotations

from datetime import datetime

from flask import Response
from sqlalchemy import Connection

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources.page_jobs import cursors
from contract.declare import dump, schema_of
from contract.operations import Operation
from contract.options.paging import DeliveriesPage
from contract.results.job import Deliveries, Delivery, DeliveryAttempt
from contract.results.timestamps import timestamp
from models.base import JsonObject
from models.page_jobs.page_job import PageJob
from models.pages import delivery
from models.pages.page_entry import Place

DELIVERIES = documented(Deliveries, nested=False)


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>/deliveries", methods=["GET"], endpoint=f"{name}_deliveries")
    @grouped("status")
    @blueprint.arguments(schema_of(DeliveriesPage), location="query")
    @blueprint.response(200, DELIVERIES, description="Deliveries of the job.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"List the webhook deliveries of a {name}",
        description="One row per event, with its attempts and the receiver's last response.",
    )
    def deliveries(page: DeliveriesPage, job_id: str) -> Response:
        def read(connection: Connection, row: PageJob) -> Deliveries:
            return _select(connection, row, page)

        return respond(dump(dispatch.read_page_job(job_id, auth.caller(), operation, read)))


def _select(connection: Connection, row: PageJob, page: DeliveriesPage) -> Deliveries:
    after = cursors.place_of(page.cursor)
    most = None if page.limit is None else page.limit + 1  # one more than requested shows whether more follow
    found = delivery.list_deliveries(connection, row.id, after, most=most)
    shown = found[: page.limit]
    next_cursor = None
    if len(found) > len(shown) or (row.status == "running" and (page.limit or page.cursor)):
        next_cursor = cursors.of_place(_place(shown[-1]) if shown else after)
    return Deliveries(deliveries=tuple(map(written, shown)), next_cursor=next_cursor)


def _place(row: delivery.Delivery) -> Place:
    # The event of the job's end has no place, and no event follows it.
    assert row.finished_at is not None and row.page_number is not None
    return Place(row.finished_at, row.page_number)


def written(row: delivery.Delivery) -> Delivery:
    """A delivery as the API returns it."""
    return Delivery(
        id=str(row.id),
        event=row.type,
        status=row.status,
        attempts=row.attempts,
        response_status=row.response_status,
        error=row.error,
        delivered_at=timestamp(row.delivered_at),
        created_at=timestamp(row.created_at),
        attempt_log=tuple(map(_attempt, row.attempt_log)),
    )


def _attempt(record: JsonObject) -> DeliveryAttempt:
    started_at = timestamp(datetime.fromisoformat(record["started_at"]))
    return DeliveryAttempt(**{**record, "started_at": started_at})
