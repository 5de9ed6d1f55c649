"""The endpoints of one kind of job, crawl or batch. Its start and its cancellation are here."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented
from api.ratelimit import grouped
from api.resources.acknowledgement import LOCATION, acknowledge
from api.resources.page_jobs import deliveries, download, events, status
from api.resources.page_jobs.status import STATUS, respond_status
from contract.declare import schema_of
from contract.operations import Operation
from contract.options.paging import Paging


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add start, status, cancel, deliveries with their retry, events and download of a job of many pages."""
    _register_start(blueprint, operation)
    status.register(blueprint, operation)
    _register_cancel(blueprint, operation)
    for part in (deliveries, events, download):
        part.register(blueprint, operation)


def _register_start(blueprint: Blueprint, operation: Operation) -> None:
    assert operation.acknowledgement is not None
    accepted = documented(operation.acknowledgement, nested=False)

    @blueprint.route(f"/{operation.name}", methods=["POST"], endpoint=operation.name)
    @grouped("start")
    @blueprint.arguments(schema_of(operation.options))
    @blueprint.response(operation.status, accepted, description="The job is accepted.", headers=LOCATION)
    @failures(blueprint, *operation.failures)
    @blueprint.doc(summary=operation.summary, description=operation.description)
    def start(options: Any) -> Response:
        job_id = dispatch.start_page_job(operation, options, auth.caller(), request.path)
        return acknowledge(operation, job_id)


def _register_cancel(blueprint: Blueprint, operation: Operation) -> None:
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>", methods=["DELETE"], endpoint=f"{name}_cancel")
    @grouped("cancel")
    @blueprint.response(200, STATUS, description="Status of the job after the call, with page entries without `data`.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Cancel a {name}",
        description="Stops running fetches. Completed pages remain stored and charged. A finished job is not changed.",
    )
    def cancel(job_id: str) -> Response:
        dispatch.cancel(job_id, auth.caller(), operation)
        return respond_status(operation, job_id, Paging(include_data=False))
