"""Components of the operator's own beside ours, and the signals that they see."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from tests.crawler.operators.conftest import Runs
from tests.sites.site import Site

OWN = "tests.crawler.operators.components"


def test_components_are_added_to_ours(runs: Runs, site: Site) -> None:
    site.page("/", "/a", "/missing", "/broken")
    site.page("/a")
    site.put("/broken", "", status=500)
    # As on the command line: a string of JSON.
    added = {
        "ITEM_PIPELINES": json.dumps({f"{OWN}.Pipeline": 400}),
        "DOWNLOADER_MIDDLEWARES": json.dumps({f"{OWN}.DownloaderMiddleware": 820}),
        "SPIDER_MIDDLEWARES": json.dumps({f"{OWN}.SpiderMiddleware": 500}),
        "EXTENSIONS": json.dumps({f"{OWN}.Extension": 0}),
        "SCHEDULER": "scrapy.core.scheduler.Scheduler",
        "RETRY_TIMES": 0,
    }

    run = runs.run("crawl", added, url=site.url(), sitemap="skip")

    own = {name.removeprefix("own/"): count for name, count in run.stats.items() if name.startswith("own/")}
    assert own == {
        "pipeline/ScrapeResult": 2, "requests": 5, "outputs": 3, "item_scraped": 2, "item_dropped": 1,
        "spider_error": 1, "response_received": 5, "spider_closed": 1,
    }  # fmt: skip
    assert len(run.rows) == 2 and run.stats["item_scraped_count"] == 2 and run.stats["item_dropped_count"] == 1
    assert run.stats["scheduler/enqueued"] == run.stats["scheduler/dequeued"] == 4


@pytest.mark.parametrize(
    ("added", "pages"),
    [
        ({"ITEM_PIPELINES": {f"{OWN}.DroppingPipeline": 200}}, 0),
        ({"ITEM_PIPELINES": {f"{OWN}.ReplacingPipeline": 400}}, 5),
        ({"SPIDER_MIDDLEWARES": {f"{OWN}.DroppingSpiderMiddleware": 500}}, 1),
    ],
)
def test_crawl_ends_although_a_component_drops_pages(runs: Runs, site: Site, added: dict[str, Any], pages: int) -> None:
    site.tree(5, width=4)

    run = runs.run("crawl", added, url=site.url(), sitemap="skip")

    assert run.reason == "finished" and len(run.rows) == pages and run.seconds < 20


def test_crawl_that_is_stopped_as_soon_as_it_has_begun_does_not_wait_for_its_pages(runs: Runs, site: Site) -> None:
    site.page("/slow", seconds=25)
    site.page("/quick")
    added = {"EXTENSIONS": {f"{OWN}.StoppingExtension": 0}, "SCHEDULER": "scrapy.core.scheduler.Scheduler"}

    run = runs.run("batch", added, urls=f"{site.url('/slow')},{site.url('/quick')}")

    assert run.reason == "shutdown" and run.seconds < 20, run


def test_feed_keeps_the_chosen_fields(runs: Runs, site: Site) -> None:
    site.page("/")

    run = runs.run("scrape", {"FEED_EXPORT_FIELDS": ["url", "markdown"]}, url=site.url())

    assert [set(row) for row in run.rows] == [{"url", "markdown"}]


def test_failure_that_is_known_is_one_line(runs: Runs, site: Site) -> None:
    site.put("/picture", b"\x89PNG\r\n\x1a\n" + bytes(500), kind="image/png")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}/"
        refused = runs.run("scrape", {"RETRY_TIMES": 0}, url=url)
        unmapped = runs.run("map", {"RETRY_TIMES": 0}, url=url)
    unread = runs.run("scrape", url=site.url("/picture"))

    site.page("/slow", seconds=9)
    cut = runs.run("scrape", {"CLOSESPIDER_TIMEOUT": 0.5}, url=site.url("/slow"))

    assert cut.lines == [f"ERROR Cut off by the closing spider: {site.url('/slow')}"]
    for run in (refused, unread, unmapped):
        [line] = [line for line in run.lines if not line.startswith("ERROR Gave up")]
        assert line.startswith("ERROR ") and "\n" not in line
    assert unmapped.stats["spider_exceptions/count"] == 1
