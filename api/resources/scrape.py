"""Scrape: one page in the requested formats, one endpoint per format, and the status of a background scrape."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from flask import Response, request
from marshmallow import RAISE, Schema

from api import auth, dispatch
from api.documentation import failures
from api.envelope import documented, respond, respond_data
from api.ratelimit import grouped
from api.wire import Blueprint
from contract.declare import dump, schema_of
from contract.operations import FORMAT_ENDPOINTS, SCRAPE
from contract.options.scrape import ScrapeOptions
from contract.results.job import JobError, ScrapeAck, ScrapeStatus
from contract.results.page import ScrapeResult

blueprint = Blueprint("scrape", __name__, url_prefix="/v1/web", description="One page as clean data.")
Answer = documented(ScrapeResult, nested=True)
Ack = documented(ScrapeAck, nested=False)
Status = documented(ScrapeStatus, nested=False)


class FormatOptionsSchema(schema_of(ScrapeOptions)):  # type: ignore[misc]
    """Scrape options without `formats`: the address names the format."""

    class Meta:
        exclude = ("formats",)
        unknown = RAISE
        ordered = True


def _answer(options: ScrapeOptions) -> Response:
    if options.in_background:
        job_id = dispatch.begin(SCRAPE, options, auth.caller(), request.path)
        return respond(dump(ScrapeAck(job_id=str(job_id))), 201)
    return dispatch.perform(SCRAPE, options, auth.caller(), request.path, respond_data)


def _register(path: str, sentence: str, schema: type[Schema], fixed: str | None) -> None:
    """One endpoint; `fixed` is the format that its address names."""

    def view(options: ScrapeOptions) -> Response:
        return _answer(replace(options, formats=(fixed,)) if fixed else options)

    view.__name__ = path.replace("-", "_")
    view.__doc__ = sentence
    decorators: list[Callable[..., Callable[..., Response]]] = [
        blueprint.arguments(schema),
        blueprint.response(200, Answer, description="The page."),
        blueprint.alt_response(201, schema=Ack, description="Accepted; only with `async: true`."),
        failures(blueprint, 400, 401, 402, 403, 404, 408, 413, 415, 429, 500, 502, 503, 504),
    ]
    for decorate in decorators:
        view = decorate(view)
    blueprint.route(f"/{path}", methods=["POST"])(grouped("scrape")(view))


_register(
    "scrape",
    "Scrape one page\n\nAnswers inline within 90 seconds, or with a job id at once.",
    schema_of(ScrapeOptions),
    None,
)
for _path, _format in FORMAT_ENDPOINTS.items():
    _register(
        _path, f"Scrape one page as {_format}\n\nThe same as scrape with that one format.", FormatOptionsSchema, _format
    )


@blueprint.route("/scrape/<job_id>", methods=["GET"])
@grouped("status")
@blueprint.response(200, Status, description="Where the job stands.")
@failures(blueprint, 401, 403, 404, 429, 500, 503)
def status(job_id: str) -> Response:
    """Status of a background scrape

    Holds the result once completed, or why it failed.
    """
    row = dispatch.status_of(job_id, auth.caller(), SCRAPE)
    error = JobError(**row.error) if row.error else None
    body = dump(ScrapeStatus(id=str(row.id), status=row.status, error=error))
    if row.result:
        body["data"] = json.loads(row.result)
    return respond(body)
