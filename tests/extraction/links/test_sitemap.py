"""Sitemap documents of every format, valid and broken."""

from __future__ import annotations

import gzip
import time

import pytest

from contract import limits
from extraction.links.sitemap import read

URL = "https://example.com/sitemap.xml"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*paths: str) -> str:
    urls = "".join(f"<url><loc>https://example.com{path}</loc></url>" for path in paths)
    return f"{HEAD}<urlset {SPACE}>{urls}</urlset>"


@pytest.mark.parametrize(
    "body",
    [
        urlset("/a", "/b").encode(),
        gzip.compress(urlset("/a", "/b").encode()),
        gzip.compress(urlset("/a", "/b").encode()[:80]) + gzip.compress(urlset("/a", "/b").encode()[80:]),
        b"\xef\xbb\xbf\n" + urlset("/a", "/b").encode(),
        urlset("/a", "/b").replace("UTF-8", "UTF-16").encode("utf-16"),
        urlset("/a", "/b").replace(SPACE, "").encode(),
        urlset("/a", "/b", "/a").encode(),
        urlset("/a", "/b").replace("<loc>", "<loc>\n  ").encode(),
        b"https://example.com/a\r\nhttps://example.com/b\r\nno address\r\n",
        b"\xef\xbb\xbfhttps://example.com/a\nhttps://example.com/b",
        f"{HEAD}<rss version='2.0'><channel><link>https://example.com/</link><item><link>https://example.com/a</link></item>"
        "<item><link>/b</link></item></channel></rss>".encode(),
        b'<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/><entry><link href="/a"/></entry>'
        b'<entry><link rel="edit" href="/x"/><link rel="alternate" href="/b"/></entry></feed>',
    ],
)  # fmt: skip
def test_addresses_are_read_from_every_form(body: bytes) -> None:
    found = read(body, URL)

    assert found.addresses == ("https://example.com/a", "https://example.com/b")
    assert found.complete and not found.children


LINKS = "<loc>https://ex.com/?a=1&b=2</loc> <loc>https://ex.com/?c=1&amp;d=2</loc> <loc>https://ex.com/?e=&copy;&#38;f</loc>"
READ_LINKS = ("https://ex.com/?a=1&b=2", "https://ex.com/?c=1&d=2", "https://ex.com/?e=&copy;&f")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("before", ["", "<lastmod>&", "<!-- & -->", "<![CDATA[ <loc> ]]>", "<b></i>"])
def test_an_unescaped_ampersand_does_not_break_a_url(before: str, encoding: str) -> None:
    body = f"<urlset {SPACE}>{before}" + LINKS.replace("<loc>", "<url><loc>").replace("</loc>", "</loc></url>")

    assert read((body + "</urlset>").encode(encoding), URL).addresses == READ_LINKS


def test_ampersands_in_cdata_are_unchanged() -> None:
    body = urlset("/").replace("https://example.com/", "<![CDATA[https://example.com/?a=1&amp;b&c]]>")

    assert read(body.encode(), URL).addresses == ("https://example.com/?a=1&amp;b&c",)


@pytest.mark.parametrize("inside", ["/?a&amp;b", "/?a&b", "/<![CDATA[?a&b]]>", "/<!-- & -->?a&b"])
def test_urls_are_not_split_at_chunk_ends(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = urlset(*(f"/{number}{inside}" for number in range(5))).encode()
    for size in range(60, 180):
        monkeypatch.setattr("extraction.links.sitemap._CHUNK", size)

        assert read(body, URL).addresses == tuple(f"https://example.com/{number}/?a&b" for number in range(5))


def test_the_first_of_several_gzip_files_may_be_empty() -> None:
    for beginning in (b"", b"\n"):
        body = gzip.compress(beginning) + gzip.compress(urlset("/a").encode())

        assert read(body, URL).addresses == ("https://example.com/a",)


def test_unfinished_gzip_files_are_read_in_linear_time() -> None:
    body = gzip.compress(b"") * 250_000 + gzip.compress(urlset("/a").encode())
    start = time.process_time()

    assert read(body, URL).addresses == ("https://example.com/a",)
    assert time.process_time() - start < 4


def test_an_index_lists_further_sitemaps() -> None:
    maps = "".join(f"<sitemap><loc>{name}</loc></sitemap>" for name in ("/one.xml", "/two.xml.gz"))
    body = f"{HEAD}<sitemapindex {SPACE}>{maps}</sitemapindex>"

    assert read(body.encode(), URL).children == ("https://example.com/one.xml", "https://example.com/two.xml.gz")


def test_images_of_a_page_are_not_listed() -> None:
    body = urlset("/a").replace(
        "</url>", "<image:image><image:loc>https://example.com/i</image:loc></image:image></url>"
    )
    body = body.replace(SPACE, f'{SPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')

    assert read(body.encode(), URL).addresses == ("https://example.com/a",)


def test_a_truncated_document_gives_the_urls_before_the_error() -> None:
    whole = urlset("/a", "/b").encode()
    assert read(whole[:-30], URL).addresses[0] == "https://example.com/a"
    packed = gzip.compress(urlset(*(f"/{number}" for number in range(5_000))).encode())
    cut = read(packed[: len(packed) // 2], URL)

    assert not cut.complete and len(cut.addresses) > 100


@pytest.mark.parametrize(
    "body", [b"", b"<html><p>No sitemap</p>", b"\x1f\x8bbroken", b"<", b"\x00\x01", b"<a" * 100_000]
)
def test_a_document_other_than_a_sitemap_gives_nothing(body: bytes) -> None:
    assert read(body, URL).addresses == ()


def test_a_bomb_is_cut_at_its_size() -> None:
    packed = gzip.compress(b"https://example.com/a\n" + b" " * (limits.SITEMAP_MAX_BYTES + 10))

    assert not read(packed, URL).complete


def test_entities_are_not_followed() -> None:
    body = f'{HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://example.com/&e;</loc></url></urlset>'

    assert "root" not in str(read(body.encode(), URL))


def test_reading_stops_at_the_requested_number() -> None:
    assert len(read(urlset(*(f"/{number}" for number in range(100))).encode(), URL, most=7).addresses) == 7
