"""Screenshots, end to end."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest

from tests import png
from tests.service import Client
from tests.sites import pictures
from tests.sites.pictures import GREEN, RED
from tests.sites.site import Site

Spent = Callable[[], int]
PAGE = pictures.page(f'<div style="height:1500px;background:{pictures.css(GREEN)}">Tall</div>')


@pytest.fixture
def tall(site: Site, browser: str) -> Site:
    site.put("/", PAGE, kind="text/html")
    return site


def taken(client: Client, site: Site, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/screenshot", {"url": site.url("/"), **options})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    assert (data["width"], data["height"]) == struct.unpack_from(">II", b64decode(data["image"]), 16)
    return data


def test_viewport_and_full_page(client: Client, tall: Site, spent: Spent) -> None:
    view = taken(client, tall)
    full = taken(client, tall, fullPage=True, viewport={"width": 320})

    assert (view["width"], view["height"], view["status"], view["cached"]) == (1440, 900, 200, False)
    assert (view["url"], view["finalUrl"]) == (tall.url("/"), tall.url("/")) and "warning" not in view
    assert (full["width"], full["height"]) == (320, 1500)
    assert png.read(full["image"]).bands(300, GREEN) == [(0, 1500)]
    assert (view["usage"]["creditsUsed"], view["usage"]["freshness"]) == (1, "fresh")
    assert full["usage"]["creditsRemaining"] == view["usage"]["creditsRemaining"] - 1
    assert spent() == 2


def test_cached_screenshot_is_served_when_asked_for(client: Client, tall: Site, spent: Spent) -> None:
    first = taken(client, tall)
    again = taken(client, tall, maxAge=60_000)

    assert (first["cached"], again["cached"]) == (False, True) and again["image"] == first["image"]
    assert again["height"] == 900 and len(tall.seen("/")) == 1
    for other in (
        {},
        {"maxAge": 0},
        {"maxAge": 60_000, "fullPage": True},
        {"maxAge": 60_000, "viewport": {"width": 400}},
    ):
        assert not taken(client, tall, **other)["cached"]
    assert spent() == 6
    assert not client.scrape(tall.url("/"), renderJs=True)["cached"]  # A picture is not a page.


def test_empty_body_is_a_failure_and_free(client: Client, site: Site, browser: str, spent: Spent) -> None:
    site.put("/", "", kind="text/html")

    answer = client.post("/v1/web/screenshot", {"url": site.url("/")})

    assert (answer.status_code, answer.json()["code"]) == (502, "UPSTREAM_UNREACHABLE")
    assert "an empty body" in answer.json()["message"] and spent() == 0


@pytest.mark.parametrize("status", [404, 500])
def test_error_page_is_free_and_never_cached(
    client: Client, site: Site, browser: str, spent: Spent, status: int
) -> None:
    body = pictures.page(f'<div style="height:300px;background:{pictures.css(RED)}">Error</div>')
    site.put("/", body, kind="text/html", status=status)

    for _ in range(2):
        data = taken(client, site, viewport={"width": 320, "height": 240}, maxAge=60_000)
        assert data["status"] == status and not data["cached"] and str(status) in data["warning"]

    assert png.read(data["image"]).at(310, 200) == RED and spent() == 0


def test_bot_check_is_free_and_never_cached(client: Client, site: Site, browser: str, spent: Spent) -> None:
    site.put("/", b"<title>Just a moment...</title><p>Checking your browser before you continue.</p>", kind="text/html")

    for _ in range(2):
        data = taken(client, site, viewport={"width": 320, "height": 240}, maxAge=60_000)
        assert data["status"] == 200 and not data["cached"] and "bot check" in data["warning"]
        assert data["usage"]["creditsUsed"] == 0

    assert spent() == 0


def test_timeout_is_kept_and_free(client: Client, site: Site, browser: str, spent: Spent) -> None:
    site.page("/", seconds=5)

    answer = client.post("/v1/web/screenshot", {"url": site.url("/"), "timeout": 1_500})

    assert answer.status_code == 504 and answer.json()["error"]["details"]["budgetMs"] == 1_500
    assert spent() == 0


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"viewport": {"width": 319}}, "viewport.width"),
        ({"viewport": {"height": 2161}}, "viewport.height"),
        ({"viewport": {"depth": 1}}, "viewport.depth"),
        ({"viewport": []}, "viewport"),
        ({"waitFor": 30_001}, "waitFor"),
        ({"timeout": 999}, "timeout"),
        ({"maxAge": 604_800_001}, "maxAge"),
        ({"fullPage": 1}, "fullPage"),
        ({"formats": ["markdown"]}, "formats"),
        ({"url": "file:///etc/passwd"}, "url"),
        ({"url": "view-source:http://example.com/"}, "url"),
        ({"url": "http://169.254.169.254/"}, "url"),
    ],
)  # fmt: skip
def test_invalid_options_are_named(
    client: Client, site: Site, spent: Spent, options: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/web/screenshot", {"url": site.url("/"), **options})

    assert answer.status_code == 400 and answer.json()["error"]["details"][0]["field"] == field, answer.text
    assert spent() == 0
