"""The limits of crawl, batch and map options."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from contract import limits
from contract.declare import from_arguments, load, stored
from contract.errors import InvalidRequest
from contract.operations import BATCH, CRAWL, MAP
from contract.options.batch import BatchOptions, JobOptions
from contract.options.crawl import CrawlOptions
from contract.options.map import MapOptions
from contract.options.paging import Paging

URL = "https://example.com/"


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("limit", [1, 5_000], [0, 5_001, "5", 1.5, True]),
        ("maxDepth", [0, 10, None], [-1, 11]),
        ("includePaths", [[], ["/a"] * 50, ["^/blog/[0-9]+$"]], [["/a"] * 51, ["("], ["(?=a)"], ["a" * 501], [""], [5], "x"]),
        ("excludePaths", [["\\.pdf$"]], [["(?P<x"], ["\\1"]]),
        ("allowSubdomains", [True, False], ["true", 1]),
        ("allowExternalLinks", [True], [0]),
        ("ignoreQueryParameters", [True], ["yes"]),
        ("sitemap", ["skip", "include"], ["only", "", 1]),
        ("scrapeOptions", [{}, {"formats": ["links", "rawHtml"]}, {"formats": ["summary"]}, {"waitFor": 30_000}],
         [{"formats": ["json"]}, {"url": URL}, {"cacheOnly": True}, {"waitFor": 30_001}, []]),
        ("webhook", [URL, {"url": URL}, {"url": URL, "events": ["page"]}, {"url": URL, "secret": "whsec_MfKQ9r8GKYqrTwjU"}],
         ["ftp://a/", {}, {"url": URL, "events": ["started"]}, {"url": URL, "secret": "whsec_?"},
          {"url": URL, "secret": "whsec_"}, {"url": URL, "secret": "whsec_\u00fc\u00e8"}, {"url": URL, "secret": "QQ=="},
          {"url": URL, "more": 1}, 5]),
    ],
)  # fmt: skip
def test_crawl_options_at_their_edges(field: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        load(CrawlOptions, {"url": URL, field: value})
    for value in bad:
        with pytest.raises(InvalidRequest) as refused:
            load(CrawlOptions, {"url": URL, field: value})
        assert refused.value.details[0]["field"].startswith(field)  # type: ignore[index]


def test_a_bad_pattern_is_named() -> None:
    with pytest.raises(InvalidRequest, match=r"includePaths\[1\].*missing \)"):
        load(CrawlOptions, {"url": URL, "includePaths": ["/a", "(b"]})


def test_defaults_are_the_specifications() -> None:
    options = load(CrawlOptions, {"url": URL})

    assert (options.limit, options.max_depth, options.sitemap) == (100, None, "include")
    assert options.scrape_options.formats == ("markdown",) and options.webhook is None


def test_null_is_the_same_as_an_omitted_option() -> None:
    nulls = dict.fromkeys(("maxDepth", "includePaths", "excludePaths", "scrapeOptions", "webhook"))

    assert load(CrawlOptions, {"url": URL, **nulls}) == CrawlOptions(url=URL)


def test_a_webhook_may_be_given_as_a_url() -> None:
    hook = load(BatchOptions, {"urls": [URL], "webhook": URL}).webhook

    assert hook is not None and hook.url == URL and hook.events == ("page", "completed")


@pytest.mark.parametrize("urls", [[], [URL] * 1_001, ["ftp://example.com/"], [URL, "no"], URL, None])
def test_a_batch_has_one_to_a_thousand_addresses(urls: Any) -> None:
    with pytest.raises(InvalidRequest, match="urls"):
        load(BatchOptions, {"urls": urls})
    assert len(load(BatchOptions, {"urls": [URL] * limits.BATCH_URLS_MAX}).urls) == 1_000


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("limit", [1, 5_000, None], [0, 5_001]),
        ("search", ["a", "a" * 200], ["", "a" * 201, 5]),
        ("sitemap", ["skip", "include", "only", None], ["all"]),
        ("includeLinks", [True], ["true"]),
    ],
)
def test_map_options_at_their_edges(field: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        load(MapOptions, {"url": URL, field: value})
    for value in bad:
        with pytest.raises(InvalidRequest, match=field):
            load(MapOptions, {"url": URL, field: value})


def test_stored_options_are_read_back() -> None:
    given = {
        "url": URL,
        "limit": 7,
        "webhook": {"url": URL},
        "scrapeOptions": {"formats": ["links"], "headers": {"X-A": "b"}},
    }
    options = load(CrawlOptions, given)
    batch = load(BatchOptions, {"urls": [URL], "scrapeOptions": {"formats": ["html"]}})

    assert load(CrawlOptions, stored(options)) == options
    assert load(JobOptions, stored(batch, without=("urls",))).scrape_options == batch.scrape_options


def test_a_spiders_arguments_are_the_same_options() -> None:
    options = from_arguments(
        CrawlOptions, {"url": URL, "limit": "5", "includePaths": "/a,/b", "scrapeOptions": '{"formats": ["links"]}'}
    )

    assert options.limit == 5 and options.include_paths == ("/a", "/b")
    assert options.scrape_options.formats == ("links",)


def test_prices() -> None:
    assert MAP.price(load(MapOptions, {"url": URL})) == 1
    assert CRAWL.price(load(CrawlOptions, {"url": URL})) == BATCH.price(load(BatchOptions, {"urls": [URL]})) == 1


@pytest.mark.parametrize(
    "values",
    [
        {"urls": [f"ftp://example.com/{number}" for number in range(1_000)]},
        {"urls": ["https://example.com/"], **{f"k{number}": 1 for number in range(10_000)}},
        {"urls": ["https://example.com/"], "x" * 100_000: 1},
    ],
    ids=["values", "names", "a long name"],
)
def test_report_of_many_problems_is_short(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest) as raised:
        load(BatchOptions, values)

    assert len(json.dumps(raised.value.details)) < 20_000


def test_list_that_is_too_long_is_rejected_without_reading_it() -> None:
    with pytest.raises(InvalidRequest, match="must contain 1 to 1000 items") as raised:
        load(BatchOptions, {"urls": ["not a URL"] * 1_001})

    assert len(raised.value.details or ()) == 1


def test_patterns_that_take_long_to_compile_are_rejected() -> None:
    began = time.process_time()

    with pytest.raises(InvalidRequest, match="pattern too large"):
        load(CrawlOptions, {"url": "https://example.com/", "includePaths": [r"(\pL{1,200}){1,5}x" * 20] * 50})

    assert time.process_time() - began < 4


def test_page_entries_are_skipped_by_number_or_by_cursor() -> None:
    assert Paging(limit=5, offset=10).offset == 10 and Paging(cursor="x").cursor == "x"
    with pytest.raises(InvalidRequest) as raised:
        Paging(offset=0, cursor="x")

    assert raised.value.details == [{"field": "offset", "message": "cannot be combined with cursor"}]
