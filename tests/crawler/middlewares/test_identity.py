"""What a request says about who sends it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scrapy import Request

from contract.capture import CaptureRequest
from contract.environment import Environment
from crawler import settings
from crawler.meta import CAPTURE_REQUEST, OWN_SERVER
from crawler.middlewares.identity import IdentityMiddleware
from tests.contract.test_bot_key import SEED

SIGNED = replace(Environment.read({}), bot_key=SEED, bot_url="https://bots.example.com/about")


def sent(environment: Environment, url: str = "https://Example.com/a", meta: Any = (), **more: Any) -> dict[str, str]:
    """The headers of a request after the middleware."""
    capture = CaptureRequest(url=url, workspace_id="w", **more)
    headers = {"User-Agent": settings.USER_AGENT, **dict(capture.headers)}
    request = Request(url, method=capture.method, headers=headers, meta={CAPTURE_REQUEST: capture, **dict(meta)})
    IdentityMiddleware(environment).process_request(request)
    return {name.decode(): values[0].decode() for name, values in request.headers.items()}


def test_user_agent_names_the_page_about_the_crawler() -> None:
    assert sent(Environment.read({})) == {"User-Agent": "Mozilla/5.0 (compatible; Orbweaver/1.0)"}
    assert sent(SIGNED)["User-Agent"] == "Mozilla/5.0 (compatible; Orbweaver/1.0; +https://bots.example.com/about)"
    assert sent(SIGNED, headers=(("User-Agent", "mine"),))["User-Agent"] == "mine"


def test_plain_requests_are_signed_for_their_host() -> None:
    one, other = sent(SIGNED), sent(SIGNED, "http://example.com:8080/b")

    assert 'tag="web-bot-auth"' in one["Signature-Input"] and one["Signature"] != other["Signature"]
    assert one["Signature-Agent"] == f'sig1="{SIGNED.base_url}"'


@pytest.mark.parametrize(
    "more",
    [{"headers": (("X-A", "1"),)}, {"method": "POST", "body": b"x"}, {"method": "POST"}, {"meta": {OWN_SERVER: True}}],
)
def test_requests_with_a_callers_content_and_to_own_servers_are_not_signed(more: dict[str, Any]) -> None:
    assert not {"Signature", "Signature-Input", "Signature-Agent"} & set(sent(SIGNED, **more))
