"""Rendered pages: where the browser is sent on its way decides as it does for plain fetches."""

from __future__ import annotations

import socket

import pytest

from contract.addresses import refusal
from tests.crawler.conftest import Bench
from tests.sites.origin import Origin
from tests.sites.pages import PARAGRAPHS


@pytest.fixture
def rendering(open_engine: Bench, browser: str) -> Bench:
    return open_engine


def private(origin: Origin, scheme: str) -> str:
    return origin.private_url().replace("http", scheme, 1)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_redirect_of_a_rendered_page_to_a_private_address_is_refused(
    rendering: Bench, origin: Origin, scheme: str, unique: str
) -> None:
    before = len(origin.private_hits)

    answer = rendering.run(origin.url("/redirect", to=private(origin, scheme), t=unique), renderJs=True)

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert answer["error"]["details"] == [{"field": "url", "message": refusal("::1")}]
    assert len(origin.private_hits) == before


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    "way", ['<script>location.href = "{to}"</script>', '<meta http-equiv="refresh" content="0; url={to}">']
)
def test_page_that_sends_the_browser_to_a_private_address_is_refused(
    rendering: Bench, origin: Origin, scheme: str, way: str, unique: str
) -> None:
    page = way.format(to=private(origin, scheme)) + PARAGRAPHS

    answer = rendering.run(origin.url("/status", code="200", text=page, t=unique), renderJs=True, waitFor=300)

    assert answer["error"]["code"] == "VALIDATION_ERROR", answer


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("way", ['<iframe src="{to}"></iframe>', '<img src="{to}">', '<script>fetch("{to}")</script>'])
def test_page_that_only_embeds_a_private_address_is_a_page(
    rendering: Bench, origin: Origin, scheme: str, way: str, unique: str
) -> None:
    page = PARAGRAPHS + way.format(to=private(origin, scheme))

    answer = rendering.run(origin.url("/status", code="200", text=page, t=unique), renderJs=True, waitFor=300)

    assert "river pilots" in answer["data"]["markdown"].lower()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_redirect_to_a_permitted_host_that_is_away_is_unreachable(
    rendering: Bench, origin: Origin, scheme: str, unique: str
) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        away = f"{scheme}://127.0.0.1:{bound.getsockname()[1]}/"

        answer = rendering.run(origin.url("/redirect", to=away, t=unique), renderJs=True)

    assert answer["error"]["code"] == "UPSTREAM_UNREACHABLE", answer
