"""Checks that a webhook request comes from the service (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

# A request whose timestamp differs more from now is refused, so that nobody can send an old one again.
TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


class InvalidWebhook(Exception):
    """The request is not from the service, or is too old."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, tolerance_seconds: float = TOLERANCE_SECONDS
) -> dict[str, Any]:
    """The event in a webhook request: `id`, `type`, `timestamp` and `data`.

    Args:
        secret: the webhook's secret or the workspace's, `whsec_…`.
        headers: the request's headers. The case of their names does not matter.
        body: the body as received. Another spelling of the same JSON does not match the signature.
    Raises:
        InvalidWebhook: a header is missing, the signature does not match, or the request is too old.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(timestamp))
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except KeyError as error:
        raise InvalidWebhook(f"the header {error.args[0]} is missing") from error
    except (ValueError, binascii.Error) as error:
        raise InvalidWebhook("the timestamp or the secret is malformed") from error
    if not key:
        raise InvalidWebhook("the secret is empty")
    if age > tolerance_seconds:
        raise InvalidWebhook(f"the timestamp is {age:.0f} seconds away from now")
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(digest).decode()}"
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split()):
        raise InvalidWebhook("the signature does not match")
    event: dict[str, Any] = json.loads(body)
    return event
