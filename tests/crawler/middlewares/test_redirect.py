"""Redirects and meta refreshes: what a page declares of its encoding never fails them."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from aiohttp import web

from tests.crawler.conftest import Bench
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

# Python's codecs that are not text encodings, those that raise or are slow on text, and names that nobody knows.
NO_ENCODINGS = (
    "rot13", "rot_13", "hex", "base64", "zip", "zlib", "bz2", "uu", "quopri", "undefined", "idna", "punycode",
    "unicode_escape", "raw-unicode-escape", "utf-7", "no-such-thing", "mbcs",
)  # fmt: skip
KINDS = ("text/html", "text/plain", "application/xml", "application/json", "application/xhtml+xml")


@pytest.fixture
def other(make_site: Callable[[], Site]) -> Site:
    """A second origin."""
    return make_site()


@pytest.mark.parametrize("charset", NO_ENCODINGS)
def test_charset_that_is_not_a_text_encoding_counts_as_undeclared(open_engine: Bench, site: Site, charset: str) -> None:
    meta = f'<meta charset="{charset}"><title>Übermut</title>{PARAGRAPHS}'
    site.put("/meta", f"<!doctype html><html><head>{meta}", kind="text/html")
    site.put("/xml", f'<?xml version="1.0" encoding="{charset}"?><html><head><title>Übermut</title></head>{PARAGRAPHS}')
    for number, kind in enumerate(KINDS):
        site.put(f"/header{number}", f"<html><title>Übermut</title>{PARAGRAPHS}", kind=f"{kind}; charset={charset}")

    for path in ("/meta", "/xml", *(f"/header{number}" for number in range(len(KINDS)))):
        answer = open_engine.run(site.url(path), formats=["rawHtml"])

        assert "Übermut" in answer.get("data", {}).get("rawHtml", ""), (path, answer)


@pytest.mark.parametrize("charset", NO_ENCODINGS)
def test_meta_refresh_is_followed_whatever_the_charset(open_engine: Bench, site: Site, charset: str) -> None:
    site.page("/end", title="The end")
    refresh = '<meta http-equiv="refresh" content="0; url=/end">'
    site.put("/header", f"<html><head>{refresh}</head>", kind=f"text/html; charset={charset}")
    site.put("/meta", f'<html><head><meta charset="{charset}">{refresh}</head>', kind="text/html")

    for path in ("/header", "/meta"):
        answer = open_engine.run(site.url(path))

        assert answer["data"]["finalUrl"] == site.url("/end"), answer


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "utf-8"), ("cp1251", "windows-1251"), ("utf-16", "utf-16"), ("cp1251", "rot13"), ("utf-8", "cp1251")],
)
def test_meta_refresh_is_read_in_the_encoding_of_the_page(
    open_engine: Bench, site: Site, encoding: str, declared: str
) -> None:
    site.page("/%D0%BA%D0%BE%D0%BD%D0%B5%D1%86", title="The end")
    page = '<html><head><title>Начало страницы</title><meta http-equiv="refresh" content="0; url=/конец"></head>'
    site.put("/", page.encode(encoding), kind=f"text/html; charset={declared}")

    answer = open_engine.run(site.url("/"))

    assert answer["data"]["finalUrl"] == site.url("/%D0%BA%D0%BE%D0%BD%D0%B5%D1%86"), answer


def test_meta_refresh_that_its_own_encoding_cannot_write_is_followed(open_engine: Bench, site: Site) -> None:
    site.page("/end", title="The end")
    page = '<html><head><meta http-equiv="refresh" content="0; url=/end?q=конец"></head>'
    site.put("/", page.encode(), kind="text/html; charset=iso-8859-1")

    assert open_engine.run(site.url("/"))["data"]["finalUrl"].startswith(site.url("/end?q="))


def test_a_large_page_in_an_unknown_encoding_is_not_decoded_for_a_meta_refresh(open_engine: Bench, site: Site) -> None:
    """The event loop looks at the first kilobytes, not at all of it; the readers decode the page elsewhere."""
    site.put("/", b"<html><p>" + "Größe und Übermut ".encode("cp1252") * 300_000, kind="application/octet-stream")
    begun = time.monotonic()

    open_engine.run(site.url("/"), formats=["links"])

    assert time.monotonic() - begun < 15


@pytest.mark.parametrize("status", [307, 308])
def test_post_is_not_carried_to_another_origin(open_engine: Bench, site: Site, other: Site, status: int) -> None:
    other.page("/end")
    site.redirect("/", other.url("/end"), status)

    answer = open_engine.run(site.url("/"), method="POST", body="secret")

    assert answer["error"]["code"] == "UPSTREAM_UNREACHABLE"
    assert "redirects a POST to another origin" in answer["error"]["message"]
    assert not other.visits


@pytest.mark.parametrize("status", [307, 308])
def test_post_keeps_method_and_body_on_its_origin(open_engine: Bench, site: Site, status: int) -> None:
    async def echo(request: web.Request) -> web.Response:
        return web.Response(text=f"<html><p>{request.method} {await request.text()}</p>", content_type="text/html")

    site.on("/end", echo)
    site.redirect("/", "/end", status)

    answer = open_engine.run(site.url("/"), method="POST", body="secret", formats=["rawHtml"])

    assert "POST secret" in answer["data"]["rawHtml"]


@pytest.mark.parametrize("status", [301, 302, 303])
def test_post_that_becomes_a_get_leaves_its_body_behind(
    open_engine: Bench, site: Site, other: Site, status: int
) -> None:
    other.page("/end")
    site.redirect("/", other.url("/end"), status)

    answer = open_engine.run(site.url("/"), method="POST", body="secret")

    assert answer["data"]["finalUrl"] == other.url("/end")
    assert [visit.body for visit in other.visits] == [b""]


@pytest.mark.parametrize("way", ["redirect", "meta refresh"])
def test_redirect_to_a_port_of_another_protocol_is_refused(open_engine: Bench, site: Site, way: str) -> None:
    to = "http://127.0.0.1:6667/"
    if way == "redirect":
        site.redirect("/", to)
    else:
        site.put("/", f'<meta http-equiv="refresh" content="0; url={to}">', kind="text/html")

    error = open_engine.run(site.url("/"))["error"]

    assert error["code"] == "VALIDATION_ERROR" and error["details"][0]["field"] == "url"
    assert "Port 6667 is blocked" in error["message"]
