"""`scrapy crawl`: the same spiders without a service, with the feeds, logs and stats that Scrapy users expect."""

from __future__ import annotations

import asyncio
import csv
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from aiohttp import web
from sqlalchemy import Engine, text

from contract.environment import Environment
from models.page_jobs import job_end
from tests.conftest import Account
from tests.journeys.test_crawl import assert_distance
from tests.prepared_process import PreparedProcess
from tests.service import PATIENCE_SECONDS, ROOT, environ_of, wait_until
from tests.sites import pictures
from tests.sites.site import Site, html, url_set

Crawl = Callable[..., "subprocess.CompletedProcess[str]"]
ALONE = Environment(data_dir=Path("/nowhere"))


def command(name: str, feed: Path, settings: dict[str, str] | None = None, **arguments: str) -> list[str]:
    """What follows `python -m`."""
    given = [part for key, value in arguments.items() for part in ("-a", f"{key}={value}")]
    given += [part for key, value in (settings or {}).items() for part in ("-s", f"{key}={value}")]
    return ["scrapy", "crawl", name, *given, "-O", str(feed)]


@pytest.fixture
def crawl(prepared: PreparedProcess) -> Crawl:
    """`crawl(name, feed, environ, settings, **arguments)` runs a spider to its end."""

    def run(
        name: str, feed: Path, environ: dict[str, str], settings: dict[str, str] | None = None, **arguments: str
    ) -> subprocess.CompletedProcess[str]:
        return prepared.run(command(name, feed, settings, **arguments), environ=environ)

    return run


@pytest.fixture
def alone() -> dict[str, str]:
    """An environment without Postgres and Redis."""
    environ = environ_of(ALONE, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    return {name: value for name, value in environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def test_crawl_writes_a_line_for_every_page(crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    paths = site.tree(12, width=3)
    site.page("/", *paths[1:4], "/missing")
    feed = tmp_path / "pages.jsonl"

    done = crawl("crawl", feed, alone, url=site.url(), limit="9", sitemap="skip")

    rows = [json.loads(line) for line in feed.read_text().splitlines()]
    assert done.returncode == 0 and len(rows) == 8, done.stderr
    assert len({row["url"] for row in rows}) == 8 and all("nothing else" in row["markdown"] for row in rows)
    assert f"Dropped: {site.url('/missing')} failed: HTTP 404" in done.stderr
    assert "'item_scraped_count': 8" in done.stderr and "'finish_reason': 'finished'" in done.stderr
    assert "Traceback" not in done.stderr


def test_invalid_link_does_not_end_the_crawl(crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    site.page("/", "http://127.0.0.1:99999/x", "/a", "/b")
    site.page("/a")
    site.page("/b")
    feed = tmp_path / "pages.jsonl"

    done = crawl("crawl", feed, alone, url=site.url(), sitemap="skip", allowExternalLinks="true")

    assert len(feed.read_text().splitlines()) == 3 and "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize(("limit", "paths"), [("2", {"/", "/a"}), ("9", {"/", "/a", "/b", "/listed"})])
def test_politeness_is_that_of_the_service(
    crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path, limit: str, paths: set[str]
) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /private\nCrawl-delay: 0.6\n")
    site.put("/sitemap.xml", url_set(site.url("/listed")), kind="application/xml")
    site.page("/", "/a", "/way", "/b", "/private/x")
    site.redirect("/way", "/private/x")
    for path in ("/a", "/b", "/listed", "/private/x"):
        site.page(path)
    feed = tmp_path / "pages.jsonl"

    done = crawl("crawl", feed, alone, url=site.url(), limit=limit)

    rows = [json.loads(line) for line in feed.read_text().splitlines()]
    gaps = [later.at - earlier.at for earlier, later in pairwise(site.visits) if earlier.target != "/robots.txt"]
    assert {row["url"] for row in rows} == {site.url(path) for path in paths} and "Traceback" not in done.stderr
    assert_distance(gaps, 0.6)
    assert not site.seen("/private/x")
    assert len(site.seen("/sitemap.xml")) == (limit == "9")


# An extension that breaks the reading of sitemaps, as a defect of ours would.
BROKEN_SITEMAPS = """
from crawler import resources

class BrokenSitemaps:
    def __init__(self, crawler):
        resources.of(crawler).reading.read_sitemap = None

    from_crawler = classmethod(lambda cls, crawler: cls(crawler))
"""


def test_crawl_ends_when_its_sitemaps_cannot_be_read(alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    site.put("/sitemap.xml", url_set(site.url("/listed")), kind="application/xml")
    site.page("/", "/a")
    site.page("/a")
    (tmp_path / "broken_sitemaps.py").write_text(BROKEN_SITEMAPS)
    feed, settings = tmp_path / "pages.jsonl", {"EXTENSIONS": '{"broken_sitemaps.BrokenSitemaps": 0}'}

    whole = [sys.executable, "-m", *command("crawl", feed, settings, url=site.url())]
    environ = alone | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(whole, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL, timeout=PATIENCE_SECONDS)

    assert done.returncode == 0
    assert len(feed.read_text().splitlines()) == 2


def test_batch_takes_addresses_and_options_and_any_feed_and_logs_json(
    crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path
) -> None:
    site.page("/a")
    site.page("/b")
    feed, options = tmp_path / "pages.csv", json.dumps({"formats": ["links"]})
    environ = alone | {"ORBWEAVER_LOG_FORMAT": "json"}

    done = crawl("batch", feed, environ, urls=json.dumps([site.url("/a"), site.url("/b")]), scrapeOptions=options)

    rows = list(csv.DictReader(feed.open()))
    assert done.returncode == 0 and {row["url"] for row in rows} == {site.url("/a"), site.url("/b")}, done.stderr
    assert all(json.loads(row["links"]) == {"internal": [], "external": []} for row in rows)
    lines = [json.loads(line) for line in done.stderr.splitlines()]  # Every line is a JSON object.
    assert {"scrapy.utils.log", "scrapy.core.engine"} <= {line["logger"] for line in lines}


def test_map_and_scrape_write_their_results(crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    site.page("/")
    site.page("/a")
    site.put("/sitemap.xml", url_set(site.url("/a"), site.url("/b")), kind="application/xml")

    mapped = crawl("map", tmp_path / "map.json", alone, url=site.url())
    scraped = crawl("scrape", tmp_path / "page.json", alone, url=site.url("/a"), formats='["markdown", "html"]')

    [row] = json.loads((tmp_path / "map.json").read_text())
    assert {site.url("/a"), site.url("/b")} < set(row["links"]), mapped.stderr
    [row] = json.loads((tmp_path / "page.json").read_text())
    assert "nothing else" in row["markdown"] and "<p>" in row["html"], scraped.stderr


def test_images_and_screenshot_write_their_results(
    crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path, browser: str
) -> None:
    site.put("/", pictures.page('<img src="/a.png" alt="A">'), kind="text/html")
    site.put("/file.zip", b"PK\x03\x04", kind="application/zip")
    viewport = json.dumps({"width": 400, "height": 300})

    listed = crawl("images", tmp_path / "images.json", alone, url=site.url())
    taken = crawl("screenshot", tmp_path / "shot.json", alone, url=site.url(), viewport=viewport)
    failed = crawl("screenshot", tmp_path / "none.json", alone, url=site.url("/file.zip"))

    [row] = json.loads((tmp_path / "images.json").read_text())
    assert [image["src"] for image in row["images"]] == [site.url("/a.png")], listed.stderr
    [row] = json.loads((tmp_path / "shot.json").read_text())
    assert (row["width"], row["height"], row["status"]) == (400, 300, 200), taken.stderr
    assert "application/zip" in failed.stderr and "Traceback" not in failed.stderr
    assert not (tmp_path / "none.json").exists() or not (tmp_path / "none.json").read_text().strip("[]\n ")


def test_styleguide_writes_its_record(
    crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path, browser: str
) -> None:
    site.put("/", "<style>body{font:17px Arial;background:#fafafa}</style><h1>Acme</h1><p>Words.</p>", kind="text/html")

    done = crawl("styleguide", tmp_path / "style.json", alone, domain=site.base)

    [row] = json.loads((tmp_path / "style.json").read_text())
    assert row["colors"]["background"]["hex"] == "#fafafa" and row["typography"]["body"]["fontSize"] == 17, done.stderr


def test_cache_only_never_fetches(crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    site.page("/a")

    done = crawl("scrape", tmp_path / "page.jsonl", alone, url=site.url("/a"), cacheOnly="true")

    assert (
        not site.seen("/a") and not (tmp_path / "page.jsonl").read_text() and "This command has no cache" in done.stderr
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("crawl", {"url": "http://a.example/", "limit": "many"}, "limit"),
        ("batch", {"urls": "not a list"}, "urls"),
        ("crawl", {"url": "http://a.example/", "workspace": "mine"}, "DATABASE_URL"),
        ("nothing", {}, "Unknown spider: 'nothing'"),
    ],
)
def test_wrong_argument_is_named_without_a_traceback(
    crawl: Crawl, alone: dict[str, str], tmp_path: Path, name: str, arguments: dict[str, str], named: str
) -> None:
    done = crawl(name, tmp_path / "out.jsonl", alone, **arguments)

    assert done.returncode == 2 and named in done.stderr and "Traceback" not in done.stderr


def test_refused_setting_stops_the_command(crawl: Crawl, alone: dict[str, str], site: Site, tmp_path: Path) -> None:
    done = crawl("crawl", tmp_path / "out.jsonl", alone, {"REFERER_ENABLED": "1"}, url=site.url())

    assert done.returncode == 2 and not site.visits and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].endswith(
        "REFERER_ENABLED is not supported: no Referer is sent. Use -a headers, or scrapeOptions of a crawl or batch."
    )


def test_interrupted_crawl_resumes(
    crawl: Crawl, prepared: PreparedProcess, alone: dict[str, str], site: Site, tmp_path: Path
) -> None:
    site.tree(12, width=3, seconds=0.1)
    site.page("/p11", seconds=PATIENCE_SECONDS)
    feed, kept = tmp_path / "pages.jsonl", {"JOBDIR": str(tmp_path / "job"), "CONCURRENT_REQUESTS": "3"}

    running = prepared.begin(command("crawl", feed, kept, url=site.url(), sitemap="skip"), environ=alone)
    wait_until(lambda: len(site.visits) > 5, seconds=PATIENCE_SECONDS, what="six visits")
    running.send_signal(signal.SIGINT)
    running.ended(PATIENCE_SECONDS / 2)
    first = [json.loads(line)["url"] for line in feed.read_text().splitlines()]
    site.page("/p11")
    done = crawl("crawl", feed, alone, kept, url=site.url(), sitemap="skip")

    second = [json.loads(line)["url"] for line in feed.read_text().splitlines()]
    assert first and second and "Traceback" not in done.stderr
    assert sorted(first + second) == sorted({*first, *second}) and len(first + second) == 12


def test_with_a_workspace_it_is_recorded_and_charged(
    crawl: Crawl,
    environment: Environment,
    site: Site,
    database: Engine,
    account: Account,
    spent: Callable[[], int],
    tmp_path: Path,
) -> None:
    site.tree(5)
    feed, environ = tmp_path / "pages.jsonl", environ_of(environment)

    done = crawl("crawl", feed, environ, url=site.url(), limit="4", workspace=str(account.workspace_id))

    assert done.returncode == 0 and len(feed.read_text().splitlines()) == 4, done.stderr
    with database.connect() as connection:
        mine = {"me": account.workspace_id}
        [row] = connection.execute(text("SELECT * FROM job WHERE workspace_id = :me"), mine)
        kept = connection.execute(text("SELECT status FROM page WHERE job_id = :job"), {"job": row.id})
        assert row.status == "completed" and [page.status for page in kept] == ["completed"] * 4
    assert spent() == 4

    again = crawl("crawl", feed, environ, url=site.url(), limit="4", workspace=str(account.workspace_id))
    assert "'orbweaver/cached': 4" in again.stderr


def test_recorded_crawl_that_a_setting_closes_is_cancelled(
    crawl: Crawl, environment: Environment, site: Site, database: Engine, account: Account, tmp_path: Path
) -> None:
    site.tree(40, width=9, seconds=0.2)
    environ, settings = environ_of(environment), {"CLOSESPIDER_ITEMCOUNT": "2", "CONCURRENT_REQUESTS": "2"}

    crawl("crawl", tmp_path / "out.jsonl", environ, settings, url=site.url(), workspace=str(account.workspace_id))

    with database.connect() as connection:
        mine = {"me": account.workspace_id}
        assert connection.execute(text("SELECT status FROM job WHERE workspace_id = :me"), mine).scalars().all() == [
            "cancelled"
        ]


def test_recorded_crawl_that_is_cancelled_ends_its_downloads(
    prepared: PreparedProcess,
    environment: Environment,
    site: Site,
    database: Engine,
    account: Account,
    tmp_path: Path,
) -> None:
    async def hanging(request: web.Request) -> web.Response:
        await asyncio.sleep(10 * PATIENCE_SECONDS)
        return html("late")

    site.on("/", hanging)
    arguments = {"url": site.url(), "workspace": str(account.workspace_id)}
    whole = command("crawl", tmp_path / "pages.jsonl", **arguments)
    running = prepared.begin(whole, environ=environ_of(environment))
    try:
        wait_until(lambda: site.in_flight, seconds=PATIENCE_SECONDS, what="the first page")
        with database.begin() as connection:
            mine = connection.execute(text("SELECT id FROM job WHERE workspace_id = :me"), {"me": account.workspace_id})
            assert job_end.cancel(connection, mine.scalar_one(), account.workspace_id, "crawl")

        wait_until(lambda: not site.in_flight, seconds=PATIENCE_SECONDS, what="the end of the download")
        assert running.ended(PATIENCE_SECONDS).returncode == 0
    finally:
        running.send_signal(signal.SIGKILL)
