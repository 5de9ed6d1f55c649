"""Extracts against loopback sites, without a model: which pages are extracted, in which order, and what is reported."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import pytest
from aiohttp import web

from tests.crawler.conftest import Bench
from tests.sites import pages
from tests.sites.origin import Origin
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

PRODUCT = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "price": {"type": "number"}, "currency": {"type": "string"}},
    "required": ["name", "price"],
}
ARTICLE = {"type": "object", "properties": {"headline": {"type": "string"}, "author": {"type": "string"}}}
JOB = {"type": "object", "properties": {"title": {"type": "string"}, "company": {"type": "string"}}}


def html(declared: dict[str, Any] | None, *links: str, body: str = "") -> str:
    data = f'<script type="application/ld+json">{json.dumps(declared)}</script>' if declared else ""
    anchors = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    head = f"<!doctype html><html><head><title>Shop</title>{data}</head>"
    return f"{head}<body><main>{body}{PARAGRAPHS}<ul>{anchors}</ul></main></body></html>"


def product(name: str, price: float = 12.5, sku: str | None = None) -> dict[str, Any]:
    offers = {"@type": "Offer", "price": price, "priceCurrency": "EUR"}
    known = {"sku": sku} if sku else {}
    return {"@context": "https://schema.org", "@type": "Product", "name": name, "offers": offers, **known}


def put_product(site: Site, path: str, name: str, *links: str, **about: Any) -> None:
    body = f"<h1>{name}</h1><p>{about.get('price', 12.5)} EUR</p>"
    site.put(path, html(product(name, **about), *links, body=body), kind="text/html")


def extracted(engine: Bench, *urls: str, **options: Any) -> dict[str, Any]:
    answer = engine.extract(*urls, **{"schema": PRODUCT, **options})
    assert "data" in answer, answer
    data: dict[str, Any] = answer["data"]
    return data


def names(data: dict[str, Any]) -> list[str | None]:
    return [page["data"]["name"] if page["data"] else None for page in data["results"]]


def test_pages_are_answered_from_what_they_declare(open_engine: Bench, site: Site) -> None:
    put_product(site, "/chair", "Oak chair", price=129.5)

    data = extracted(open_engine, site.url("/chair"), showConfidence=True, showSources=True)

    [page] = data["results"]
    assert page["data"] == {"name": "Oak chair", "price": 129.5, "currency": "EUR"}
    assert (page["url"], page["error"]) == (site.url("/chair"), None)
    assert set(page["fields"]) == {"name", "price", "currency"}
    for proof in page["fields"].values():
        assert 0 <= proof["confidence"] <= 1 and (proof["evidence"] or proof["confidence"] <= 0.5)
    assert data["sources"] == [site.url("/chair")] and "collection" not in data and "warning" not in data
    assert data["usage"]["freshness"] == "fresh"


def test_page_with_little_text_is_answered_from_what_it_declares(open_engine: Bench, site: Site) -> None:
    declared = json.dumps(product("Oak chair"))
    site.put("/a", f'<script type="application/ld+json">{declared}</script><h1>Oak chair</h1>', kind="text/html")

    assert names(extracted(open_engine, site.url("/a"))) == ["Oak chair"]


def test_scopes_take_turns_at_the_limit(open_engine: Bench, site: Site) -> None:
    for scope in ("/a/", "/b/"):
        paths = [f"{scope}{number}" for number in range(20)]
        put_product(site, scope, scope, *paths)
        for path in paths:
            put_product(site, path, path)
    site.put("/sitemap.xml", _sitemap(site, *(f"/a/{number}" for number in range(20))), kind="application/xml")

    data = extracted(open_engine, site.url("/a/*"), site.url("/b/*"), limit=12)

    assert sum(page["url"].startswith(site.url("/b/")) for page in data["results"]) >= 4


def test_address_that_is_not_public_is_reported_in_its_entry(open_engine: Bench, site: Site) -> None:
    put_product(site, "/a", "A")
    site.redirect("/away", "http://[::1]/secret")

    data = extracted(open_engine, site.url("/away"), site.url("/a"))

    assert names(data) == [None, "A"] and data["results"][0]["error"].startswith("The address of ::1 is blocked")


@pytest.mark.parametrize(
    ("schema", "declared", "expected"),
    [
        (
            ARTICLE,
            {"@type": "NewsArticle", "headline": "Oak is back", "author": {"@type": "Person", "name": "Ada Lee"}},
            {"headline": "Oak is back", "author": "Ada Lee"},
        ),
        (
            JOB,
            {"@type": "JobPosting", "title": "Joiner", "hiringOrganization": {"@type": "Organization", "name": "Acme"}},
            {"title": "Joiner", "company": "Acme"},
        ),
    ],
)
def test_articles_and_jobs(open_engine: Bench, site: Site, schema: Any, declared: Any, expected: Any) -> None:
    body = f"<h1>{expected.get('headline') or expected['title']}</h1><p>{[*expected.values()][1]}</p>"
    site.put("/a", html({"@context": "https://schema.org", **declared}, body=body), kind="text/html")

    data = extracted(open_engine, site.url("/a"), schema=schema)

    assert data["results"][0]["data"] == expected


def test_optional_parts_of_the_answer_are_left_out(open_engine: Bench, site: Site) -> None:
    put_product(site, "/a", "A")

    data = extracted(open_engine, site.url("/a"))

    assert set(data) == {"results", "usage"} and set(data["results"][0]) == {"url", "data", "error", "errorCode"}


def test_scope_extracts_what_sitemap_and_links_lead_to(open_engine: Bench, site: Site) -> None:
    put_product(site, "/shop/", "Index", "/shop/a", "/about", "/shopping", "http://127.0.0.2/shop/x")
    put_product(site, "/shop/a", "A", "/shop/deep/b#reviews", "/shop/a?utm_source=x")
    put_product(site, "/shop/deep/b", "B")
    put_product(site, "/shop/hidden", "Hidden")
    for path in ("/about", "/shopping", "/elsewhere"):
        put_product(site, path, "Outside")
    site.put("/sitemap.xml", _sitemap(site, "/shop/hidden", "/elsewhere", "/shop/a"), kind="application/xml")
    put_product(site, "/first", "First")

    data = extracted(open_engine, site.url("/shop/*"), site.url("/first"), showSources=True)

    assert names(data)[0] == "First" and sorted(map(str, names(data)[1:])) == ["A", "B", "Hidden", "Index"]
    assert sorted(data["sources"]) == sorted(
        site.url(path) for path in ("/first", "/shop/", "/shop/a", "/shop/deep/b", "/shop/hidden")
    )
    assert data["sources"][0] == site.url("/first") and "warning" not in data
    assert all(count == 1 for count in site.counts().values())
    assert not {"/about", "/shopping", "/elsewhere"} & set(site.counts())


def _sitemap(site: Site, *paths: str) -> str:
    rows = "".join(f"<url><loc>{site.url(path)}</loc></url>" for path in paths)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'


def test_entries_that_lead_to_one_page_give_one_result(open_engine: Bench, site: Site) -> None:
    put_product(site, "/a/", "Index", "/a/b", "/a/c", "/a/old")
    put_product(site, "/a/b", "B")
    put_product(site, "/a/c", "C")
    site.redirect("/a/old", "/a/c")
    entries = ["/a/b", "/a/b?utm_source=mail#part", "/a/*", "/a/"]

    data = extracted(open_engine, *map(site.url, entries))

    assert sorted(page["url"] for page in data["results"]) == [site.url(path) for path in ("/a/", "/a/b", "/a/c")]
    assert [page["url"] for page in data["results"]][:2] == [site.url("/a/b"), site.url("/a/")]


def test_robots_txt_applies_to_found_pages_only(open_engine: Bench, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /a/private\n")
    put_product(site, "/a/", "Index", "/a/private/b", "/a/c")
    put_product(site, "/a/private/b", "B")
    put_product(site, "/a/private/given", "Given")
    put_product(site, "/a/c", "C")

    data = extracted(open_engine, site.url("/a/private/given"), site.url("/a/*"))

    assert names(data)[0] == "Given" and sorted(map(str, names(data)[1:])) == ["C", "Index"]
    assert "/a/private/b" not in site.counts()


def test_scope_whose_start_robots_txt_disallows_is_reported(open_engine: Bench, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /\n")
    put_product(site, "/a/", "Index")

    [page] = extracted(open_engine, site.url("/a/*"))["results"]

    assert page["url"] == site.url("/a/*") and "robots.txt does not allow" in page["error"]
    assert "/a/" not in site.counts()


def test_limit_is_exact_and_reported_in_a_warning(open_engine: Bench, site: Site) -> None:
    put_product(site, "/", "Index", *(f"/p{number}" for number in range(30)))
    for number in range(30):
        put_product(site, f"/p{number}", f"P{number}")

    data = extracted(open_engine, site.url("/*"), limit=7)

    assert len(data["results"]) == 7 and data["warning"].startswith("The limit of 7 pages was reached.")
    assert sum(path.startswith("/p") or path == "/" for path in site.counts()) == 7


def test_missing_start_of_a_scope_takes_no_slot_of_the_limit(open_engine: Bench, site: Site) -> None:
    for path in ("/shop/a", "/shop/b", "/shop/c"):
        put_product(site, path, path)
    site.put("/sitemap.xml", _sitemap(site, "/shop/a", "/shop/b", "/shop/c"), kind="application/xml")

    data = extracted(open_engine, site.url("/shop/*"), limit=2)

    assert len(data["results"]) == 2 and None not in names(data)
    assert data["warning"] == "The limit of 2 pages was reached. Known pages that were not extracted: 1."


def test_limit_applies_to_given_pages_too(open_engine: Bench, site: Site) -> None:
    for path in ("/a", "/b"):
        put_product(site, path, path)

    data = extracted(open_engine, site.url("/a"), site.url("/b"), limit=1)

    assert [page["error"] for page in data["results"]] == [None, "The page was not fetched: limit is 1."]


def test_start_without_slash_and_missing_start(open_engine: Bench, site: Site) -> None:
    put_product(site, "/shop", "Index", "/shop/a")
    put_product(site, "/shop/a", "A")

    data = extracted(open_engine, site.url("/shop/*"), site.url("/nothing/*"))

    assert names(data) == ["Index", "A", None]
    assert data["results"][2]["url"] == site.url("/nothing/*")
    assert data["results"][2]["error"] == "The origin returned HTTP 404."


def test_redirect_out_of_a_scope_is_not_followed(open_engine: Bench, site: Site) -> None:
    site.redirect("/old/", "/")
    put_product(site, "/", "Home", "/old/a")
    put_product(site, "/b/", "B index", "/b/moved")
    site.redirect("/b/moved", "/")

    data = extracted(open_engine, site.url("/old/*"), site.url("/b/*"))

    assert [(page["url"], page["data"] is not None) for page in data["results"]] == [
        (site.url("/b/"), True), (site.url("/old/*"), False),
    ]  # fmt: skip
    assert "outside of the scope" in data["results"][1]["error"]


def test_failed_and_empty_pages_are_reported_each(open_engine: Bench, site: Site) -> None:
    put_product(site, "/good", "Good")
    site.put("/missing", html(product("Missing")), kind="text/html", status=404)
    site.put("/broken", html(None), kind="text/html", status=500)
    site.put("/empty", "", kind="text/html")
    site.put(
        "/wall",
        "<html><head><title>Just a moment...</title></head><body id='challenge-running'>Wait</body></html>",
        kind="text/html",
    )
    site.put("/other", html(None, body="<h1>About us</h1>"), kind="text/html")
    site.put("/image.png", b"\x89PNG\r\n\x1a\n" + bytes(2_000), kind="image/png")
    paths = ["/good", "/missing", "/broken", "/empty", "/wall", "/other", "/image.png"]

    data = extracted(open_engine, *map(site.url, paths), showConfidence=True)

    errors = {page["url"].removeprefix(site.base): page["error"] for page in data["results"]}
    assert list(errors) == paths and errors["/good"] is None
    assert (
        errors["/missing"] == "The origin returned HTTP 404." and errors["/broken"] == "The origin returned HTTP 500."
    )
    assert "empty body" in errors["/empty"] and "bot check" in errors["/wall"]
    assert "ORBWEAVER_LLM_BASE_URL" in errors["/other"]
    assert [page["errorCode"] for page in data["results"]] == [
        None, "HTTP_4XX", "HTTP_5XX", "UPSTREAM_UNREACHABLE", "BLOCKED", "SERVICE_UNAVAILABLE", "EMPTY",
    ]  # fmt: skip
    assert all(page["data"] is None and page["fields"] == {} for page in data["results"][1:])


def test_call_fails_if_no_page_could_be_answered_without_a_model(open_engine: Bench, site: Site) -> None:
    site.put("/other", html(None, body="<h1>About us</h1>"), kind="text/html")

    answer = open_engine.extract(site.url("/other"), site.url("/missing"), schema=PRODUCT)

    assert answer["error"]["code"] == "SERVICE_UNAVAILABLE" and "ORBWEAVER_LLM_MODEL" in answer["error"]["message"]


@pytest.fixture
def searching_engine(site: Site) -> Any:
    """An engine whose only search engine fails."""
    site.put("/search", "no", kind="text/plain", status=500)
    bench = Bench(
        ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_SEARCH_PROVIDER="searxng", ORBWEAVER_SEARXNG_URL=site.base
    )
    yield bench
    bench.close()


def test_failed_search_fails_the_call_only_if_there_is_no_page(searching_engine: Bench, site: Site) -> None:
    put_product(site, "/a", "A")
    options: dict[str, Any] = {"schema": PRODUCT, "prompt": "Chairs", "enableWebSearch": True}

    answer = searching_engine.extract(**options)
    data = searching_engine.extract(site.url("/a"), **options)["data"]

    assert answer["error"]["code"] == "SERVICE_UNAVAILABLE"
    assert "No search engine answered" in answer["error"]["message"]
    assert names(data) == ["A"] and "The web search failed: No search engine answered" in data["warning"]


def test_prompt_without_a_model_fails_before_any_fetch(open_engine: Bench, site: Site) -> None:
    answer = open_engine.extract(site.url("/a"), prompt="The prices")

    assert answer["error"]["code"] == "SERVICE_UNAVAILABLE" and site.visits == []


def test_entities_are_merged(open_engine: Bench, site: Site) -> None:
    put_product(site, "/a", "Oak chair", sku="OAK-1")
    put_product(site, "/b", "Oak chair", sku="OAK-1")
    put_product(site, "/c", "Elm table", sku="ELM-2")
    schema = {"type": "object", "properties": {**PRODUCT["properties"], "sku": {"type": "string"}}}  # type: ignore[dict-item]

    data = extracted(open_engine, *map(site.url, ("/a", "/b", "/c")), schema=schema, mergeEntities=True)

    assert [(row["data"]["name"], row["sources"]) for row in data["collection"]] == [
        ("Oak chair", [site.url("/a"), site.url("/b")]), ("Elm table", [site.url("/c")]),
    ]  # fmt: skip


def test_pdf_is_extracted(open_engine: Bench, site: Site) -> None:
    site.put("/list.pdf", pages.pdf("Price list", "Name: Oak chair", "Price: 129.50 EUR"), kind="application/pdf")
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}

    answer = open_engine.extract(site.url("/list.pdf"), schema=schema)

    # A page without markup may need the model. Either way the answer says so.
    assert "data" in answer or "language model" in answer["error"]["message"], answer


def test_crawl_delay_is_obeyed(open_engine: Bench, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 1\n")
    put_product(site, "/", "Index", "/a", "/b")
    for path in ("/a", "/b"):
        put_product(site, path, path)

    assert len(extracted(open_engine, site.url("/*"))["results"]) == 3

    at = sorted(visit.at for visit in site.visits if visit.target in ("/", "/a", "/b"))
    # A request that arrives late, on a busy machine, is nearer to the next one.
    assert all(later - earlier > 0.5 for earlier, later in itertools.pairwise(at)) and at[-1] - at[0] > 1.8


@pytest.fixture
def hurried_engine(origin: Origin) -> Any:
    """An engine whose calls must be answered within 8 seconds."""
    bench = Bench(ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_SYNC_BUDGET_SECONDS="8")
    bench.run(origin.url("/article"))  # Starts the readers, which takes seconds on a busy machine.
    yield bench
    bench.close()


def test_slow_pages_are_reported_and_do_not_delay_the_others(hurried_engine: Bench, site: Site) -> None:
    async def never(request: web.Request) -> web.Response:
        await asyncio.sleep(60)
        return web.Response()

    put_product(site, "/good", "Good")
    site.on("/slow", never)

    data = extracted(hurried_engine, site.url("/slow"), site.url("/good"))

    assert names(data) == [None, "Good"] and "time limit" in data["results"][0]["error"]
    assert data["warning"].startswith("The time limit of")
