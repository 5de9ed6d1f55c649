"""JOBDIR: a crawl or batch that was closed continues where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crawler.operators.conftest import Runs
from tests.sites.site import Site, url_set


def fetched_twice(site: Site) -> list[str]:
    return [path for path, count in site.counts().items() if count > 1 and path != "/robots.txt"]


@pytest.mark.parametrize("spider", ["crawl", "batch"])
def test_resumed_job_fetches_no_finished_page_again(runs: Runs, site: Site, tmp_path: Path, spider: str) -> None:
    paths = site.tree(31, width=5, seconds=0.05)
    kept = {"JOBDIR": str(tmp_path), "CONCURRENT_REQUESTS": 4}
    if spider == "crawl":
        arguments = {"url": site.url(), "limit": "25"}
    else:
        arguments = {"urls": ",".join(site.url(path) for path in paths[:25])}

    parts = [runs.run(spider, {**kept, "CLOSESPIDER_ITEMCOUNT": most}, **arguments) for most in (7, 9, 0, 0)]

    rows = [row["url"] for part in parts for row in part.rows]
    assert [part.reason for part in parts] == ["closespider_itemcount"] * 2 + ["finished"] * 2
    assert len(rows) == len(set(rows)) == 25 and not fetched_twice(site)
    assert all(part.rows for part in parts[:3]) and not parts[3].rows


def test_page_that_was_cut_off_is_fetched_again(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.page("/", "/slow", "/quick")
    site.page("/quick")
    site.page("/slow", seconds=20)
    kept = {"JOBDIR": str(tmp_path)}

    first = runs.run("crawl", {**kept, "CLOSESPIDER_ITEMCOUNT": 2}, url=site.url(), sitemap="skip")
    site.page("/slow")
    second = runs.run("crawl", kept, url=site.url(), sitemap="skip")

    assert len(first.rows) == 2 and [row["url"] for row in second.rows] == [site.url("/slow")]
    assert not any("Failed" in line for line in first.lines)


def test_sitemap_that_was_cut_off_is_read_again(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.page("/")
    site.page("/listed")
    site.page("/sitemap.xml", seconds=20)
    kept = {"JOBDIR": str(tmp_path)}

    first = runs.run("crawl", {**kept, "CLOSESPIDER_TIMEOUT": 3}, url=site.url())
    site.put("/sitemap.xml", url_set(site.url("/listed")), kind="application/xml")
    second = runs.run("crawl", kept, url=site.url())

    assert len(first.rows) == 1 and [row["url"] for row in second.rows] == [site.url("/listed")]


def test_limit_may_grow_when_a_job_is_resumed(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.tree(10, width=9)
    kept = {"JOBDIR": str(tmp_path)}

    first = runs.run("crawl", kept, url=site.url(), sitemap="skip", limit="3")
    second = runs.run("crawl", kept, url=site.url(), sitemap="skip", limit="8")

    assert len(first.rows) == 3 and len(second.rows) == 5 and not fetched_twice(site)
