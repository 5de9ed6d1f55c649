"""Maps of a site's URLs, end to end."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from tests.service import Client
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site, feed, sitemap_index, url_set

Spent = Callable[[], int]


def mapped(client: Client, site: Site, path: str = "/", **options: Any) -> list[str]:
    """The links of a map. Links of this site are given as paths."""
    answer = client.post("/v1/web/map", {"url": site.url(path), **options})
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert set(data) - {"titles"} == {"url", "links", "count", "total", "truncated"} and data["url"] == site.url(path)
    assert data["count"] == len(data["links"]) == len(set(data["links"]))
    return [link.removeprefix(site.base) for link in data["links"]]


@pytest.fixture
def shop(site: Site) -> Site:
    """A start page with links, and a sitemap with other pages."""
    site.page("/", "/linked", "/tea?cup=1", "http://elsewhere.example/")
    site.put(
        "/sitemap.xml", url_set(*map(site.url, ("/", "/tea?cup=1", "/tea?cup=2", "/T%C3%A9/Green"))), kind="text/xml"
    )
    return site


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"/", "/tea?cup=1", "/tea?cup=2", "/T%C3%A9/Green"}),
        ({"sitemap": "include"}, {"/", "/tea?cup=1", "/tea?cup=2", "/T%C3%A9/Green"}),
        ({"sitemap": "only"}, {"/", "/tea?cup=1", "/tea?cup=2", "/T%C3%A9/Green"}),
        ({"sitemap": "skip"}, {"/", "/linked", "/tea?cup=1"}),
        ({"includeLinks": True}, {"/", "/linked", "/tea?cup=1", "/tea?cup=2", "/T%C3%A9/Green"}),
        ({"ignoreQueryParameters": True}, {"/", "/tea", "/T%C3%A9/Green"}),
        ({"search": "green"}, {"/T%C3%A9/Green"}),
        ({"search": "té"}, {"/T%C3%A9/Green"}),
        ({"search": "nowhere"}, set()),
    ],
)
def test_options_decide_what_is_listed(
    client: Client, shop: Site, options: dict[str, Any], expected: set[str], spent: Spent
) -> None:
    assert set(mapped(client, shop, **options)) == expected
    assert spent() == 1


def test_titles_of_captured_pages_are_returned(client: Client, shop: Site) -> None:
    assert "titles" not in client.post("/v1/web/map", {"url": shop.url("/")}).json()["data"]
    shop.put("/linked", f"<title>Linked page</title><main><h1>Linked page</h1>{PARAGRAPHS}</main>", kind="text/html")
    client.post("/v1/web/scrape", {"url": shop.url("/linked")})

    data = client.post("/v1/web/map", {"url": shop.url("/"), "includeLinks": True}).json()["data"]

    assert data["titles"] == {shop.url("/linked"): "Linked page"} and len(data["links"]) > 1


def test_limit_is_exact(client: Client, site: Site) -> None:
    site.page("/")
    site.put("/sitemap.xml", url_set(*(site.url(f"/{number}") for number in range(7_000))), kind="text/xml")

    assert len(mapped(client, site, limit=1)) == 1
    assert len(mapped(client, site, limit=123)) == 123
    assert len(mapped(client, site)) == 5_000


@pytest.mark.parametrize(
    ("limit", "count", "total", "truncated"), [(2, 2, 4, True), (3, 3, 4, True), (4, 4, 4, False), (None, 4, 4, False)]
)
def test_result_says_whether_the_site_has_more(
    client: Client, site: Site, limit: int | None, count: int, total: int, truncated: bool
) -> None:
    site.page("/")
    site.put("/sitemap.xml", url_set(*map(site.url, ("/a", "/b", "/c", "/a"))), kind="text/xml")

    data = client.post("/v1/web/map", {"url": site.url(), **({"limit": limit} if limit else {})}).json()["data"]

    assert (data["count"], data["total"], data["truncated"]) == (count, total, truncated)


def test_every_kind_of_sitemap_is_read_and_broken_ones_left_out(client: Client, site: Site, spent: Spent) -> None:
    site.page("/")
    site.put("/robots.txt", f"Sitemap: {site.url('/special.xml')}\nUser-agent: *\nDisallow: /hidden\n")
    site.put("/special.xml", url_set(site.url("/listed"), site.url("/hidden")), kind="application/xml")
    children = (
        "/packed.xml.gz",
        "/broken.xml",
        "/cut.xml.gz",
        "/missing.xml",
        "/list.txt",
        "/news.rss",
        "/sitemap.xml",
        "/special.xml",
    )
    site.put("/sitemap.xml", sitemap_index(*map(site.url, children)), kind="application/xml")
    site.put("/packed.xml.gz", gzip.compress(url_set(site.url("/packed")).encode()), kind="application/gzip")
    site.put("/broken.xml", f"<urlset><url><loc>{site.url('/before-the-break')}</loc></url><url><loc>", kind="text/xml")
    site.put("/cut.xml.gz", gzip.compress(b"<urlset>" * 9_000)[:40], kind="application/gzip")
    site.put("/list.txt", f"{site.url('/text')}\nhttp://elsewhere.example/\n")
    site.put("/news.rss", feed(site.url("/item")), kind="application/rss+xml")

    found = set(mapped(client, site))

    assert {"/", "/listed", "/packed", "/before-the-break", "/text", "/item"} <= found
    assert not any("elsewhere" in link for link in found) and spent() == 1
    assert {path: number for path, number in site.counts().items() if number > 1} == {}


def test_site_without_sitemaps_is_mapped_by_its_links(client: Client, site: Site) -> None:
    site.page("/", "/a", "/b#part", "/b", "mailto:x@y.example")

    assert mapped(client, site) == ["/", "/a", "/b"]


def test_sitemap_of_an_unusual_name_is_found(client: Client, site: Site) -> None:
    site.page("/")
    site.put("/sitemap_index.xml", sitemap_index(site.url("/deep.xml")), kind="text/xml")
    site.put("/deep.xml", url_set(site.url("/deep")), kind="text/xml")

    assert "/deep" in mapped(client, site)


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "ftp://x.example"}, {"limit": 0}, {"limit": 5001}, {"sitemap": "maybe"}, {"search": "x" * 201},
        {"includeLinks": "yes"}, {"depth": 1},
    ],
)  # fmt: skip
def test_wrong_options_are_refused(client: Client, site: Site, spent: Spent, wrong: dict[str, Any]) -> None:
    answer = client.post("/v1/web/map", {"url": site.url(), **wrong})

    assert answer.status_code == 400 and answer.json()["error"]["code"] == "VALIDATION_ERROR"
    assert answer.json()["error"]["details"][0]["field"] in wrong and spent() == 0


@pytest.mark.parametrize("options", [{}, {"search": "x"}])
@pytest.mark.parametrize("url", ["http://127.0.0.1:4/", None])
def test_site_that_does_not_answer_is_a_failure_that_costs_nothing(
    client: Client, site: Site, spent: Spent, url: str | None, options: dict[str, str]
) -> None:
    answer = client.post("/v1/web/map", {"url": url or site.url("/missing"), **options})

    assert answer.status_code == 502 and answer.json()["error"]["code"] == "UPSTREAM_UNREACHABLE" and spent() == 0
