"""`/v1/web/crawl/{id}/deliveries` and `/batch/{id}/deliveries`: the webhook events of a job, and the retry of a failed one."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from flask import Response
from sqlalchemy import Connection

from api import database, dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources.page_jobs import cursors
from contract.declare import dump, schema_of
from contract.errors import InvalidRequest, NotFound
from contract.fields.identifier import parse_id
from contract.operations import Operation
from contract.options.paging import DeliveriesPage
from contract.results.job import Deliveries, Delivery, DeliveryAttempt, RetriedDelivery
from contract.results.timestamps import timestamp
from models.accounts.caller import Caller
from models.base import JsonObject
from models.page_jobs.page_job import PageJob
from models.pages import delivery
from models.pages.page_entry import Position

DELIVERIES = documented(Deliveries, nested=False)
_UNKNOWN_DELIVERY = "The job has no delivery with this id."
RETRIED = documented(RetriedDelivery, nested=False)


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the list of deliveries and the retry of one to the blueprint."""
    _register_list(blueprint, operation.name, operation)
    _register_retry(blueprint, operation.name, operation)


def _register_list(blueprint: Blueprint, name: str, operation: Operation) -> None:
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


def _register_retry(blueprint: Blueprint, name: str, operation: Operation) -> None:
    @blueprint.route(
        f"/{name}/<job_id>/deliveries/<delivery_id>/retry", methods=["POST"], endpoint=f"{name}_delivery_retry"
    )
    @grouped("retry")
    @blueprint.response(200, RETRIED, description="The delivery after the call.")
    @failures(blueprint, 400, 401, 403, 404, 408, 413, 429, 500, 503)
    @blueprint.doc(
        summary=f"Retry a failed webhook delivery of a {name}",
        description="Makes one more attempt at once, with the same `webhook-id`. Send no body. A delivery that is pending or"
        f" succeeded is not changed. A delivery has at most {delivery.ATTEMPTS_MAX} attempts.",
    )
    def retry_delivery(job_id: str, delivery_id: str) -> Response:
        row = retry(operation, job_id, delivery_id, auth.caller())
        return respond(dump(RetriedDelivery(delivery=written(row))))


def _select(connection: Connection, row: PageJob, page: DeliveriesPage) -> Deliveries:
    after = cursors.position_of(page.cursor)
    most = None if page.limit is None else page.limit + 1  # one more than requested shows whether more follow
    found = delivery.list_deliveries(connection, row.id, after, most=most)
    shown = found[: page.limit]
    next_cursor = None
    if len(found) > len(shown) or (row.status == "running" and (page.limit or page.cursor)):
        next_cursor = cursors.of_position(_position(shown[-1]) if shown else after)
    return Deliveries(deliveries=tuple(map(written, shown)), next_cursor=next_cursor)


def _position(row: delivery.Delivery) -> Position:
    # The event of the job's end has no position, and no event follows it.
    assert row.finished_at is not None and row.page_number is not None
    return Position(row.finished_at, row.page_number)


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


def retry(operation: Operation, job_id: str, delivery_id: str, caller: Caller) -> delivery.Delivery:
    """Make a failed delivery of the caller's job due now. Returns its row.

    Raises:
        NotFound: the workspace has no such job, or the job has no such delivery.
        InvalidRequest: the delivery failed as often as it may be attempted.
    """
    key = dispatch.read_page_job(job_id, caller, operation, lambda connection, row: row.id)
    event_id = _parse_id(delivery_id)

    def work(connection: Connection) -> tuple[bool, delivery.Delivery | None]:
        return delivery.retry(connection, key, event_id), delivery.find(connection, key, event_id)

    is_due, row = database.transact(work)
    if row is None:
        raise NotFound(_UNKNOWN_DELIVERY)
    if row.status == "failed" and not is_due:
        raise InvalidRequest.of("deliveryId", f"had {row.attempts} attempts, which is the maximum")
    return row


def _parse_id(delivery_id: str) -> UUID:
    if (found := parse_id(delivery_id)) is None:
        raise NotFound(_UNKNOWN_DELIVERY)
    return found
