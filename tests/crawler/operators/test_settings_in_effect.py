"""What Scrapy users set, seen from the site that is crawled."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.crawler.operators.conftest import Runs
from tests.sites.site import Site


def starts(site: Site) -> list[float]:
    """When each page was asked for."""
    return sorted(visit.at for visit in site.visits if visit.target not in ("/robots.txt", "/sitemap.xml"))


def gaps(site: Site) -> list[float]:
    return [later - earlier for earlier, later in pairwise(starts(site))]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"CLOSESPIDER_TIMEOUT": 0.5}, "closespider_timeout"),
        ({"CLOSESPIDER_ITEMCOUNT": 5}, "closespider_itemcount"),
        ({"CLOSESPIDER_PAGECOUNT": 6}, "closespider_pagecount"),
        ({"CLOSESPIDER_TIMEOUT_NO_ITEM": 1}, "closespider_timeout_no_item"),
        ({"CLOSESPIDER_PAGECOUNT_NO_ITEM": 1, "CONCURRENT_REQUESTS": 1}, "closespider_pagecount_no_item"),
        ({"MEMUSAGE_LIMIT_MB": 1, "MEMUSAGE_CHECK_INTERVAL_SECONDS": 0.3}, "memusage_exceeded"),
    ],
)
def test_spider_closes_soon_and_writes_its_feed(runs: Runs, site: Site, settings: dict[str, Any], reason: str) -> None:
    paths = site.tree(5, width=4)
    site.page("/", *paths[1:], *(f"/slow{number}" for number in range(20)))
    for number in range(20):
        site.page(f"/slow{number}", seconds=25)

    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert run.reason == reason, run
    assert run.seconds < 20 and len(run.rows) == run.stats.get("item_scraped_count", 0)
    assert not any("Traceback" in line for line in run.lines), run.lines


def test_failed_pages_count_as_errors(runs: Runs, site: Site) -> None:
    site.page("/", *(f"/broken{number}" for number in range(30)))
    for number in range(30):
        site.put(f"/broken{number}", "", status=500)

    settings = {"CLOSESPIDER_ERRORCOUNT": 3, "RETRY_TIMES": 0, "CONCURRENT_REQUESTS": 2}
    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert run.reason == "closespider_errorcount" and len(site.visits) < 12
    assert run.stats["spider_exceptions/count"] >= 3 and len(run.rows) == 1


@pytest.mark.parametrize(
    ("settings", "least"),
    [
        ({"DOWNLOAD_DELAY": 0.3, "DOWNLOAD_DELAY_JITTER": 0}, 0.28),
        ({"DOWNLOAD_DELAY": 0.4, "RANDOMIZE_DOWNLOAD_DELAY": True}, 0.18),
        ({"AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_START_DELAY": 0.6, "AUTOTHROTTLE_TARGET_CONCURRENCY": 0.5}, 0.25),
        ({"DOWNLOAD_SLOTS": {"127.0.0.1": {"delay": 0.3, "jitter": 0}}}, 0.28),
    ],
)
def test_requests_keep_their_distance(runs: Runs, site: Site, settings: dict[str, Any], least: float) -> None:
    site.tree(6, width=5, seconds=0.2)

    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    # A request that arrives late, on a busy machine, is nearer to the next one.
    assert len(run.rows) == 6 and min(gaps(site)) >= least / 2 and sum(gaps(site)) >= 0.9 * 5 * least, gaps(site)


def test_autothrottle_slows_down_with_the_site(runs: Runs, site: Site) -> None:
    site.tree(7, width=6, seconds=0.4)

    settings = {"AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_START_DELAY": 0.1}
    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert len(run.rows) == 7 and max(gaps(site)[-3:]) > 0.3, gaps(site)


def test_waiting_for_a_delay_takes_nothing_from_a_page_s_time(runs: Runs, site: Site) -> None:
    site.tree(5, width=4)

    settings = {"DOWNLOAD_DELAY": 1, "DOWNLOAD_DELAY_JITTER": 0}
    urls = ",".join(site.url(path) for path in ("/", "/p1", "/p2", "/p3", "/p4"))
    run = runs.run("batch", settings, urls=urls, scrapeOptions='{"timeout": 3000}')

    assert len(run.rows) == 5, run.lines


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        ({"CONCURRENT_REQUESTS": 2}, 2),
        ({"CONCURRENT_REQUESTS_PER_DOMAIN": 3}, 3),
        ({"CONCURRENT_REQUESTS": 12, "CONCURRENT_REQUESTS_PER_DOMAIN": 12}, 12),
        ({}, 8),
    ],
)
def test_as_many_at_a_time_as_the_operator_says(runs: Runs, site: Site, settings: dict[str, Any], most: int) -> None:
    total = 2 * most + 2
    site.tree(total, width=total - 1, seconds=1)

    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert len(run.rows) == total and site.most_at_a_time == most


def test_depth_limit_stops_the_crawl(runs: Runs, site: Site) -> None:
    site.tree(13, width=3)

    run = runs.run("crawl", {"DEPTH_LIMIT": 1, "DEPTH_STATS_VERBOSE": True}, url=site.url(), sitemap="skip")
    nearer = runs.run("crawl", {"DEPTH_LIMIT": 2}, url=site.url(), sitemap="skip", maxDepth="0")

    assert len(run.rows) == 4 and len(nearer.rows) == 1
    assert run.stats["request_depth_max"] == 1 and run.stats["request_depth_count/1"] == 3


def test_http_cache_serves_plain_pages(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.tree(4, width=3)
    site.redirect("/p1", "/elsewhere")
    site.page("/elsewhere")
    settings = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path)}

    first = runs.run("crawl", settings, url=site.url())
    visited = len(site.visits)
    again = runs.run("crawl", settings, url=site.url())

    assert len(site.visits) == visited and again.stats["httpcache/hit"] >= 5
    assert len(first.rows) == len(again.rows) == 4
    assert {row["url"]: row["markdown"] for row in first.rows} == {row["url"]: row["markdown"] for row in again.rows}


def test_http_cache_leaves_rendered_pages_alone(runs: Runs, site: Site, tmp_path: Path, browser: str) -> None:
    script = "<script>document.querySelector('h1').textContent = 'Rendered ' + navigator.language</script>"
    site.put("/app", f"<html><body><h1>Plain</h1>{script}</body></html>", kind="text/html")
    settings = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path)}

    found = [
        runs.run("scrape", settings, url=site.url("/app"), renderJs=render)
        for render in ("false", "true", "true", "false")
    ]

    assert all(run.rows for run in found), [run.lines for run in found]
    assert ["Rendered" in run.rows[0]["markdown"] for run in found] == [False, True, True, False]
    assert [run.stats.get("orbweaver/rendered", 0) for run in found] == [0, 1, 1, 0]


def test_cookies_retries_and_timeouts_are_the_operator_s(runs: Runs, site: Site) -> None:
    site.put("/broken", "", status=503)
    site.page("/slow", seconds=40)

    twice = runs.run("scrape", {"RETRY_TIMES": 1}, url=site.url("/broken"))
    once = runs.run("scrape", {"RETRY_ENABLED": False}, url=site.url("/broken"))
    late = runs.run("scrape", {"DOWNLOAD_TIMEOUT": 0.5, "COOKIES_ENABLED": False}, url=site.url("/slow"))

    assert len(site.seen("/broken")) == 3 and twice.stats["orbweaver/retried"] == 1
    assert "orbweaver/retried" not in once.stats and late.seconds < 20
    assert ["ERROR Failed: " in run.lines[-1] for run in (twice, once, late)] == [True] * 3
    assert not any("Traceback" in line for run in (twice, once, late) for line in run.lines)


def test_user_agent_is_the_operator_s(runs: Runs, site: Site) -> None:
    site.page("/")

    runs.run("scrape", {"USER_AGENT": "Tester/1"}, url=site.url())

    assert site.visits[0].headers["user-agent"] == "Tester/1"


def test_links_are_followed_as_the_operator_says(runs: Runs, site: Site) -> None:
    long = f"/{'long' * 20}"
    site.page("/", "/a", "/b", long)
    for path in ("/a", "/b", long):
        site.page(path)

    def paths(settings: dict[str, Any]) -> set[str]:
        run = runs.run("crawl", settings, url=site.url(), sitemap="skip")
        return {row["url"].removeprefix(site.url().rstrip("/")) for row in run.rows}

    assert paths({"URLLENGTH_LIMIT": 80}) == {"/", "/a", "/b"}
    assert paths({"DUPEFILTER_CLASS": "tests.crawler.operators.components.SeenB"}) == {"/", "/a", long}
    assert paths({"CRAWLSPIDER_FOLLOW_LINKS": False}) == {"/"}


@pytest.mark.parametrize(("priority", "order"), [(1, ["/", "/a", "/b", "/a/deep"]), (-1, ["/", "/a", "/a/deep", "/b"])])
def test_depth_priority_turns_the_order(runs: Runs, site: Site, priority: int, order: list[str]) -> None:
    site.page("/", "/a", "/b")
    site.page("/a", "/a/deep")
    site.page("/b")
    site.page("/a/deep")

    settings = {"DEPTH_PRIORITY": priority, "CONCURRENT_REQUESTS": 1}
    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert [row["url"].removeprefix(site.url().rstrip("/")) or "/" for row in run.rows] == order


def test_statuses_that_the_operator_leaves_out_fail(runs: Runs, site: Site) -> None:
    site.page("/", "/missing", "/gone")
    site.put("/missing", "<h1>Missing</h1>" + "words " * 200, kind="text/html", status=404)
    site.put("/gone", "<h1>Gone</h1>" + "words " * 200, kind="text/html", status=410)

    settings = {"HTTPERROR_ALLOW_ALL": False, "HTTPERROR_ALLOWED_CODES": "410"}
    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert run.lines == [f"WARNING Failed: {site.url('/missing')}: Ignoring non-200 response"]
    assert len(run.rows) == 1 and run.stats["item_dropped_count"] == 1, "the other one is read, and is no page"


def test_robots_txt_may_bind_batches_too(runs: Runs, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /no\n")
    site.page("/no")
    site.page("/yes")
    urls = f"{site.url('/no')},{site.url('/yes')}"

    free = runs.run("batch", {}, urls=urls)
    bound = runs.run("batch", {"ROBOTSTXT_OBEY": True}, urls=urls)

    assert len(free.rows) == 2 and [row["url"] for row in bound.rows] == [site.url("/yes")]


def test_files_pipeline_downloads_what_an_operator_chooses(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.page("/", "/report.bin")
    site.put("/report.bin", b"\x00report", kind="application/octet-stream")
    own = {"tests.crawler.operators.components.LinkedFiles": 400}

    run = runs.run("crawl", {"ITEM_PIPELINES": own, "FILES_STORE": str(tmp_path)}, url=site.url(), maxDepth="0")

    assert run.stats.get("file_count") == 1, run
    assert [path.read_bytes() for path in tmp_path.rglob("*.bin")] == [b"\x00report"]
