"""Screenshots of pages that are difficult to picture. Each colour stands for one thing of the page."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aiohttp import web

from contract import limits
from crawler.rendering import page_fonts
from tests import png
from tests.crawler.conftest import Bench
from tests.sites import pictures
from tests.sites import site as sites
from tests.sites.origin import Origin
from tests.sites.pictures import BLACK, BLUE, GREEN, RED, YELLOW
from tests.sites.site import Site

SMALL = {"width": 320, "height": 240}
Take = Callable[..., dict[str, Any]]


def _green(target: str) -> web.Response | None:
    if not target.startswith("/green.png"):
        return None
    return web.Response(body=pictures.png(GREEN), content_type="image/png")


@pytest.fixture(scope="module")
def gallery(origin: Origin) -> Iterator[Site]:
    with sites.opened(origin.loop) as site:
        site.family(_green)
        for name, body in pictures.PAGES.items():
            site.put(f"/{name}", body, kind="text/html")
        yield site


@pytest.fixture
def take(open_engine: Bench, gallery: Site, browser: str) -> Take:
    def run(path: str, *, full: bool = True, **options: Any) -> dict[str, Any]:
        url = path if path.startswith("http") else gallery.url(f"/{path}")
        return open_engine.perform("screenshot", url, fullPage=full, **{"viewport": SMALL, **options})

    return run


@pytest.fixture
def picture(take: Take) -> Callable[..., png.Picture]:
    def run(path: str, **options: Any) -> png.Picture:
        answer = take(path, **options)
        assert "data" in answer, answer
        found = png.read(answer["data"]["image"])
        assert (found.width, found.height) == (answer["data"]["width"], answer["data"]["height"])
        return found

    return run


Shot = Callable[..., png.Picture]


@pytest.mark.parametrize(
    ("path", "blocks"),
    [("lazy", 12), ("lazy-script", 12), ("reveal", 8), ("skipped", 8), ("hide-again", 8), ("fixed-background", 5)],
)
def test_what_appears_on_scrolling_is_painted(picture: Shot, path: str, blocks: int) -> None:
    bands = picture(path).bands(300, GREEN)

    assert len(bands) == blocks and {height for _, height in bands} <= {300, 400}


def test_viewport_shows_its_part_of_the_page(picture: Shot) -> None:
    shot = picture("lazy", full=False)

    assert (shot.width, shot.height) == (320, 240) and shot.bands(300, GREEN) == [(0, 240)]


def test_fixed_elements_are_painted_once(picture: Shot) -> None:
    shot = picture("sticky")

    assert shot.bands(200, RED) == [(0, 60)]
    [(top, height)] = shot.bands(300, BLUE)
    assert height == 60 and shot.height - 80 <= top <= shot.height - 60  # Below the content, not across it.


def test_fixed_background_covers_the_page_and_a_bar_is_at_its_end(picture: Shot) -> None:
    shot = picture("bottom-bar")

    assert shot.bands(300, BLUE) == [(shot.height - 60, 60)]
    assert shot.bands(300, YELLOW) == [(0, shot.height - 60)]


@pytest.mark.parametrize("path", ["inner", "body-scroller", "grid-shell"])
def test_inner_scroller_is_unfolded(picture: Shot, path: str) -> None:
    shot = picture(path)

    [(top, height)] = shot.bands(300, GREEN)
    assert height == 100 and shot.height - 110 <= top and shot.height > 2_000


def test_sections_of_a_snapping_scroller_are_all_painted(picture: Shot) -> None:
    shot = picture("snap")

    assert [shot.bands(300, colour) for colour in (RED, GREEN, BLUE)] == [[(0, 240)], [(240, 240)], [(480, 240)]]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("path", ["banner", "unnamed-banner", "shadow-banner"])
def test_cookie_banners_are_hidden(picture: Shot, path: str, full: bool) -> None:
    shot = picture(path, full=full)

    assert not shot.bands(160, RED) and shot.at(300, 100) == (255, 255, 255)
    assert shot.height > 1_000 or not full  # The page can be scrolled again.


def test_consent_banners_are_known_by_position_text_and_buttons(picture: Shot) -> None:
    shot = picture("neutral-banners", full=False)

    assert shot.bands(310, RED) == []
    assert shot.bands(310, BLUE) == [(0, 30)]  # A menu with a link about cookies.


def test_banners_stay_on_request(picture: Shot) -> None:
    assert picture("neutral-banners", full=False, hideBanners=False).bands(310, RED)


def test_long_wait_leaves_time_for_scrolling(take: Take) -> None:
    data = take("reveal", waitFor=4_000, timeout=8_000)["data"]

    shown = png.read(data["image"]).bands(300, GREEN)
    assert len(shown) == 8 or "scrolled" in data["warning"]  # Never silently.


@pytest.mark.parametrize(
    ("options", "size", "color"),
    [
        ({}, (320, 240), YELLOW),
        ({"darkMode": True}, (320, 240), BLACK),
        ({"deviceScaleFactor": 2}, (640, 480), YELLOW),
        ({"selector": ".box"}, (100, 50), BLUE),
        ({"selector": ".box", "deviceScaleFactor": 3}, (300, 150), BLUE),
    ],
)
def test_options_of_the_picture(
    picture: Shot, options: dict[str, Any], size: tuple[int, int], color: tuple[int, int, int]
) -> None:
    shot = picture("schemes", full=False, **options)

    assert (shot.width, shot.height) == size and shot.at(5, 5) == color


@pytest.mark.parametrize(("name", "start"), [("jpeg", b"\xff\xd8\xff"), ("webp", b"RIFF")])
def test_format_of_the_picture(take: Take, name: str, start: bytes) -> None:
    data = take("schemes", full=False, format=name)["data"]

    assert base64.b64decode(data["image"]).startswith(start) and data["format"] == name
    assert (data["width"], data["height"]) == (320, 240)


def test_phone_has_its_own_window(take: Take) -> None:
    data = take("schemes", full=False, mobile=True, viewport={})["data"]

    assert (data["width"], data["height"]) == (390, 844)


def test_selector_without_a_match_is_not_found(take: Take) -> None:
    assert take("schemes", selector=".none")["error"]["code"] == "NOT_FOUND"


@pytest.mark.parametrize("script", page_fonts.SCRIPTS)
def test_script_is_drawn_with_letters_of_its_own(picture: Shot, gallery: Site, script: str) -> None:
    """A missing letter is a box, the same for all scripts."""
    shown = page_fonts.SCRIPTS[script]
    body = "<body style='margin:0;background:#fff'><p style='margin:0;font:100px/120px sans-serif'>{}</p></body>"
    gallery.put(f"/script-{script}", body.format(shown), kind="text/html")
    gallery.put("/script-none", body.format("\U0010fffd"), kind="text/html")

    letter, box = picture(f"script-{script}", full=False), picture("script-none", full=False)

    assert letter.rows != box.rows and any(letter.bands(x, (0, 0, 0)) for x in range(10, 110, 5))


def test_content_about_cookies_is_not_a_banner(picture: Shot) -> None:
    shot = picture("cookie-shop")

    assert shot.bands(310, GREEN) and shot.bands(310, BLUE)


def test_blocks_of_the_viewports_height_keep_it(picture: Shot) -> None:
    shot = picture("high-blocks")

    assert [shot.bands(160, colour) for colour in (RED, GREEN, BLUE)] == [[(0, 240)], [(240, 240)], [(480, 240)]]


def test_animations_are_ended(picture: Shot) -> None:
    shot = picture("moving")

    assert [height for _, height in shot.bands(300, GREEN)] == [200, 200]
    assert shot.bands(5, BLUE) == [(200, 80)]


def test_endless_page_is_limited(take: Take) -> None:
    data = take("infinite", timeout=60_000)["data"]

    assert data["height"] == limits.SCREENSHOT_HEIGHT_MAX and "20000" in data["warning"]


def test_pixels_are_limited(take: Take) -> None:
    data = take("huge", viewport={"width": 3840, "height": 240}, timeout=60_000)["data"]

    assert data["width"] == 3840 and data["height"] == limits.SCREENSHOT_PIXELS_MAX // 3840


MANY = {
    "in the document": "<i>x</i>" * 150_000,
    "added by a script": """<script>const many = document.createElement("div");
for (let i = 0; i < 15e4; i++) many.append(document.createElement("div"));
document.body.append(many)</script>""",
}


@pytest.mark.parametrize("where", MANY)
def test_top_of_a_page_of_too_many_elements_is_painted(take: Take, gallery: Site, where: str) -> None:
    async def late(request: web.Request) -> web.Response:
        await asyncio.sleep(0.7)
        sheet = f"body {{margin: 0}} img {{display: block}} .sheet {{height: 40px; background: {pictures.css(BLUE)}}}"
        if request.path.endswith(".css"):
            return web.Response(text=sheet, content_type="text/css")
        return web.Response(body=pictures.png(GREEN), content_type="image/png")

    top = '<img src="/late.png" width="40" height="40"><div class="sheet"></div>'
    body = f'<!doctype html><link rel="stylesheet" href="/late.css"><body>{top}{MANY[where]}'
    for path in ("/late.css", "/late.png"):
        gallery.on(path, late)
    gallery.put("/many", body, kind="text/html")

    data = take("many", full=False, timeout=120_000)["data"]
    shot = png.read(data["image"])

    assert shot.bands(5, GREEN) == [(0, 40)] and shot.bands(5, BLUE) == [(40, 40)]
    assert f"{limits.VIEW_ELEMENTS_MAX:,} elements" in data["warning"]


def test_bytes_are_limited(take: Take) -> None:
    data = take("noise", viewport={"width": 1440, "height": 900}, timeout=60_000)["data"]

    assert len(data["image"]) * 3 // 4 <= limits.SCREENSHOT_MAX_BYTES
    assert data["height"] < 14_000 and "20 MB" in data["warning"]


# What a page does that is pictured, and the error. None: the page itself is pictured, in white.
ESCAPES = {
    "location = 'file:///etc/passwd'": None,
    "location = 'chrome://version'": None,
    "location = 'view-source:' + location": None,
    "open('file:///etc/passwd')": None,
    "location = 'about:blank'": "UPSTREAM_UNREACHABLE",
    "location = URL.createObjectURL(new Blob(['<body style=background:red>'], {type: 'text/html'}))": "UPSTREAM_UNREACHABLE",
    "setInterval(() => location.reload(), 50)": None,
    "for (;;);": None,
}


@pytest.mark.parametrize("script", ESCAPES)
def test_page_cannot_lead_the_browser_elsewhere(take: Take, gallery: Site, script: str) -> None:
    gallery.put("/escape", pictures.page("<p>Here</p>", script=script), kind="text/html")

    answer = take("escape", full=False, timeout=20_000)

    if ESCAPES[script] is None:
        shot = png.read(answer["data"]["image"])
        assert answer["data"]["finalUrl"] == gallery.url("/escape")
        assert shot.at(310, 230) == (255, 255, 255)
    else:
        assert answer["error"]["code"] in (ESCAPES[script], "REQUEST_TIMEOUT")


@pytest.mark.parametrize("to", ["file:///etc/passwd", "chrome://version", "view-source:http://127.0.0.1/"])
def test_redirect_to_another_scheme_is_refused(take: Take, gallery: Site, to: str) -> None:
    gallery.redirect("/away", to)

    assert take("away")["error"]["code"] == "UPSTREAM_UNREACHABLE"


@pytest.mark.parametrize("way", ["redirect", "script", "frame"])
def test_address_policy_holds(take: Take, gallery: Site, origin: Origin, way: str) -> None:
    to, before = origin.private_url(), len(origin.private_hits)
    gallery.redirect("/redirect", to)
    gallery.put("/script", pictures.page("", script=f"location = {to!r}"), kind="text/html")
    gallery.put("/frame", pictures.page(f'<iframe src="{to}"></iframe>'), kind="text/html")

    answer = take(way, full=False)

    assert len(origin.private_hits) == before
    assert "data" in answer if way == "frame" else answer["error"]["code"] == "VALIDATION_ERROR"


def test_address_that_is_denied_is_refused(take: Take) -> None:
    assert take("http://169.254.169.254/latest/")["error"]["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("status", [404, 503])
def test_error_page_is_pictured_with_its_status(take: Take, gallery: Site, status: int) -> None:
    body = pictures.page(f'<div style="height:200px;background:{pictures.css(RED)}"></div>')
    gallery.put("/error", body, kind="text/html", status=status)

    data = take("error", full=False)["data"]

    assert data["status"] == status and str(status) in data["warning"]
    assert png.read(data["image"]).bands(300, RED) == [(0, 200)]


def test_image_is_pictured(picture: Shot) -> None:
    shot = picture("green.png", full=False)

    assert shot.at(160, 120) == GREEN  # The browser centres it.


@pytest.mark.parametrize("kind", ["application/pdf", "application/zip"])
def test_download_is_an_error_that_names_its_type(take: Take, gallery: Site, kind: str) -> None:
    gallery.put("/file", b"%PDF-1.7", kind=kind)

    error = take("file")["error"]

    assert error["code"] == "UPSTREAM_UNREACHABLE" and kind in error["message"]


def test_waits_as_asked(take: Take, gallery: Site) -> None:
    script = "setTimeout(() => document.body.style.background = 'rgb(0,160,0)', {})"
    for name, ms in (("early", 60_000), ("late", 2_500)):
        gallery.put(f"/{name}", pictures.page("<p>Late</p>", script=script.format(ms)), kind="text/html")

    early, late = (
        png.read(take(name, full=False, waitFor=ms)["data"]["image"]) for name, ms in (("early", 0), ("late", 2_600))
    )

    assert (early.at(310, 230), late.at(310, 230)) == ((255, 255, 255), GREEN)


def test_browser_loads_pictures_for_screenshots_only(open_engine: Bench, take: Take, gallery: Site) -> None:
    gallery.put("/one", pictures.page('<img src="/green.png?one" style="width:320px;height:240px">'), kind="text/html")

    open_engine.run(gallery.url("/one"), renderJs=True)
    assert not gallery.seen("/green.png?one")
    take("one", full=False)

    assert len(gallery.seen("/green.png?one")) == 1
