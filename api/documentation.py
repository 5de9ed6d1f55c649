"""OpenAPI 3.1 out of the schemas, Swagger UI out of a package, the changelog out of the contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from flask_swagger_ui import get_swaggerui_blueprint

import contract
from api.envelope import Failure
from contract.fields import JSON_VALUE, JSON_VALUE_PUBLISHED

CHANGELOG = Path(contract.__file__).parent / "changelog.md"

# Code and meaning of each failure; the same words in every operation.
FAILURES = {
    400: "VALIDATION_ERROR: a field of the request is not valid.",
    401: "UNAUTHORIZED: the key is missing, malformed or revoked, or not a secret key.",
    402: "INSUFFICIENT_CREDITS: the balance is too low.",
    403: "WORKSPACE_BANNED: the workspace is suspended.",
    404: "NOT_FOUND: no such job, or no fresh cached copy with `cacheOnly`.",
    408: "REQUEST_TIMEOUT: the request body did not arrive in time.",
    413: "VALIDATION_ERROR: the request is larger than 2 MB.",
    415: "VALIDATION_ERROR: the content type is not application/json.",
    429: "TOO_MANY_REQUESTS: the rate limit of the workspace and plan is exceeded.",
    500: "INTERNAL_SERVER_ERROR: something went wrong on our side.",
    502: "UPSTREAM_UNREACHABLE: the origin gave no usable answer.",
    503: "SERVICE_UNAVAILABLE: a feature is not configured, or the queue is full.",
    504: "REQUEST_TIMEOUT: the time budget ran out.",
}
CONFIG = {
    "API_TITLE": "Orbweaver",
    "API_VERSION": "1.0",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/",
    "OPENAPI_JSON_PATH": "openapi.json",
    "API_SPEC_OPTIONS": {
        "info": {"description": "Any URL, site, query or domain as clean, trustworthy data."},
        "components": {
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "A secret key."}
            }
        },
        "security": [{"key": []}],
    },
}


def failures(blueprint: Blueprint, *statuses: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Document the failures of a view."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        for status in statuses:
            view = blueprint.alt_response(status, schema=Failure, description=FAILURES[status])(view)
        return view

    return decorate


def _published(self: Any, field: Any, **_: Any) -> dict[str, Any]:
    """JSON Schema keywords that a field states itself (apispec drops those it does not know)."""
    keywords: dict[str, Any] = field.metadata.get("published", {})
    return keywords


class _Converter(OpenAPIConverter):
    """Tells what holds between options, where the operation has all of them."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)
        known = described["properties"].keys()
        rules = [
            rule.published() for rule in getattr(schema, "rules", ()) if {*rule.given, *rule.needs} <= known
        ]  # fmt: skip
        return {**described, "allOf": rules} if rules else described


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def install(app: Flask, blueprints: list[Blueprint], spoken_elsewhere: dict[str, Any]) -> None:
    """Register the blueprints with their documentation, and the pages that show it.

    `spoken_elsewhere` describes the operations that the application does not answer itself, by path.
    """
    app.config.update(CONFIG)
    api = Api(app, spec_kwargs={"marshmallow_plugin": _Plugin()})
    api.DEFAULT_ERROR_RESPONSE_NAME = None  # Each failure is documented with its own meaning.
    api.ma_plugin.converter.add_attribute_function(_published)
    api.spec.components.schema(JSON_VALUE, component=JSON_VALUE_PUBLISHED)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    api.spec.options["paths"] = spoken_elsewhere
    docs = get_swaggerui_blueprint("/docs", "/openapi.json", config={"app_name": "Orbweaver", "layout": "BaseLayout"})
    app.register_blueprint(docs)

    @app.get("/changelog")
    def changelog() -> Response:
        return Response(CHANGELOG.read_text(encoding="utf-8"), mimetype="text/markdown")
