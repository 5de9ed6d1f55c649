"""`DELETE /v1/web/crawl/{id}` and `/batch/{id}`: cancels a job."""

from __future__ import annotations

from flask import Response

from api import dispatch
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.ratelimit import grouped
from api.resources.page_jobs.status import STATUS, respond_status
from contract.operations import Operation
from contract.options.paging import Paging


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}/<job_id>", methods=["DELETE"], endpoint=f"{name}_cancel")
    @grouped("cancel")
    @blueprint.response(200, STATUS, description="Status of the job after the call, with page entries without `data`.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Cancel a {name}",
        description="Stops running fetches. Completed pages are kept and remain charged. A finished job is not changed.",
    )
    def cancel(job_id: str) -> Response:
        dispatch.cancel(job_id, auth.caller(), operation)
        return respond_status(operation, job_id, Paging(include_data=False))
