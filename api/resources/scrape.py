"""Scrape: one page in the requested formats, one endpoint per format, and the status of a background scrape."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from flask import Response, request
from marshmallow import RAISE, Schema

from api import dispatch, inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond, respond_data
from api.ratelimit import grouped
from api.resources.acknowledgement import LOCATION, acknowledge
from contract.declare import dump, schema_of
from contract.operations import FORMAT_ENDPOINTS, SCRAPE
from contract.options.scrape import ScrapeOptions
from contract.results.job import JobError, ScrapeAck, ScrapeStatus
from contract.results.page import ScrapeResult

blueprint = Blueprint("scrape", __name__, url_prefix="/v1/web", description="Scrape one page.")
Answer = documented(ScrapeResult, nested=True)
Ack = documented(ScrapeAck, nested=False)
Status = documented(ScrapeStatus, nested=False)
SUMMARIES = {
    "markdown": "Scrape one page as Markdown",
    "html": "Scrape one page as cleaned HTML",
    "rawHtml": "Scrape one page as unmodified HTML",
    "links": "List the links of one page",
    "structured": "Scrape the structured data of one page",
}


class FormatOptionsSchema(schema_of(ScrapeOptions)):  # type: ignore[misc]
    """Scrape options without `formats`: the path names the format."""

    class Meta:
        exclude = ("formats",)
        unknown = RAISE
        ordered = True


def _respond(options: ScrapeOptions) -> Response:
    if options.in_background:
        job_id = dispatch.start_in_background(SCRAPE, options, auth.caller(), request.path)
        return acknowledge(ScrapeAck, "job_id", SCRAPE, job_id)
    return inline_call.perform(SCRAPE, options, auth.caller(), request.path, respond_data)


def _register(path: str, summary: str, description: str, schema: type[Schema], only_format: str | None = None) -> None:
    """Add one endpoint. `only_format` is the format that its path names."""

    def view(options: ScrapeOptions) -> Response:
        return _respond(replace(options, formats=(only_format,)) if only_format else options)

    view.__name__ = path.replace("-", "_")
    decorators: list[Callable[..., Callable[..., Response]]] = [
        blueprint.doc(summary=summary, description=description),
        blueprint.arguments(schema),
        blueprint.response(200, Answer, description="The scrape result."),
        blueprint.alt_response(
            201, schema=Ack, description="The job is accepted. Only with `async: true`.", headers=LOCATION
        ),
        failures(blueprint, 400, 401, 402, 403, 404, 408, 413, 415, 429, 500, 502, 503, 504),
    ]
    for decorate in decorators:
        view = decorate(view)
    blueprint.route(f"/{path}", methods=["POST"])(grouped("scrape")(view))


_register(
    "scrape",
    "Scrape one page",
    "Returns the result within 90 seconds, or a job id immediately with `async: true`.",
    schema_of(ScrapeOptions),
)
for _path, _format in FORMAT_ENDPOINTS.items():
    _register(
        _path,
        SUMMARIES[_format],
        f"Same as /scrape with `formats: [{_format}]`.",
        FormatOptionsSchema,
        _format,
    )


@blueprint.route("/scrape/<job_id>", methods=["GET"])
@grouped("status")
@blueprint.response(200, Status, description="Status of the job.")
@failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
def status(job_id: str) -> Response:
    """Get the status of a background scrape

    Includes the result when the job is completed, and the error when it failed.
    """
    row = dispatch.find_job(job_id, auth.caller(), SCRAPE)
    error = JobError(**row.error) if row.error else None
    body = dump(ScrapeStatus(id=str(row.id), status=row.status, error=error))
    if row.result:
        body["data"] = json.loads(row.result)
    return respond(body)
