"""The envelope of every response: success or failure, with the request id."""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Any

from flask import Flask, Response, g, request
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import MethodNotAllowed as WerkzeugMethodNotAllowed

from api.call_span import context_of_call
from api.request_size import too_large
from contract.declare import schema_of
from contract.errors import (
    CODES,
    DETAILS_PUBLISHED,
    InternalServerError,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    ServiceError,
    TooManyRequests,
    Unauthorized,
)
from contract.process import log_context
from contract.tracing import spans
from models.base import new_id

log = logging.getLogger(__name__)
REQUEST_ID_HEADER = "X-Request-Id"
# Where the HTTP entry point stores the request id of a call that it makes itself, in the ASGI scope and the WSGI environment.
# No header of a caller is stored there.
REQUEST_ID_KEY = "orbweaver.request_id"
# Answers belong to one caller. Proxies may keep only what sets its own header: logos and documentation pages.
NO_STORE = "no-store"
VARY = ("Accept-Encoding", "X-API-Key")
INTERNAL_FAILURE = "Internal failure. Report the request id to the operator of this service."


class Meta(Schema):
    """Metadata of the response."""

    requestId = fields.String(
        required=True, metadata={"format": "uuid", "description": "Id of the request. Quote it to support."}
    )


class ErrorBody(Schema):
    """The failure."""

    code = fields.String(
        required=True,
        metadata={"enum": list(CODES), "description": "Error code. Codes are stable: branch on this field."},
    )
    message = fields.String(required=True, metadata={"description": "Explanation for people. The wording may change."})
    details = fields.Raw(
        metadata={
            "published": DETAILS_PUBLISHED,
            "description": "A list of `{field, message}` for VALIDATION_ERROR, an object for some other codes.",
        }
    )


class Failure(Schema):
    """Envelope of every failed call."""

    success = fields.Boolean(required=True, metadata={"description": "Always false."})
    error = fields.Nested(ErrorBody, required=True, metadata={"description": "The failure."})
    meta = fields.Nested(Meta, required=True, metadata={"description": "Metadata of the response."})
    statusCode = fields.Integer(required=True, metadata={"description": "HTTP status of the response."})
    code = fields.String(required=True, metadata={"enum": list(CODES), "description": "Same as `error.code`."})
    message = fields.String(required=True, metadata={"description": "Same as `error.message`."})


@cache
def documented(result: type, *, nested: bool, may_be_null: bool = False) -> type[Schema]:
    """The schema of a success: the result under `data` if `nested`, otherwise (acknowledgements, statuses) at the top level."""
    members: dict[str, Any] = {
        "success": fields.Boolean(required=True, metadata={"description": "Always true."}),
        "meta": fields.Nested(Meta, required=True, metadata={"description": "Metadata of the response."}),
    }
    if nested:
        members["data"] = fields.Nested(
            schema_of(result), required=True, allow_none=may_be_null, metadata={"description": "The result."}
        )
        return type(f"{result.__name__}Answer", (Schema,), members)
    return type(f"{result.__name__}Answer", (schema_of(result),), members)


def new_request_id() -> str:
    return str(new_id())


def respond(body: dict[str, Any], status: int = 200) -> Response:
    """A JSON response: the fields of `body` and those of the envelope, at the top level."""
    envelope = {"success": True, **body, "meta": {"requestId": g.request_id}}
    return Response(json.dumps(envelope, ensure_ascii=False), status, mimetype="application/json")


def envelope_around(body: dict[str, Any]) -> tuple[str, str]:
    """The start and the end of the JSON text of a success, for responses that stream more fields between them."""
    head = json.dumps({"success": True, **body}, ensure_ascii=False)[:-1]
    return head, f', "meta": {json.dumps({"requestId": g.request_id})}}}'


def respond_data(data: str) -> Response:
    """The success envelope around a result that is stored as JSON text."""
    meta = json.dumps({"requestId": g.request_id})
    return Response(f'{{"success": true, "data": {data}, "meta": {meta}}}', mimetype="application/json")


def failure(error: ServiceError, request_id: str) -> dict[str, Any]:
    """The failure envelope of an error. The flat fields repeat the fields of `error`."""
    return {
        "success": False,
        "error": error.as_record(),
        "meta": {"requestId": request_id},
        "statusCode": error.status,
        "code": error.code,
        "message": error.message,
    }


def failure_headers(error: ServiceError) -> dict[str, str]:
    """The response headers for an error."""
    headers = {}
    if isinstance(error, Unauthorized):
        headers["WWW-Authenticate"] = error.challenge
    if isinstance(error, TooManyRequests) and error.policy:
        # Instead of the minute's rate, which is not what was exceeded.
        window = f";w={error.window_seconds}" if error.window_seconds else ""
        headers["RateLimit-Policy"] = f'"{error.policy}";q={error.quota}{window}'
        headers["RateLimit"] = f'"{error.policy}";r=0;t={error.retry_after_seconds}'
    if isinstance(error, MethodNotAllowed) and error.allowed:
        headers["Allow"] = error.allowed
    if error.retry_after_seconds is not None:
        headers["Retry-After"] = str(error.retry_after_seconds)
    return headers


def log_failure(error: ServiceError, request_id: str) -> None:
    """Log an answer of 500 or more, so that it is found by the request id that its caller was given."""
    if error.status >= 500:
        log.warning("Request %s: %s %s: %s", request_id, error.status, error.code, error.message)


def respond_failure(error: ServiceError) -> Response:
    """The response for an error."""
    log_failure(error, g.request_id)
    g.error_code = error.code
    body = json.dumps(failure(error, g.request_id), ensure_ascii=False)
    return Response(body, error.status, failure_headers(error), mimetype="application/json")


def from_werkzeug(error: HTTPException) -> ServiceError:
    """The service error for an error that Flask raised."""
    if error.code == 404:
        return NotFound("The path does not exist. See /docs for the endpoints.")
    if isinstance(error, WerkzeugMethodNotAllowed):
        return MethodNotAllowed.of(error.valid_methods or ())
    if error.code == 413:
        return too_large(request.path)
    if error.code is None or error.code >= 500:
        return InternalServerError(INTERNAL_FAILURE)
    return InvalidRequest(error.description or "The request is not valid HTTP.")


def install(app: Flask) -> None:
    """Add the request id, the headers that views set, and those for caches to every response."""

    @app.before_request
    def begin() -> None:
        # Never the caller's own: the id is quoted to support, so it must identify one request.
        g.request_id = request.environ.get(REQUEST_ID_KEY) or new_request_id()
        log_context.begin(request_id=g.request_id, trace_id=spans.trace_id(context_of_call()))

    @app.teardown_request
    def end(_: BaseException | None) -> None:
        log_context.begin()  # The thread continues with other requests.

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers[REQUEST_ID_HEADER] = g.request_id
        for name, value in {**g.get("headers", {}), "Cache-Control": NO_STORE}.items():
            response.headers.setdefault(name, value)
        response.vary.update(VARY)
        return response


def install_failures(app: Flask) -> None:
    """Return every error in the envelope. Call it after flask-smorest is set up, because that installs handlers too."""

    @app.errorhandler(ServiceError)
    def known(error: ServiceError) -> Response:
        return respond_failure(error)

    @app.errorhandler(HTTPException)
    def foreign(error: HTTPException) -> Response:
        return respond_failure(from_werkzeug(error))

    @app.errorhandler(Exception)
    def unknown(error: Exception) -> Response:
        # The last error handler: the stack trace is logged and never returned.
        log.exception("Request %s failed", g.request_id)
        return respond_failure(InternalServerError(INTERNAL_FAILURE))
