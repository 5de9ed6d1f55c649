"""`POST /v1/web/crawl/{id}/deliveries/{delivery_id}/retry` and the same of a batch: retries a failed delivery."""

from __future__ import annotations

from uuid import UUID

from flask import Response
from sqlalchemy import Connection

from api import database, dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources.page_jobs.deliveries import written
from contract.declare import dump
from contract.errors import InvalidRequest, NotFound
from contract.operations import Operation
from contract.results.job import RetriedDelivery
from models.accounts.workspace import Caller
from models.pages import delivery

UNKNOWN_DELIVERY = "The job has no delivery with this id."
RETRIED = documented(RetriedDelivery, nested=False)


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

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
        raise NotFound(UNKNOWN_DELIVERY)
    if row.status == "failed" and not is_due:
        raise InvalidRequest.of("deliveryId", f"had {row.attempts} attempts, which is the maximum")
    return row


def _parse_id(delivery_id: str) -> UUID:
    try:
        return UUID(delivery_id)
    except ValueError:
        raise NotFound(UNKNOWN_DELIVERY) from None
