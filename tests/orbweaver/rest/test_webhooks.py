"""Webhook requests are accepted only with the service's signature."""

from __future__ import annotations

import base64
import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks import Webhook as Signer

from orbweaver.rest.webhooks import InvalidWebhook, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef").decode()
BODY = json.dumps({"id": "1", "type": "crawl.completed", "timestamp": "2026-01-01T00:00:00Z", "data": {}}).encode()


def _headers(**changed: Any) -> dict[str, str]:
    now = int(time.time())
    signature = Signer(SECRET).sign("msg", datetime.fromtimestamp(now, UTC), BODY.decode())
    given = {"Webhook-Id": "msg", "Webhook-Timestamp": str(now), "Webhook-Signature": signature}
    return {name: value for name, value in {**given, **changed}.items() if value is not None}


def test_signed_request_is_accepted() -> None:
    assert verify_webhook(SECRET, _headers(), BODY)["type"] == "crawl.completed"


@pytest.mark.parametrize(
    ("changed", "secret", "body"),
    [
        ({"Webhook-Signature": "v1,AAAA"}, SECRET, BODY),
        ({"Webhook-Signature": ""}, SECRET, BODY),
        ({"Webhook-Signature": "é"}, SECRET, BODY),
        ({"Webhook-Id": "other"}, SECRET, BODY),
        ({"Webhook-Id": None}, SECRET, BODY),
        ({"Webhook-Timestamp": "soon"}, SECRET, BODY),
        ({"Webhook-Timestamp": str(int(time.time()) - 3_600)}, SECRET, BODY),
        ({}, "whsec_" + base64.b64encode(b"another secret..").decode(), BODY),
        ({}, "whsec_*", BODY),
        ({}, "", BODY),
        ({}, SECRET, BODY + b" "),
    ],
)
def test_other_requests_are_refused(changed: dict[str, Any], secret: str, body: bytes) -> None:
    with pytest.raises(InvalidWebhook):
        verify_webhook(secret, _headers(**changed), body)
