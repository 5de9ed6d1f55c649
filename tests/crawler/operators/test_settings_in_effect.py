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
def test_spider_closes_soon_and_writes_its_feed(
    runs: Runs, site: Site, settings: dict[str, Any], reason: str
) -> None:
    paths = site.tree(5, width=4)
    site.page("/", *paths[1:], *(f"/slow{number}" for number in range(20)))
    for number in range(20):
        site.page(f"/slow{number}", seconds=25)

    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert run.reason == reason, run
    assert run.seconds < 4.5 and len(run.rows) == run.stats.get("item_scraped_count", 0)
    assert not any("Traceback" in line for line in run.lines), run.lines


def test_failed_pages_count_as_errors(runs: Runs, site: Site) -> None:
    site.page("/", *(f"/broken{number}" for number in range(30)))
    for number in range(30):
        site.put(f"/broken{number}", "", status=500)

    settings = {"CLOSESPIDER_ERRORCOUNT": 3, "RETRY_TIMES": 0, "CONCURRENT_REQUESTS": 2}
    run = runs.run("crawl", settings, url=site.url(), sitemap="skip")

    assert run.reason == "closespider_errorcount" and len(site.visits) < 12
    assert run.stats["spider_exceptions/count"] >= 3 and len(run.rows) == 1
