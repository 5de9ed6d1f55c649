"""The images of a page: which addresses are listed, and what is said about each."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from contract import limits
from contract.capture import PageCapture
from contract.results.page_image import IMAGE_SOURCES
from extraction import images

PAGE = "https://shop.example/tea/"


def found(body: str, *, head: str = "", url: str = PAGE) -> images.PageImages:
    text = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
    headers = (("content-type", "text/html; charset=utf-8"),)
    return images.read(
        PageCapture(
            url=url, final_url=url, status=200, headers=headers, body=text.encode(), captured_at=datetime.now(UTC)
        )
    )


def sources(body: str, **more: Any) -> list[tuple[str, str]]:
    """(address without the site, source)."""
    return [(each.src.removeprefix("https://shop.example"), each.source) for each in found(body, **more).images]


BODIES = {
    "plain": ('<img src="cup.png">', [("/tea/cup.png", "img")]),
    "largest candidate of a srcset": (
        '<img src="/s.jpg" srcset="/s.jpg 400w, /l.jpg 1600w, /m.jpg 800w">',
        [("/s.jpg", "img"), ("/l.jpg", "srcset")],
    ),
    "spellings of one address": (
        '<img src="/a%7eb.png"><img src="HTTPS://SHOP.example:443/a~b.png#x">',
        [("/a%7eb.png", "img")],
    ),
    "densities": ('<img srcset="/1.png, /3.png 3x,/2.png 2x">', [("/3.png", "srcset")]),
    "addresses with commas": ('<img srcset="/w_1,h_2/a.png 1x, /w_2,h_4/a.png 2x">', [("/w_2,h_4/a.png", "srcset")]),
    "picture": (
        '<picture><source srcset="/p.avif 1x, /p2.avif 2x" type="image/avif"><source srcset="/p.webp">'
        '<img src="/p.jpg"></picture>',
        [("/p2.avif", "picture"), ("/p.webp", "picture"), ("/p.jpg", "img")],
    ),
    "source of a video": ('<video poster="/film.jpg"><source src="/film.mp4"></video>', [("/film.jpg", "poster")]),
    "lazy": ('<img src="/blank.gif" data-src="/real.jpg">', [("/real.jpg", "lazy")]),
    "lazy with a data placeholder": (
        '<img src="data:image/gif;base64,R0lGOD" data-lazy-src="/real.jpg" data-srcset="/a.jpg 1w, /b.jpg 2w">',
        [("/real.jpg", "lazy"), ("/b.jpg", "lazy")],
    ),
    "a real image beside its zoom": (
        '<img src="/small.jpg" data-zoom-image="/big.jpg">',
        [("/small.jpg", "img"), ("/big.jpg", "lazy")],
    ),
    "lazy without an ending": ('<img data-src="/image?id=7">', [("/image?id=7", "lazy")]),
    "data of another kind": (
        '<img src="/a.png" data-id="7" data-ratio="1.5" data-title="a b.png">',
        [("/a.png", "img")],
    ),
    "noscript": (
        '<img data-src="/a.jpg"><noscript><img src="/b.jpg" alt="x"></noscript>',
        [("/a.jpg", "lazy"), ("/b.jpg", "noscript")],
    ),
    "style attribute": (
        """<div style="color:red;background:#fff url('/a.png') no-repeat, url(&quot;b.png&quot;)">x</div>
        <div style="background-image:url(/c%20d.png);--hero: url(/e.png)">x</div>""",
        [("/a.png", "css"), ("/tea/b.png", "css"), ("/c%20d.png", "css"), ("/e.png", "css")],
    ),
    "other functions of CSS": ('<div style="filter:url(/f.svg);cursor:url(/c.cur),auto">x</div>', []),
    "lazy backgrounds": (
        """<div data-bg="/a.jpg"></div><div data-background-image="url('/b?x=1')"></div><li data-thumb="/c.png"></li>""",
        [("/a.jpg", "lazy"), ("/b?x=1", "lazy"), ("/c.png", "lazy")],
    ),
    "old attributes": ('<table background="/wood.gif"><tr><td>x</td></tr></table>', [("/wood.gif", "css")]),
    "input": ('<input type="image" src="/go.png"><input type="text" src="/no.png">', [("/go.png", "input")]),
    "svg": ('<svg><image href="/a.png"/><image xlink:href="/b.png"/></svg>', [("/a.png", "svg"), ("/b.png", "svg")]),
    "object and embed": (
        '<object type="image/svg+xml" data="/a.svg"></object><embed type="image/png" src="/b.png"><embed src="/c.swf">',
        [("/a.svg", "object"), ("/b.png", "object")],
    ),
    "base": ('<base href="https://cdn.example/x/"><img src="a.png">', [("https://cdn.example/x/a.png", "img")]),
    "each address once": ('<img src="/a.png"><img src="/a.png#x"><img srcset="/a.png 2x">', [("/a.png", "img")]),
    "no addresses": (
        '<img src=""><img src="#"><img src="javascript:x()"><img src="data:image/png;base64,AA"><img src="blob:x">'
        '<img src="file:///etc/passwd"><img src="{{ photo }}"><img src="${src}.png"><img>',
        [],
    ),
    "tracking pixels": ('<noscript><img height="1" width="1" src="https://t.example/tr?id=1"></noscript>', []),
    "template": ('<template><img src="/t.png"></template><img src="/a.png">', [("/a.png", "img")]),
    "shadow tree": ('<template shadowrootmode="open"><img src="/t.png"></template>', [("/t.png", "img")]),
    "json-ld": (
        """<script type="application/ld+json">{"@graph": [{"@type": "Product", "image": ["/a.png", {"@type": "ImageObject",
        "url": "/b.png", "width": 600, "height": "400px"}], "brand": {"logo": "/c.svg", "url": "/brand"},
        "url": "/tea", "primaryImageOfPage": {"@id": "#x"}}]}</script>""",
        [("/a.png", "json-ld"), ("/b.png", "json-ld"), ("/c.svg", "json-ld")],
    ),
}


@pytest.mark.parametrize("name", BODIES)
def test_sources_of_a_page(name: str) -> None:
    body, expected = BODIES[name]

    assert sources(body) == expected


def test_image_of_an_amp_page_is_an_image() -> None:
    [image] = found('<amp-img src="/a.png" alt="A cup" width="640" height="480" layout="responsive"></amp-img>').images

    assert (image.src.endswith("/a.png"), image.alt, image.width, image.height) == (True, "A cup", 640, 480)


def test_head_declares_icons_and_previews() -> None:
    head = """<link rel="shortcut icon" href="/fav.ico" sizes="32x32"><link rel="apple-touch-icon" href="/touch.png">
    <link rel="mask-icon" href="/mask.svg"><link rel="image_src" href="/src.png"><link rel="preload" as="image" href="/pre.webp">
    <link rel="stylesheet" href="/style.css"><meta property="og:image" content="/og.png">
    <meta property="og:image:width" content="1200"><meta property="og:image:alt" content="Tea">
    <meta name="twitter:image" content="/tw.png"><meta name="description" content="/no.png">
    <style>body{background:url(/css.png)} @font-face{src:url(/font.woff)} @import url(/other.css); /* url(/gone.png) */</style>"""

    listed = {each.src.rpartition("/")[2]: each for each in found("<p>x</p>", head=head).images}

    assert {name: each.source for name, each in listed.items()} == {
        "fav.ico": "icon", "touch.png": "icon", "mask.svg": "icon", "src.png": "meta", "pre.webp": "meta", "og.png": "meta",
        "tw.png": "meta", "css.png": "css",
    }  # fmt: skip
    assert (listed["fav.ico"].width, listed["fav.ico"].height) == (32, 32)
    assert (listed["og.png"].width, listed["og.png"].height, listed["og.png"].alt) == (1200, None, "Tea")


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", (None, None, None)),
        ('alt="" width="" height=""', ("", "", "")),
        ('alt="A cup" width="640" height="480"', ("A cup", 640, 480)),
        ('alt width="640px" height=" 48.5 "', ("", 640, 48)),
        ('width="100%" height="auto"', (None, "100%", "auto")),
    ],
)
def test_declared_attributes(attributes: str, expected: tuple[Any, ...]) -> None:
    [image] = found(f'<img src="/a.png" {attributes}>').images

    assert (image.alt, image.width, image.height) == expected


def test_sources_of_a_picture_are_described_by_its_img() -> None:
    [one, two] = found(
        '<picture><source srcset="/a.avif" width="9"><img src="/a.png" alt="Tea" width="5"></picture>'
    ).images

    assert (one.alt, one.width, two.alt, two.width) == ("Tea", 9, "Tea", 5)


def test_preview_that_is_also_shown_is_described_by_its_img() -> None:
    head = '<meta property="og:image" content="https://shop.example/a.png">'

    [image] = found('<img src="/a.png" alt="Tea" width="5">', head=head).images

    assert (image.source, image.alt, image.width) == ("img", "Tea", 5)


def test_order_is_the_documents() -> None:
    body = '<div style="background:url(/1.png)"><img src="/2.png"></div><video poster="/3.png"></video><img data-src="/4.png">'

    assert [address for address, _ in sources(body)] == ["/1.png", "/2.png", "/3.png", "/4.png"]


def test_every_source_is_documented() -> None:
    listed = {source for body, _ in BODIES.values() for _, source in sources(body)}

    assert listed <= set(IMAGE_SOURCES) and set(IMAGE_SOURCES) - listed == {"icon", "meta"}


def test_number_of_images_is_limited() -> None:
    page = found("".join(f'<img src="/{number}.png">' for number in range(limits.IMAGES_MAX + 1)))

    assert len(page.images) == limits.IMAGES_MAX and page.warning and str(limits.IMAGES_MAX) in page.warning


def test_other_documents_have_none() -> None:
    url = "https://shop.example/list.pdf"
    headers = (("content-type", "application/pdf"),)
    capture = PageCapture(
        url=url, final_url=url, status=200, headers=headers, body=b"%PDF-1.7 x", captured_at=datetime.now(UTC)
    )

    page = images.read(capture)

    assert not page.images and page.warning and "application/pdf" in page.warning


def test_bot_check_is_reported() -> None:
    page = found("<div id='challenge-running'>Checking your browser</div>", head="<title>Just a moment...</title>")

    assert page.blocked and page.warning


HOSTILE = {
    "functions": '<div style="' + "background:url(a" * 60_000 + '">x</div>',
    "quotes": "<style>" + "a{background:url('a" * 60_000 + "</style>",
    "comments": "<style>" + "/*" * 200_000 + "url(</style>",
    "srcset": '<img srcset="' + ", " * 300_000 + '">',
    "candidates": '<img srcset="' + "a " * 200_000 + '">',
    "data": "<div " + " ".join(f'data-x{number}="{"a" * 50}"' for number in range(10_000)) + ">x</div>",
    "file names": '<div data-x="' + "a." * 300_000 + '">x</div>',
    "json": '<script type="application/ld+json">' + '{"image":[' * 20_000 + "</script>",
    "nesting": "<noscript><div>" * 20_000 + '<img src="/a.png">',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    begun = time.process_time()

    found(HOSTILE[name])

    assert time.process_time() - begun < 3
