"""The brand lookup against loopback sites: what it fetches, in which order, and what it never fetches."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from tests.crawler.conftest import Bench
from tests.sites.origin import Origin
from tests.sites.site import Site

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 24">'
    '<path fill="#c8102e" d="M0 0h20v24H0zM30 4h60v4H30zM30 14h40v4H30z"/></svg>'
)
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#c8102e" d="M12 0l12 24H0z"/></svg>'
HEADER = '<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header>'


def page(head: str = "", body: str = HEADER) -> str:
    main = "<main><p>Gauges.</p></main>"
    return f"<!doctype html><html><head><title>Acme | Gauges</title>{head}</head><body>{body}{main}</body></html>"


def look_up(engine: Bench, site: Site) -> dict[str, Any]:
    answer = engine.look_up(site.base)
    assert "data" in answer, answer
    found: dict[str, Any] = answer["data"]
    return found


def test_brand_is_read_from_page_manifest_style_sheet_and_logo(open_engine: Bench, site: Site) -> None:
    icons = [{"src": "/icon.svg", "sizes": "any"}]
    site.put(
        "/", page('<link rel="manifest" href="/app.json"><link rel="stylesheet" href="/main.css">'), kind="text/html"
    )
    site.put("/app.json", json.dumps({"name": "Acme", "icons": icons, "theme_color": "#c8102e"}))
    site.put("/main.css", "body{font-family:Inter;background:#fafafa}", kind="text/css")
    site.put("/logo.svg", LOGO, kind="image/svg+xml")
    site.put("/icon.svg", ICON, kind="image/svg+xml")

    found = look_up(open_engine, site)

    assert found["name"] == "Acme" and found["domain"] == site.base.removeprefix("http://")
    assert found["primaryLogo"]["sourceUrl"] == site.url("/logo.svg")
    assert found["primaryColor"] == "#c8102e" and found["sources"]["primaryColor"]["source"] == "manifest"
    assert found["fonts"][0]["family"] == "Inter"
    assert {logo["source"] for logo in found["logos"]} == {"header-img", "manifest"}


def test_files_are_fetched_together(open_engine: Bench, site: Site) -> None:
    icons = "".join(f'<link rel="icon" href="/icon{number}.svg">' for number in range(6))
    site.put("/", page(icons), kind="text/html")
    site.put("/logo.svg", LOGO, kind="image/svg+xml")
    for number in range(6):
        site.on(f"/icon{number}.svg", slow_logo)

    look_up(open_engine, site)

    assert site.most_at_a_time >= 6


async def slow_logo(request: web.Request) -> web.Response:
    await asyncio.sleep(0.3)
    return web.Response(text=LOGO, content_type="image/svg+xml")


def test_dead_and_false_images_are_left_out(open_engine: Bench, site: Site) -> None:
    head = '<link rel="icon" href="/page.ico"><link rel="apple-touch-icon" href="/gone.png"><link rel="mask-icon" href="/huge.svg">'
    site.put("/", page(head), kind="text/html")
    site.put("/page.ico", page(), kind="image/x-icon")
    site.put("/huge.svg", b"<svg>" + bytes(20_000_000), kind="image/svg+xml")
    site.put("/logo.svg", LOGO, kind="image/svg+xml")

    found = look_up(open_engine, site)

    assert [logo["source"] for logo in found["logos"]] == ["header-img"]


PATTERN = '<pattern id="p" width="20000" height="20000" patternUnits="userSpaceOnUse"><path d="M0 0h5v5H0z"/></pattern>'
BOMB = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">{PATTERN}<path fill="url(#p)" d="M0 0h90v90H0z"/></svg>'


def test_image_that_ends_its_reader_is_left_out(open_engine: Bench, site: Site) -> None:
    """One SVG is fetched, the other is in the page."""
    site.put(
        "/",
        page('<link rel="icon" href="/bomb.svg">', f'<a class="logo" href="/">{BOMB}</a>{HEADER}'),
        kind="text/html",
    )
    site.put("/bomb.svg", BOMB, kind="image/svg+xml")
    site.put("/logo.svg", LOGO, kind="image/svg+xml")

    found = look_up(open_engine, site)

    assert [logo["sourceUrl"] for logo in found["logos"]] == [site.url("/logo.svg")]


def test_logo_that_redirects_to_a_private_address_is_not_fetched(
    open_engine: Bench, site: Site, origin: Origin
) -> None:
    before = len(origin.private_hits)
    site.put("/", page('<link rel="icon" href="/away.svg">'), kind="text/html")
    site.redirect("/away.svg", origin.private_url("/secret.svg"))
    site.put("/logo.svg", LOGO, kind="image/svg+xml")

    found = look_up(open_engine, site)

    assert len(found["logos"]) == 1 and len(origin.private_hits) == before


@pytest.mark.parametrize("status", [404, 500])
def test_domain_without_home_page_is_not_found(open_engine: Bench, site: Site, status: int) -> None:
    site.put("/", "no", kind="text/html", status=status)

    answer = open_engine.look_up(site.base)

    assert answer["error"]["code"] == "NOT_FOUND"


def test_bot_check_is_not_a_brand(open_engine: Bench, site: Site) -> None:
    check = "<title>Just a moment...</title><body><h1>Checking your browser before accessing the site.</h1></body>"
    site.put("/", check, kind="text/html")

    answer = open_engine.look_up(site.base)

    assert answer["error"]["code"] == "NOT_FOUND"


def test_page_built_by_scripts_is_rendered(open_engine: Bench, site: Site, browser: str) -> None:
    script = f"<script>document.body.insertAdjacentHTML('afterbegin', `{HEADER}`)</script>"
    site.put("/", page("", f'<div id="root"></div>{script}'), kind="text/html")
    site.put("/logo.svg", LOGO, kind="image/svg+xml")

    found = look_up(open_engine, site)

    assert found["primaryLogo"]["source"] == "header-img"


def test_slow_files_do_not_hold_up_the_answer(open_engine: Bench, site: Site) -> None:
    async def never(request: web.Request) -> web.Response:
        await asyncio.sleep(60)
        return web.Response()

    site.put("/", page('<link rel="stylesheet" href="/slow.css">'), kind="text/html")
    site.on("/slow.css", never)
    site.put("/logo.svg", LOGO, kind="image/svg+xml")

    assert look_up(open_engine, site)["primaryLogo"]
