"""The maximum size of a request body: 2 MB, and more for a batch (its URLs) and for a parse (its file)."""

from __future__ import annotations

from flask import Flask, request

from contract import limits
from contract.errors import RequestTooLarge
from contract.fields.basic import at_most
from contract.operations import BATCH, PARSE

_LARGER = {BATCH.path: limits.BATCH_REQUEST_MAX_BYTES, PARSE.path: limits.PARSE_REQUEST_MAX_BYTES}


def max_bytes(path: str) -> int:
    """The maximum size of a request body to this path."""
    return _LARGER.get(path, limits.REQUEST_MAX_BYTES)


def too_large(path: str) -> RequestTooLarge:
    """The error for a body that is larger."""
    return RequestTooLarge.of("body", at_most(max_bytes(path), "bytes"))


def install(app: Flask) -> None:
    """Reject request bodies that are too large. Install it after `api.checks.auth`: a caller without a valid key gets a 401."""

    @app.before_request
    def reject_large_body() -> None:
        request.max_content_length = max_bytes(request.path)
        if (request.content_length or 0) > max_bytes(request.path):
            raise too_large(request.path)
