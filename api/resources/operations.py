"""The routes of the operations, made from their rows in `contract.operations`.

An operation answers its result while the call waits, or acknowledges a job. `scrape` also has an endpoint per format, and
`page_jobs` adds what jobs of many pages have beside their start.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response, request
from marshmallow import RAISE, Schema, ValidationError, post_load, validates_schema

from api import dispatch, inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import NO_STORE, documented, respond, respond_data
from api.ratelimit import grouped
from api.resources import brand_search, signed_logos
from api.resources.acknowledgement import LOCATION, acknowledge
from api.resources.page_jobs import routes
from api.resources.signed_logos import Signer
from contract.declare import dump, schema_of
from contract.fields.brand_domain import BrandDomain
from contract.operation_rows.definition import BASE_PATH
from contract.operations import BRAND, FORMAT_ENDPOINTS, SCRAPE, STYLEGUIDE, TAGS, Operation, offered
from contract.options.scrape import ScrapeOptions
from contract.options.styleguide import StyleguideOptions
from contract.results.job import JobError

View = Callable[..., Response]


class FormatOptionsSchema(schema_of(ScrapeOptions)):  # type: ignore[misc]
    """Scrape options without `formats`: the path names the format."""

    class Meta:
        exclude = ("formats",)
        unknown = RAISE
        ordered = True


class StyleguideQuerySchema(schema_of(StyleguideOptions)):  # type: ignore[misc]
    """Styleguide options, with `url` as another name of `domain`."""

    class Meta:
        unknown = RAISE
        ordered = True

    domain = BrandDomain(metadata={"description": "Domain of the site. A URL also works. Required without `url`."})
    url = BrandDomain(metadata={"description": "URL of the site, instead of `domain`."})

    @validates_schema
    def one_name(self, data: dict[str, Any], **_: Any) -> None:
        """The site does not have both names."""
        if "url" in data and "domain" in data:
            raise ValidationError("must not be sent beside domain", "url")

    @post_load
    def build(self, values: dict[str, Any], **_: Any) -> StyleguideOptions:
        """The options, with the site as `domain`."""
        site = values.pop("url", None) or values.get("domain")
        if site is None:
            raise ValidationError("is required", "domain")
        return StyleguideOptions(**{**values, "domain": site})


def blueprints() -> list[Blueprint]:
    """The routes of all operations that callers can start: one blueprint per tag."""
    made = {tag: Blueprint(tag, __name__, url_prefix=BASE_PATH, description=text) for tag, text in TAGS.items()}
    for operation in offered():
        register(made[operation.tag], operation)
    for path, (name, summary) in FORMAT_ENDPOINTS.items():
        _register_format(made[SCRAPE.tag], path, name, summary)
    brand_search.register(made[BRAND.tag])
    return list(made.values())


def register(blueprint: Blueprint, operation: Operation) -> None:
    """Add the routes of one operation."""
    if operation.is_page_job:
        routes.register(blueprint, operation)
        return
    schema = StyleguideQuerySchema if operation is STYLEGUIDE else schema_of(operation.options)
    _register_call(blueprint, operation, f"/{operation.rule.strip('/')}", schema, partial(_answer, operation))
    if operation.acknowledgement is not None:
        _register_status(blueprint, operation)


def _register_format(blueprint: Blueprint, path: str, name: str, summary: str) -> None:
    """Add the endpoint of one format of a scrape."""
    operation = replace(SCRAPE, summary=summary, description=f"Same as /scrape with `formats: [{name}]`.")

    def answer(options: ScrapeOptions) -> Response:
        return _answer(SCRAPE, replace(options, formats=(name,)))

    _register_call(blueprint, operation, f"/{path}", FormatOptionsSchema, answer)


def _register_call(
    blueprint: Blueprint, operation: Operation, rule: str, schema: type[Schema], answer: Callable[[Any], Response]
) -> None:
    def view(options: Any) -> Response:
        return answer(options)

    view.__name__ = f"{operation.method}_{rule}".lower().replace("/", "_").replace("-", "_")
    result = documented(operation.result, nested=True, may_be_null=operation.may_be_null)
    decorators: list[Callable[[View], View]] = [
        blueprint.doc(summary=operation.summary, description=operation.description),
        blueprint.arguments(schema, location="query" if operation.method == "GET" else "json"),
        blueprint.response(operation.status, result, description=operation.answer),
    ]
    if operation.acknowledgement is not None:
        accepted = documented(operation.acknowledgement, nested=False)
        text = "The job is accepted. Only with `async: true`."
        decorators.append(blueprint.alt_response(201, schema=accepted, description=text, headers=LOCATION))
    decorators.append(failures(blueprint, *operation.failures))
    decorated: View = view
    for decorate in decorators:
        decorated = decorate(decorated)
    blueprint.route(rule, methods=[operation.method])(grouped("scrape")(decorated))


def _answer(operation: Operation, options: Any) -> Response:
    if getattr(options, "in_background", False):
        job_id = dispatch.start_in_background(operation, options, auth.caller(), request.path)
        return acknowledge(operation, job_id)
    return inline_call.perform(
        operation,
        options,
        auth.caller(),
        request.path,
        partial(_respond, operation, signed_logos.of_request(operation)),
    )


def _respond(operation: Operation, signer: Signer | None, data: str) -> Response:
    response = respond_data(signer.complete(data) if signer else data)
    response.status_code = operation.status
    if operation.is_compressed:
        response.headers["Cache-Control"] = f"{NO_STORE}, no-transform"
    return response


def _register_status(blueprint: Blueprint, operation: Operation) -> None:
    """Add the status of a job that was started with `async: true`."""
    name, status_class = operation.name, operation.job_status
    assert status_class is not None

    @blueprint.route(f"/{name}/<job_id>", methods=["GET"], endpoint=f"{name}_status")
    @grouped("status")
    @blueprint.response(200, documented(status_class, nested=False), description="Status of the job.")
    @failures(blueprint, 400, 401, 403, 404, 429, 500, 503)
    @blueprint.doc(
        summary=f"Get the status of a background {name}",
        description="Includes the result when the job is completed, and the error when it failed.",
    )
    def status(job_id: str) -> Response:
        row = dispatch.find_job(job_id, auth.caller(), operation)
        error = JobError(**row.error) if row.error else None
        body = dump(status_class(id=str(row.id), status=row.status, error=error))
        if row.result:
            body["data"] = json.loads(row.result)
        return respond(body)
