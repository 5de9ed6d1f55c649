"""`POST /v1/web/crawl` and `/batch`: starts a job and acknowledges it."""

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
from contract.declare import schema_of
from contract.operations import Operation
from contract.results.job import BatchAck, CrawlAck


def register(blueprint: Blueprint, operation: Operation, ack: type[CrawlAck] | type[BatchAck]) -> None:
    """Add the endpoint to the blueprint."""
    name = operation.name

    @blueprint.route(f"/{name}", methods=["POST"], endpoint=name)
    @grouped("start")
    @blueprint.arguments(schema_of(operation.options))
    @blueprint.response(201, documented(ack, nested=False), description="The job is accepted.", headers=LOCATION)
    @failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 503)
    @blueprint.doc(summary=operation.summary, description="Returns a job id immediately.")
    def start(options: Any) -> Response:
        job_id = dispatch.start_page_job(operation, options, auth.caller(), request.path)
        return acknowledge(ack, f"{name}_id", operation, job_id)
