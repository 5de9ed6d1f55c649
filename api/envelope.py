"""The shape of every answer: success and failure envelopes, and the request id in both."""

from __future__ import annotations

import json
import logging
from typing import Any

from flask import Flask, Response, g
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import MethodNotAllowed as WerkzeugMethodNotAllowed

from contract.declare import schema_of
from contract.errors import (
    InternalServerError,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    RequestTooLarge,
    ServiceError,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
)
from models.base import new_id

log = logging.getLogger(__name__)
REQUEST_ID_HEADER = "X-Request-Id"


class Meta(Schema):
    """About the answer."""

    requestId = fields.String(required=True, metadata={"description": "Quote it to support."})


class ErrorBody(Schema):
    """What went wrong."""

    code = fields.String(required=True, metadata={"description": "Stable; branch on it."})
    message = fields.String(required=True, metadata={"description": "For people; the wording may change."})
    details = fields.Raw(metadata={"description": "The fields that are not valid, or more about the failure."})


class Failure(Schema):
    """Every failed call."""

    success = fields.Boolean(required=True, metadata={"enum": [False]})
    error = fields.Nested(ErrorBody, required=True)
    meta = fields.Nested(Meta, required=True)
    statusCode = fields.Integer(required=True)
    code = fields.String(required=True)
    message = fields.String(required=True)


def documented(result: type, *, nested: bool) -> type[Schema]:
    """The schema of a success: the result under `data`, or (acknowledgements, statuses) at the top level."""
    members: dict[str, Any] = {
        "success": fields.Boolean(required=True, metadata={"enum": [True]}),
        "meta": fields.Nested(Meta, required=True),
    }
    if nested:
        members["data"] = fields.Nested(schema_of(result), required=True)
        return type(f"{result.__name__}Answer", (Schema,), members)
    return type(f"{result.__name__}Answer", (schema_of(result),), members)


def new_request_id() -> str:
    return str(new_id())


def respond(body: dict[str, Any], status: int = 200) -> Response:
    """A JSON response with the envelope's own fields around `body`."""
    envelope = {"success": True, **body, "meta": {"requestId": g.request_id}}
    return Response(json.dumps(envelope, ensure_ascii=False), status, mimetype="application/json")


def envelope_around(body: dict[str, Any]) -> tuple[str, str]:
    """What stands before and after further fields that are written into the envelope of `body` one by one."""
    head = json.dumps({"success": True, **body}, ensure_ascii=False)[:-1]
    return head, f', "meta": {json.dumps({"requestId": g.request_id})}}}'


def respond_data(data: str) -> Response:
    """The success envelope around a result that is JSON text already, as it was recorded."""
    meta = json.dumps({"requestId": g.request_id})
    return Response(f'{{"success": true, "data": {data}, "meta": {meta}}}', mimetype="application/json")


def failure(error: ServiceError, request_id: str) -> dict[str, Any]:
    """The failure envelope of an error; the flat fields repeat what stands in it."""
    return {
        "success": False,
        "error": error.as_record(),
        "meta": {"requestId": request_id},
        "statusCode": error.status,
        "code": error.code,
        "message": error.message,
    }


def failure_headers(error: ServiceError) -> dict[str, str]:
    """Headers that belong to an error."""
    headers = {}
    if isinstance(error, Unauthorized):
        headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    if isinstance(error, (TooManyRequests, ServiceUnavailable)):
        headers["Retry-After"] = str(error.retry_after_seconds or 5)
    return headers


def log_failure(error: ServiceError, request_id: str) -> None:
    """Log an answer of 500 or more, so that it is found by the request id that its caller was given."""
    if error.status >= 500:
        log.warning("Request %s: %s %s: %s", request_id, error.status, error.code, error.message)


def respond_failure(error: ServiceError) -> Response:
    """The response that tells of an error."""
    log_failure(error, g.request_id)
    body = json.dumps(failure(error, g.request_id), ensure_ascii=False)
    return Response(body, error.status, failure_headers(error), mimetype="application/json")


def from_werkzeug(error: HTTPException) -> ServiceError:
    """Flask's own refusals in our words."""
    if error.code == 404:
        return NotFound("There is nothing at this address.")
    if isinstance(error, WerkzeugMethodNotAllowed):
        return MethodNotAllowed(f"This address takes {', '.join(sorted(error.valid_methods or []))}.")
    if error.code == 413:
        return RequestTooLarge.of("body", "Larger than the service takes.")
    if error.code is None or error.code >= 500:
        return InternalServerError("Something went wrong on our side.")
    return InvalidRequest(error.description or "The request cannot be read.")


def install(app: Flask) -> None:
    """Give every answer its request id."""

    @app.before_request
    def begin() -> None:
        # Never taken from the caller: an id is quoted to support and must name one request.
        g.request_id = new_request_id()

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers[REQUEST_ID_HEADER] = g.request_id
        for name, value in g.get("headers", {}).items():
            response.headers[name] = value
        return response


def install_failures(app: Flask) -> None:
    """Give every error its envelope; after flask-smorest, which brings handlers of its own."""

    @app.errorhandler(ServiceError)
    def known(error: ServiceError) -> Response:
        return respond_failure(error)

    @app.errorhandler(HTTPException)
    def foreign(error: HTTPException) -> Response:
        response = respond_failure(from_werkzeug(error))
        if isinstance(error, WerkzeugMethodNotAllowed):
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods or []))
        return response

    @app.errorhandler(Exception)
    def unknown(error: Exception) -> Response:
        # The outermost loop of this door: a caller never sees a stack trace, the log always does.
        log.exception("Request %s failed", g.request_id)
        return respond_failure(InternalServerError("Something went wrong on our side."))
