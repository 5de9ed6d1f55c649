"""Scraped results of a search: all at once, a few per host, within one budget, and none of them fails the search."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web

from contract import limits
from tests.crawler.conftest import Bench
from tests.sites import site as sites
from tests.sites.origin import Origin
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

PAGE = (
    f"<!doctype html><html><head><title>Page</title></head><body><main><h1>Page</h1>{PARAGRAPHS}</main></body></html>"
)
# Pages that hang are waited for until four fifths of it have passed.
BUDGET_SECONDS = 15


@pytest.fixture(scope="module")
def server(origin: Origin) -> Iterator[Site]:
    """A SearXNG server."""
    with sites.opened(origin.loop) as made:
        yield made


@pytest.fixture(scope="module")
def engine(server: Site, origin: Origin) -> Iterator[Bench]:
    bench = Bench(
        ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_SEARCH_PROVIDER="searxng", ORBWEAVER_SEARXNG_URL=server.base,
        ORBWEAVER_SYNC_BUDGET_SECONDS=str(BUDGET_SECONDS),
    )  # fmt: skip
    bench.run(origin.url("/article"))  # Starts the readers, which takes seconds on a busy machine.
    yield bench
    bench.close()


def search(engine: Bench, server: Site, urls: list[str], **options: Any) -> dict[str, Any]:
    rows = [{"url": url, "title": f"Result {number}", "content": "Words"} for number, url in enumerate(urls)]
    server.put("/search", json.dumps({"results": rows}), kind="application/json")
    answer = engine.ask({"operation": "search", "query": "anything", "scrapeResults": True, **options})
    assert "data" in answer, answer
    found: dict[str, Any] = answer["data"]
    return found


async def slow(request: web.Request) -> web.Response:
    await asyncio.sleep(60)
    return web.Response()


async def waiting(request: web.Request) -> web.Response:
    await asyncio.sleep(0.3)
    return web.Response(text=PAGE, content_type="text/html")


def test_pages_that_fail_or_take_too_long_are_null(engine: Bench, server: Site, site: Site) -> None:
    site.put("/good", PAGE, kind="text/html")
    site.put("/gone", PAGE, kind="text/html", status=404)
    site.put("/failing", "no", kind="text/html", status=500)
    site.put("/photo", b"\x89PNG\r\n\x1a\n" + bytes(500), kind="image/png")
    site.put("/check", "<title>Just a moment...</title><body id='challenge-running'>Wait</body>", kind="text/html")
    site.put("/huge", b"<p>words</p>" * 2_000_000, kind="text/html")
    site.redirect("/loop", site.url("/loop"))
    site.on("/slow", slow)
    bad = ["gone", "failing", "photo", "check", "huge", "loop", "slow"]

    data = search(engine, server, [site.url(f"/{path}") for path in [*bad[:4], "good", *bad[4:]]])

    assert [result["rank"] for result in data["results"]] == list(range(1, 9))
    assert {result["url"] for result in data["results"] if result["data"]} == {site.url("/good")}
    errors = {result["url"].rpartition("/")[2]: result["error"] for result in data["results"]}
    assert errors.pop("good") is None and all(errors.values())
    codes = {result["url"].rpartition("/")[2]: result["errorCode"] for result in data["results"]}
    assert codes.pop("good") is None and codes["gone"] == "HTTP_4XX" and codes["failing"] == "HTTP_5XX"
    assert codes["check"] == "BLOCKED" and codes["slow"] == "REQUEST_TIMEOUT"
    assert errors["gone"] == "HTTP 404" and errors["slow"] == "The page was not scraped in time."


def test_results_are_scraped_at_the_same_time_and_a_few_per_host(engine: Bench, server: Site, site: Site) -> None:
    for number in range(15):
        site.on(f"/{number}", waiting)

    data = search(engine, server, [site.url(f"/{number}") for number in range(15)], limit=15)

    assert all(result["data"] for result in data["results"])
    assert 2 <= site.most_at_a_time <= limits.HOST_REQUESTS_MAX


def test_scrape_options_apply_to_every_result(engine: Bench, server: Site, site: Site) -> None:
    site.put(
        "/", f"<main><h1>Page</h1><p>See <a href='/next'>the next one</a>.</p>{PARAGRAPHS}</main>", kind="text/html"
    )
    options = {"formats": ["markdown", "links"], "includeLinks": True, "headers": {"X-Own": "1"}}

    [result] = search(engine, server, [site.url("/")], scrapeOptions=options, includeDomains=["127.0.0.1"])["results"]

    assert f"({site.url('/next')})" in result["data"]["markdown"] and result["data"]["links"]["internal"]
    assert ("x-own", "1") in {(name.lower(), value) for name, value in site.visits[-1].headers.items()}
    assert result["data"]["usage"] == {"creditsUsed": 0, "creditsRemaining": 0, "freshness": "fresh"}


def test_headers_go_to_the_named_domains_only(engine: Bench, server: Site, site: Site) -> None:
    site.put("/", PAGE, kind="text/html")
    urls = [site.url("/").replace("127.0.0.1", "127.0.0.2"), site.url("/")]
    options = {"headers": {"Authorization": "Bearer mine"}}

    data = search(engine, server, urls, scrapeOptions=options, includeDomains=["127.0.0.1"])

    assert [result["url"] for result in data["results"]] == [site.url("/")]
    assert len(site.visits) == 1


def test_search_without_a_scraped_result_fails_if_the_model_is_missing(engine: Bench, server: Site, site: Site) -> None:
    site.put("/", PAGE, kind="text/html")
    site.put("/gone", PAGE, kind="text/html", status=404)
    rows = [{"url": site.url(path), "title": "Result", "content": "Words"} for path in ("/gone", "/")]
    server.put("/search", json.dumps({"results": rows}), kind="application/json")
    requested = {"formats": ["json"], "jsonOptions": {"prompt": "Who keeps the ledger?"}}

    answer = engine.ask(
        {"operation": "search", "query": "anything", "scrapeResults": True, "scrapeOptions": requested}
    )  # fmt: skip

    assert answer["error"]["code"] == "SERVICE_UNAVAILABLE" and "language model" in answer["error"]["message"]


def test_results_without_scraping_fetch_nothing(engine: Bench, server: Site, site: Site) -> None:
    data = search(engine, server, [site.url("/")], scrapeResults=False)

    assert [result["data"] for result in data["results"]] == [None] and site.visits == []
