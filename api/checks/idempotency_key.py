"""The Idempotency-Key header: read with the body of every call that starts work."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, cast

from flask import Request, g

from contract import limits
from contract.errors import InvalidRequest
from models.jobs.idempotency import IdempotencyKey

HEADER = "Idempotency-Key"
_KEY = re.compile(rf"[!-~]{{1,{limits.IDEMPOTENCY_KEY_MAX_CHARS}}}")
PARAMETER = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": limits.IDEMPOTENCY_KEY_MAX_CHARS, "pattern": "^[!-~]+$"},
    "description": "A key that is unique to this request, for example a UUID. A repeated request with the same key and body"
    " within 24 hours returns the response of the first request and is not charged. If the first request is still in progress,"
    " the repeated one waits for it. If the first request failed with status 500 or above, it was not charged, and the"
    " repeated one is processed as a new request.",
}


def read(request: Request, body: Any) -> None:
    """Read the key of the current request, if it has one. `body` is the value of its JSON body.

    Raises:
        InvalidRequest: the key is not valid.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return
    # RFC 9110, 5.5: whitespace around a header's value is not part of it.
    key = given.strip(" \t")
    if not _KEY.fullmatch(key):
        raise InvalidRequest.of(
            HEADER, f"must have from 1 to {limits.IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters"
        )
    # Equal JSON values count as equal bodies, whatever their whitespace and the order of their names.
    request_text = json.dumps([request.path, body], sort_keys=True)
    g.idempotency_key = IdempotencyKey(key, hashlib.sha256(request_text.encode()).digest())


def given() -> IdempotencyKey | None:
    """The key of the current request, or None."""
    return cast("IdempotencyKey | None", g.get("idempotency_key"))
