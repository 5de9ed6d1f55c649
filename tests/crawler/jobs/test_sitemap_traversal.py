"""A site's addresses, from its sitemaps and its start page."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse

from contract.declare import load
from contract.options.map import MapOptions
from contract.results.map import MapResult
from crawler.failures import RobotsUnreachable
from crawler.jobs.sitemap_traversal import SitemapTraversal
from crawler.politeness.robots import Robots, Rules
from crawler.spiders import map as map_spider
from crawler.spiders.map import map_site
from extraction.links import sitemap
from extraction.links.sitemap import Sitemap

HOME = "https://example.com/"


class Site:
    """Files by path; everything else is 404, None cannot be had."""

    def __init__(self, files: dict[str, Any] | None = None) -> None:
        self.files = files or {}
        self.asked: list[str] = []

    async def fetch(self, url: str) -> Response | None:
        path = url.removeprefix("https://example.com")
        self.asked.append(path)
        if path in self.files and self.files[path] is None:
            return None
        if path not in self.files:
            return TextResponse(url, status=404)
        body = self.files[path]
        return TextResponse(url, body=body if isinstance(body, bytes) else body.encode())

    async def read(self, body: bytes, url: str) -> Sitemap:
        return sitemap.read(body, url)

    def map(self, links: tuple[str, ...] = (), *, start: bool = True, **options: Any) -> MapResult:
        page = HtmlResponse(HOME, body=b"<p>home</p>") if start else None
        robots = Robots()

        async def rules_of(url: str) -> Rules | None:
            try:
                return await robots.rules(url, self.fetch)
            except RobotsUnreachable:
                return None

        traversal = SitemapTraversal(self.fetch, self.read, rules_of)
        return asyncio.run(map_site(load(MapOptions, {"url": HOME, **options}), page, links, traversal))[0]


def urls(*paths: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>https://example.com{path}</loc></url>" for path in paths) + "</urlset>"


def index(*paths: str) -> str:
    return "<sitemapindex>" + "".join(f"<sitemap><loc>{path}</loc></sitemap>" for path in paths) + "</sitemapindex>"


def paths(result: MapResult) -> list[str]:
    assert result.count == len(result.links) == len(set(result.links))
    return [link.removeprefix("https://example.com") for link in result.links]


def test_sitemaps_that_robots_names_come_first_then_the_usual_one() -> None:
    files = Site()
    files.files = {
        "/robots.txt": "User-agent: *\nSitemap: https://example.com/mine.xml\n",
        "/mine.xml": urls("/a", "/b"),
        "/sitemap.xml": urls("/b", "/c"),
    }

    assert paths(files.map()) == ["/", "/a", "/b", "/c"]
    assert "/sitemap_index.xml" not in files.asked


def test_an_index_is_traversed_and_a_broken_child_left_out() -> None:
    files = Site()
    files.files = {
        "/sitemap.xml": index("/one.xml.gz", "/broken.xml", "/gone.xml", "/away.xml", "/two.xml", "/sitemap.xml"),
        "/one.xml.gz": gzip.compress(urls("/a").encode()),
        "/broken.xml": b"\x1f\x8b\x08\x00broken",
        "/away.xml": None,
        "/two.xml": urls("/b"),
    }

    assert paths(files.map()) == ["/", "/a", "/b"]
    assert files.asked.count("/sitemap.xml") == 1


def test_an_index_of_indexes_ends() -> None:
    files = Site()
    files.files = {f"/{n}.xml": index(f"/{n + 1}.xml") for n in range(30)} | {"/sitemap.xml": index("/0.xml")}

    assert paths(files.map()) == ["/"]
    assert len([path for path in files.asked if path[1].isdigit()]) == 9


def test_other_usual_places_are_tried_when_nothing_is_found() -> None:
    files = Site()
    files.files = {"/sitemap.txt": "https://example.com/a\n"}

    assert paths(files.map()) == ["/", "/a"]


def test_without_sitemaps_the_links_of_the_start_are_the_map() -> None:
    assert paths(Site().map(("https://example.com/x", "https://other.example/y"))) == ["/", "/x"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["/", "/a", "/b?x=1", "/b?x=2"]),
        ({"includeLinks": True}, ["/", "/a", "/b?x=1", "/b?x=2", "/link"]),
        ({"sitemap": "skip"}, ["/", "/a", "/link"]),
        ({"sitemap": "only", "includeLinks": True}, ["/a", "/b?x=1", "/b?x=2"]),
        ({"sitemap": "include"}, ["/", "/a", "/b?x=1", "/b?x=2"]),
        ({"ignoreQueryParameters": True}, ["/", "/a", "/b"]),
        ({"limit": 2}, ["/", "/a"]),
        ({"search": "B"}, ["/b?x=1", "/b?x=2"]),
        ({"search": "nowhere"}, []),
        ({"includeSubdomains": True, "search": "blog"}, ["https://blog.example.com/p"]),
    ],
)
def test_options(options: dict[str, Any], expected: list[str]) -> None:
    files = Site()
    files.files = {
        "/sitemap.xml": urls("/a", "/b?x=1", "/b?x=2").replace(
            "</urlset>", "<url><loc>https://blog.example.com/p</loc></url></urlset>"
        )
    }

    assert paths(files.map(("https://example.com/a", "https://example.com/link"), **options)) == expected


def test_a_start_that_cannot_be_had_is_not_an_address() -> None:
    files = Site()
    files.files = {"/sitemap.xml": urls("/a")}

    assert paths(files.map(start=False)) == ["/a"]


def test_traversal_that_takes_too_long_gives_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_spider, "SITEMAPS_SECONDS", 1.0)
    files = {f"/{number}.xml": urls(f"/page-{number}") for number in range(40)}

    class Stalling(Site):
        async def fetch(self, url: str) -> Response | None:
            if len(self.asked) == 20:
                await asyncio.sleep(60)
            return await super().fetch(url)

    found = paths(
        Stalling({"/sitemap.xml": index(*(f"https://example.com{path}" for path in files)), **files}).map(
            sitemap="only", search="page"
        )
    )

    assert 0 < len(found) < 40
