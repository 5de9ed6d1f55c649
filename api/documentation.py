"""Serves the documentation: `/openapi.json` (OpenAPI 3.1), the files of Swagger UI below `/docs`, and `/changelog`."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import flask_swagger_ui
from flask import Flask, Response, request
from flask_smorest import Api, Blueprint
from flask_swagger_ui import get_swaggerui_blueprint

import contract
from api.envelope import Failure
from api.openapi.converter import Plugin, published
from api.openapi.finishing import finish
from contract.declare import schema_of
from contract.errors import IdempotencyKeyReused, RequestTooLarge, ServiceError, UnsupportedMediaType
from contract.results.event import JobEnd, PageEvent, WatchEvent
from contract.results.job import JobProgress

CHANGELOG = Path(contract.__file__).parent / "changelog.md"
# Pages that are the same for all callers and for as long as the process lives.
DOCUMENTS = frozenset(
    (
        "/",
        "/openapi.json",
        "/changelog",
        *(f"/docs/{name}" for name in os.listdir(Path(flask_swagger_ui.__file__).parent / "dist")),
    )
)


def _meaning(error: type[ServiceError]) -> str:
    sentence = inspect.getdoc(error) or ""
    return f"{error.code}: {sentence[0].lower()}{sentence[1:]}"


# HTTP status -> code and meaning of the failure, for every operation.
FAILURES = {
    400: "VALIDATION_ERROR: a field of the request is not valid. `error.details` lists the fields.",
    401: "UNAUTHORIZED: the key is missing, malformed, revoked or expired, or is not a secret key.",
    402: "INSUFFICIENT_CREDITS: the workspace has too few credits for this call.",
    403: "WORKSPACE_BANNED: the workspace is suspended.",
    404: "NOT_FOUND: the job id is unknown, the domain could not be resolved, or `cacheOnly` is set and no fresh cached copy"
    " exists.",
    408: "REQUEST_TIMEOUT: the request body was not received in time.",
    409: _meaning(IdempotencyKeyReused),
    413: _meaning(RequestTooLarge),
    415: _meaning(UnsupportedMediaType),
    429: "TOO_MANY_REQUESTS: the workspace exceeded its rate limit, or has too many jobs or calls in progress. `Retry-After`"
    " has the seconds to wait.",
    500: "INTERNAL_SERVER_ERROR: an internal failure. Report the request id.",
    502: "UPSTREAM_UNREACHABLE: the origin returned no usable response.",
    503: "SERVICE_UNAVAILABLE: a feature is not configured, or the service is overloaded or temporarily unavailable.",
    504: "REQUEST_TIMEOUT: the time limit of the service (90 seconds by default) or the caller's `timeout` was exceeded.",
}
CONFIG = {
    "API_TITLE": "Orbweaver",
    "API_VERSION": "1.0",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Fetches web pages and returns Markdown, HTML, links, structured data, images and screenshots."
            " Looks up brands and styleguides of companies. The guides are at [/docs/guide/](/docs/guide/)."
        },
        "components": {
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "A secret key."},
                "publishableKey": {
                    "type": "apiKey",
                    "in": "query",
                    "name": "token",
                    "description": "A publishable key. It serves logos only.",
                },
            }
        },
        "security": [{"key": []}],
    },
}


def failures(blueprint: Blueprint, *statuses: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Document the failures that a view can return, by HTTP status."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        documented = view
        for status in statuses:
            documented = blueprint.alt_response(status, schema=Failure, description=FAILURES[status])(documented)

        # Without this, every call would run a wrapper of flask-smorest for each status. They only document.
        @wraps(documented)
        def call(*arguments: Any, **named: Any) -> Any:
            return view(*arguments, **named)

        return call

    return decorate


def install(app: Flask, blueprints: list[Blueprint], other_paths: dict[str, Any]) -> None:
    """Register the blueprints and the pages that document them.

    `other_paths` is the OpenAPI description of paths that Flask does not serve: those of logos.
    """
    app.config.update(CONFIG)
    api = Api(app, spec_kwargs={"marshmallow_plugin": Plugin()})
    api.DEFAULT_ERROR_RESPONSE_NAME = None  # `failures` documents each failure with its own description.
    api.ma_plugin.converter.add_attribute_function(published)
    for event in (PageEvent, JobEnd, WatchEvent, JobProgress):
        api.spec.components.schema(event.__name__, schema=schema_of(event))
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    api.spec.options["paths"] = other_paths
    # Only for the files of Swagger UI: `api.guide` has another page for `/docs/`.
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json"))

    @app.get("/openapi.json")
    def document() -> Response:
        # Rendered once: the ASGI application keeps the answer.
        response = Response(json.dumps(finish(api.spec.to_dict())), mimetype="application/json")
        response.add_etag()
        return response

    @app.get("/changelog")
    def changelog() -> Response:
        return Response(CHANGELOG.read_text(encoding="utf-8"), mimetype="text/markdown")

    @app.after_request
    def let_caches_keep(response: Response) -> Response:
        if request.path in DOCUMENTS and response.status_code < 400:
            # Caches may keep these pages, and ask whether they are still current.
            response.headers.setdefault("Cache-Control", "no-cache")
        return response
