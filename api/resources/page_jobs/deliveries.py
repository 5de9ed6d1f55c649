"""`GET /v1/web/crawl/{id}/deliveries` and `/batch/{id}/deliveries`: the webhook events of a job."""

from __future__ import annotations

from flask import Response

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources.page_jobs.entries import timestamp
from contract.declare import dump
from contract.operations import Operation
from contract.results.job import Deliveries, Delivery
from models.pages import event

DELIVERIES = documented(Deliveries, nested=False)


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>/deliveries", methods=["GET"], endpoint=f"{name}_deliveries")
    @grouped("status")
    @blueprint.response(200, DELIVERIES, description="Deliveries of the job.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"List the webhook deliveries of a {name}",
        description="One row per event, with its attempts and the receiver's last response.",
    )
    def deliveries(job_id: str) -> Response:
        rows = dispatch.read_page_job(
            job_id, auth.caller(), operation, lambda connection, row: event.list_deliveries(connection, row.id)
        )
        return respond(dump(Deliveries(deliveries=tuple(map(_delivery, rows)))))


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
