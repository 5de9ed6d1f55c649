"""The engine in its own process, and `scrapy crawl`: fetching without a queue and without a database."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crawler.conftest import Bench
from tests.prepared_process import PreparedProcess
from tests.sites.origin import Origin

LITERALS = [
    "127.0.0.1",
    "localhost",
    "0x7f.1",
    "0x7f000001",
    "2130706433",
    "127.1",
    "017700000001",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::]",
]


@pytest.mark.parametrize("host", LITERALS)
def test_loopback_is_refused_in_every_spelling(closed_engine: Bench, origin: Origin, host: str, unique: str) -> None:
    answer = closed_engine.run(f"http://{host}:{origin.ports['plain']}/article?t={unique}", renderJs=False)

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert answer["error"]["details"][0]["field"] == "url"
    assert not [seen for seen in origin.requests if unique in seen.target]


METADATA = "http://169.254.169.254/latest/meta-data/"


def test_metadata_service_is_refused(closed_engine: Bench) -> None:
    answer = closed_engine.run(METADATA, renderJs=False, timeout=20_000)

    assert answer["error"]["code"] == "VALIDATION_ERROR"


def test_metadata_service_is_refused_to_the_browser(closed_engine: Bench, browser: str) -> None:
    answer = closed_engine.run(METADATA, renderJs=True, timeout=20_000)

    assert answer["error"]["code"] == "VALIDATION_ERROR"


def test_page_is_fetched_and_read(open_engine: Bench, origin: Origin, unique: str) -> None:
    data = open_engine.run(origin.url("/article", t=unique), formats=["markdown", "links"])["data"]

    assert "River pilots" in data["markdown"] and data["status"] == 200 and not data["cached"]
    assert data["usage"] == {"creditsUsed": 0, "creditsRemaining": 0, "freshness": "fresh"}


def test_cache_only_never_fetches_where_nothing_is_cached(open_engine: Bench, origin: Origin, unique: str) -> None:
    for more in ({}, {"maxAge": 0}, {"renderJs": True}):
        answer = open_engine.run(origin.url("/article", t=unique), cacheOnly=True, **more)
        assert answer["error"]["code"] == "NOT_FOUND"

    assert not origin.seen(origin.url("/article", t=unique))


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/html,<p>x", "javascript:alert(1)", "//"]
)
def test_redirect_to_another_scheme_is_not_a_page(open_engine: Bench, origin: Origin, to: str, unique: str) -> None:
    answer = open_engine.run(origin.url("/redirect", to=to, t=unique))

    assert answer["error"]["code"] == "UPSTREAM_UNREACHABLE", answer


@pytest.mark.parametrize("status", ["301", "302", "303", "307", "308"])
def test_redirect_to_a_private_address_is_refused(open_engine: Bench, origin: Origin, status: str, unique: str) -> None:
    before = len(origin.private_hits)

    answer = open_engine.run(origin.url("/redirect", to=origin.private_url(), status=status, t=unique))

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert len(origin.private_hits) == before


def test_meta_refresh_to_a_private_address_is_refused(open_engine: Bench, origin: Origin, unique: str) -> None:
    before = len(origin.private_hits)

    answer = open_engine.run(origin.url("/meta-refresh", to=origin.private_url(), t=unique))

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert len(origin.private_hits) == before


@pytest.mark.parametrize(
    "address",
    [
        "http://[1.2.3.4]/",
        "http://[::::]/",
        "http://[:]/",
        "http://[::ffff:1.2.3.4.5]/",
        "http://xn--a/",
        "http://1.2.3/",
    ],
)
def test_odd_address_is_the_callers_mistake_or_the_origins_and_never_ours(closed_engine: Bench, address: str) -> None:
    answer = closed_engine.run(address, timeout=3_000)

    assert answer.get("error", {}).get("code") in {"VALIDATION_ERROR", "UPSTREAM_UNREACHABLE", "REQUEST_TIMEOUT"}, (
        answer
    )


Crawl = Callable[..., "subprocess.CompletedProcess[str]"]


class TestScrapyCrawl:
    @pytest.fixture
    def crawl(self, prepared: PreparedProcess, tmp_path: Path) -> Crawl:
        gone = ("DATABASE_URL", "REDIS_URL")
        own = {k: v for k, v in os.environ.items() if k not in gone and not k.startswith("ORBWEAVER_")}

        def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
            given = [part for argument in arguments for part in ("-a", argument)]
            command = ["scrapy", "crawl", "scrape", *given, "-O", str(tmp_path / "page.jsonl")]
            return prepared.run(command, environ={**own, **environ})

        return run

    def test_page_is_written_without_a_database(
        self, crawl: Crawl, tmp_path: Path, origin: Origin, unique: str
    ) -> None:
        done = crawl(
            f"url={origin.url('/article', t=unique)}",
            "formats=markdown,links",
            ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8",
        )

        assert done.returncode == 0, done.stderr
        [line] = (tmp_path / "page.jsonl").read_text().splitlines()
        written = json.dumps(json.loads(line))
        assert "River pilots" in written and unique in written

    def test_bad_option_is_named(self, crawl: Crawl) -> None:
        done = crawl("url=http://example.com/", "waitFor=30001")

        assert "waitFor" in done.stderr

    def test_private_address_is_refused_here_too(self, crawl: Crawl, origin: Origin, unique: str) -> None:
        done = crawl(f"url={origin.url('/article', t=unique)}")

        assert not origin.seen(origin.url("/article", t=unique))
        assert "is blocked: it is not public" in done.stderr


def test_pages_of_the_service_count_in_the_stats(open_engine: Bench, origin: Origin, browser: str, unique: str) -> None:
    before = open_engine.stats()

    open_engine.run(origin.url("/article", t=unique))
    open_engine.run(origin.url("/article", t=unique), renderJs=True)
    open_engine.run(origin.url("/status", code="503", text="x", t=unique), renderJs=False)
    open_engine.run("http://nowhere.invalid/")

    after = open_engine.stats()
    grown = {name: after[name] - before.get(name, 0) for name in after if name != "start_time"}
    assert grown["item_scraped_count"] == 2 and grown["response_received_count"] == 3
    assert grown["spider_exceptions/count"] == 2
    assert grown["orbweaver/rendered"] == 1 and grown["orbweaver/retried"] == 2
    assert not any("127.0.0.1" in name for name in after)
