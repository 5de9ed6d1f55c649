"""The images of a page, end to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.service import Client
from tests.sites import pages
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

Spent = Callable[[], int]
PHOTOS = f"""<!doctype html><html><head><meta property="og:image" content="/og.png"></head><body><main><h1>Photos</h1>
<img src="/a.png" alt="" width="40"><img data-src="/b.png" alt="Bee">{PARAGRAPHS}</main></body></html>"""


def listed(client: Client, url: str, **options: Any) -> dict[str, Any]:
    answer = client.post("/v1/web/images", {"url": url, **options})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_images_are_listed(client: Client, site: Site, spent: Spent) -> None:
    site.put("/", PHOTOS, kind="text/html")

    data = listed(client, site.url("/"))

    usage = data.pop("usage")
    assert (usage["creditsUsed"], usage["freshness"]) == (1, "fresh")
    assert data == {
        "url": site.url("/"), "finalUrl": site.url("/"), "status": 200, "cached": False,
        "images": [
            {"src": site.url("/og.png"), "alt": None, "width": None, "height": None, "source": "meta"},
            {"src": site.url("/a.png"), "alt": "", "width": 40, "height": None, "source": "img"},
            {"src": site.url("/b.png"), "alt": "Bee", "width": None, "height": None, "source": "lazy"},
        ],
    }  # fmt: skip
    assert spent() == 1


def test_captures_are_shared_with_scrapes(client: Client, site: Site, spent: Spent) -> None:
    for path in ("/first", "/second"):
        site.put(path, PHOTOS, kind="text/html")

    assert not listed(client, site.url("/first"))["cached"]
    assert client.scrape(site.url("/first"))["cached"]
    client.scrape(site.url("/second"))
    assert listed(client, site.url("/second"))["cached"]

    assert site.counts() == {"/first": 1, "/second": 1} and spent() == 4
    assert not listed(client, site.url("/first"), maxAge=0)["cached"]


def test_page_that_a_script_builds_is_rendered(client: Client, site: Site, browser: str) -> None:
    shell = pages.SHELL.replace("Written by script</h1>", "Written by script</h1><img src='/made.png' alt='Made'>")
    site.put("/", shell, kind="text/html")

    [image] = listed(client, site.url("/"))["images"]

    assert (image["src"], image["alt"]) == (site.url("/made.png"), "Made")


@pytest.mark.parametrize(
    ("kind", "status", "body"),
    [
        ("text/html", 404, "<html><body><h1>Missing</h1><img src='/a.png'></body></html>"),
        ("text/html", 200, "<html><head><title>Just a moment...</title></head><body id='challenge-running'>Wait</body></html>"),
        ("text/plain", 200, "River pilots keep a ledger of every sandbar."),
    ],
)  # fmt: skip
def test_pages_without_images_to_list_are_free_and_not_cached(
    client: Client, site: Site, spent: Spent, kind: str, status: int, body: str
) -> None:
    site.put("/", body, kind=kind, status=status)

    for _ in range(2):
        data = listed(client, site.url("/"))
        assert data["status"] == status and data["warning"] and not data["cached"]
        assert data["usage"]["creditsUsed"] == 0

    assert spent() == 0


@pytest.mark.parametrize(
    ("options", "field"), [({"maxAge": 604_800_001}, "maxAge"), ({"fullPage": True}, "fullPage"), ({"url": "file:///a"}, "url")]
)  # fmt: skip
def test_invalid_options_are_named(
    client: Client, site: Site, spent: Spent, options: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/web/images", {"url": site.url("/"), **options})

    assert answer.status_code == 400 and answer.json()["error"]["details"][0]["field"] == field
    assert spent() == 0


def test_origin_that_fails_is_an_error(client: Client, site: Site, spent: Spent) -> None:
    site.put("/photo", b"\x89PNG\r\n\x1a\n" + bytes(500), kind="image/png")

    answer = client.post("/v1/web/images", {"url": site.url("/photo")})

    assert answer.status_code == 502 and spent() == 0
