"""Crawls, end to end: scope, limits, politeness, charges."""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import requests
from aiohttp import web
from sqlalchemy import Engine

from models.accounts import credits, workspace
from tests.conftest import NAMED, Account
from tests.service import Client, Service, free_port, wait_until
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site, document, feed, html, sitemap_index, url_set

Spent = Callable[[], int]
MakeSite = Callable[[], Site]


def addresses(job: dict[str, Any], status: str | None = None) -> list[str]:
    """The paths of a job's pages."""
    return ["/" + page["url"].split("/", 3)[3] for page in job["pages"] if status is None or page["status"] == status]


def assert_consistent(job: dict[str, Any]) -> None:
    """Check the invariants of a finished job."""
    assert job["total"] == job["completed"] + job["failed"] == len(job["pages"])
    assert len({page["url"] for page in job["pages"]}) == job["total"]
    assert {page["status"] for page in job["pages"]} <= {"completed", "failed"}
    assert all(("data" in page) == (page["status"] == "completed") for page in job["pages"])
    assert all((page["error"] is None) == (page["status"] == "completed") for page in job["pages"])
    assert job["creditsUsed"] == job["completed"] == sum(
        page["data"]["usage"]["creditsUsed"] for page in job["pages"] if "data" in page
    )  # fmt: skip


def crawled(client: Client, site: Site, path: str = "/", *, seconds: float = 90, **options: Any) -> dict[str, Any]:
    job = client.run("crawl", url=site.url(path), seconds=seconds, **options)
    assert_consistent(job)
    return job


def assert_distance(gaps: list[float], seconds: float) -> None:
    """Requests begin that far apart. One that arrives late, on a busy machine, is nearer to the next one."""
    assert min(gaps) >= seconds / 2 and sum(gaps) >= 0.9 * seconds * len(gaps), gaps


@pytest.fixture(scope="module", autouse=True)
def crawl_of_a_closed_host(service: Service, database: Engine) -> tuple[Client, str]:
    """A caller with 1,000 credits, and its crawl, which tries for a minute. It passes during the other tests."""
    with database.begin() as connection:
        payer = workspace.create(connection, "closed")
        credits.grant(connection, payer, 1_000, key="first")
        caller = Client(service.base_url, workspace.create_key(connection, payer).key)
    return caller, caller.begin("crawl", url=f"http://127.0.0.1:{free_port()}/start")


# The shape of a job.


def test_crawl_gives_every_page_of_the_site_once(client: Client, site: Site, spent: Spent) -> None:
    paths = site.tree(12, width=3)

    answer = client.post("/v1/web/crawl", {"url": site.url()})
    ack = answer.json()
    at_once = client.status("crawl", ack["crawlId"])
    job = client.ended("crawl", ack["crawlId"])

    assert answer.status_code == 201 and ack["status"] == "queued" and ack["success"] is True
    assert at_once["status"] == "running" or at_once["completed"] == 12
    assert at_once["pages"][0]["url"] == site.url() and at_once["total"] >= 1
    assert (job["id"], job["kind"], job["status"], job["seedUrl"]) == (ack["crawlId"], "crawl", "completed", site.url())
    assert_consistent(job)
    assert sorted(addresses(job)) == sorted(paths) and job["total"] == 12
    assert [page["depth"] for page in job["pages"]] == sorted(page["depth"] for page in job["pages"])
    assert {path: page["depth"] for path, page in zip(addresses(job), job["pages"], strict=True)}["/p4"] == 2
    data = job["pages"][0]["data"]
    assert "nothing else" in data["markdown"] and "html" not in data and data["status"] == 200
    assert set(data) >= {"url", "finalUrl", "redirected", "status", "cached", "metadata", "usage", "quality"}
    assert spent() == 12 and job["meta"]["requestId"]
    assert {path: site.counts()[path] for path in paths} == dict.fromkeys(paths, 1)


def test_limit_is_exact_however_many_pages_are_fetched_at_a_time(client: Client, site: Site, spent: Spent) -> None:
    paths = site.tree(200)
    limits = (1, 2, 37, 60)

    jobs = [client.begin("crawl", url=site.url(), limit=limit, scrapeOptions={"maxAge": 0}) for limit in limits]

    for job_id, limit in zip(jobs, limits, strict=True):
        job = client.ended("crawl", job_id)
        assert_consistent(job)
        assert (job["status"], job["total"], job["completed"]) == ("completed", limit, limit)
    assert sum(number for path, number in site.counts().items() if path in paths) == sum(limits) == spent()


def test_limit_is_a_hundred_when_none_is_given(client: Client, site: Site) -> None:
    site.tree(130, width=129)

    assert crawled(client, site)["total"] == 100


@pytest.mark.parametrize(("depth", "total"), [(0, 1), (1, 4), (2, 13)])
def test_max_depth_counts_links_from_the_start(client: Client, site: Site, depth: int, total: int) -> None:
    site.tree(60, width=3)

    job = crawled(client, site, maxDepth=depth)

    assert job["total"] == total and max(page["depth"] for page in job["pages"]) == depth


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"includePaths": ["^/blog/"]}, {"/", "/blog/1", "/blog/2?page=2"}),
        ({"includePaths": ["^/blog/", "^/shop"]}, {"/", "/blog/1", "/blog/2?page=2", "/shop/tea"}),
        ({"includePaths": ["page=2"]}, {"/", "/blog/2?page=2"}),
        ({"excludePaths": ["/shop/", "^/$"]}, {"/", "/blog/1", "/blog/2?page=2", "/about"}),
        ({"includePaths": ["blog"], "excludePaths": [r"\d\?"]}, {"/", "/blog/1"}),
    ],
)
def test_paths_decide_what_is_followed(client: Client, site: Site, options: dict[str, Any], expected: set[str]) -> None:
    site.page("/", "/blog/1", "/blog/2?page=2", "/shop/tea", "/about")
    for path in ("/blog/1", "/blog/2", "/shop/tea", "/about"):
        site.page(path, "/")

    assert set(addresses(crawled(client, site, **options))) == expected


@pytest.mark.parametrize("name", ["includePaths", "excludePaths"])
def test_pattern_that_does_not_compile_is_named(client: Client, site: Site, name: str) -> None:
    answer = client.post("/v1/web/crawl", {"url": site.url(), name: ["^/fine", "(unclosed"]})

    assert answer.status_code == 400 and answer.json()["error"]["code"] == "VALIDATION_ERROR"
    assert name in answer.json()["error"]["details"][0]["field"] and "(unclosed" in answer.text
    assert site.visits == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"limit": 0}, {"limit": 5001}, {"limit": "ten"}, {"maxDepth": -1}, {"maxDepth": 11}, {"url": "ftp://x.example/"},
        {"url": None}, {"sitemap": "only"}, {"includePaths": ["a"] * 51}, {"scrapeOptions": {"formats": ["picture"]}},
        {"scrapeOptions": {"formats": ["json"]}}, {"scrapeOptions": {"timeout": 10}}, {"webhook": {"url": "nowhere"}},
        {"webhook": {"url": "http://a.example/", "events": ["never"]}}, {"depth": 3}, {"scrapeOptions": {"cacheOnly": True}},
    ],
)  # fmt: skip
def test_wrong_options_start_nothing(client: Client, site: Site, spent: Spent, wrong: dict[str, Any]) -> None:
    answer = client.post("/v1/web/crawl", {"url": site.url(), **wrong})

    assert answer.status_code == 400 and answer.json()["error"]["code"] == "VALIDATION_ERROR", answer.text
    assert answer.json()["error"]["details"][0]["field"].split(".")[0] in wrong
    assert site.visits == [] and spent() == 0


# Scope.


def test_other_sites_are_not_fetched(client: Client, site: Site, make_site: MakeSite) -> None:
    other = make_site()
    other.page("/there")
    site.page("/", other.url("/there"), "/here", "mailto:a@b.example", "javascript:void(0)", "/picture.png", "/#top")
    site.page("/here")

    assert sorted(addresses(crawled(client, site))) == ["/", "/here"]
    assert other.visits == []


def test_external_links_are_followed_one_step_where_that_is_allowed(
    client: Client, site: Site, make_site: MakeSite
) -> None:
    other = make_site()
    other.page("/there", "/further", site.url("/home"))
    other.page("/further")
    site.page("/", other.url("/there"))

    job = crawled(client, site, allowExternalLinks=True)

    assert [page["url"] for page in job["pages"]] == [site.url("/"), other.url("/there")]


def test_page_that_redirects_outside_is_not_part_of_the_site(
    client: Client, site: Site, make_site: MakeSite, spent: Spent
) -> None:
    other = make_site()
    other.page("/there")
    site.page("/", "/go", "/stay")
    site.redirect("/go", other.url("/there"))
    site.page("/stay")

    assert addresses(crawled(client, site)) == ["/", "/stay"] and spent() == 2
    assert crawled(client, site, allowExternalLinks=True)["total"] == 3


def test_callers_headers_are_sent_to_the_site_only(client: Client, site: Site, make_site: MakeSite) -> None:
    other = make_site()
    other.page("/there")
    site.page("/", "/here", other.url("/there"))
    site.page("/here")

    crawled(client, site, allowExternalLinks=True, scrapeOptions={"headers": {"X-Token": "mine"}})

    assert {visit.headers.get("x-token") for path in ("/", "/here") for visit in site.seen(path)} == {"mine"}
    assert [visit.headers.get("x-token") for visit in other.seen("/there")] == [None]


@pytest.mark.parametrize("host", ["www.kin.com", "stranger.com"])
def test_redirected_start_does_not_change_which_site_gets_the_headers(
    client: Client, named_hosts: Site, host: str
) -> None:
    named_hosts.redirect("//kin.com/", f"http://{host}/home")
    named_hosts.page(f"//{host}/home", "/next")
    named_hosts.page(f"//{host}/next")

    options = {"headers": {"X-Token": "mine"}, "location": {"country": NAMED}, "maxAge": 0}
    client.run("crawl", url="http://kin.com/", sitemap="skip", scrapeOptions=options)

    tokens_seen = {visit.headers.get("x-token") for visit in named_hosts.seen(f"//{host}/next")}
    assert tokens_seen == ({"mine"} if host.endswith("kin.com") else {None})


@pytest.mark.parametrize(("allowed", "hosts"), [(False, {"www", "bare"}), (True, {"www", "bare", "shop", "deep"})])
def test_subdomains_belong_to_the_site_where_that_is_allowed(
    client: Client, named_hosts: Site, unique: str, allowed: bool, hosts: set[str]
) -> None:
    domain = f"d{unique[:8]}.onion"  # a suffix that is on the list, and in no name server
    homes = {
        "www": f"//www.{domain}/", "bare": f"//{domain}/a", "shop": f"//shop.{domain}/", "deep": f"//a.b.{domain}/",
        "lookalike": f"//not{domain}/", "foreign": "//elsewhere.onion/",
    }  # fmt: skip
    for home in homes.values():
        named_hosts.page(home, *(f"http:{other}" for other in homes.values()))

    job = client.run(
        "crawl", url=f"http:{homes['www']}", allowSubdomains=allowed, scrapeOptions={"location": {"country": NAMED}}
    )

    assert_consistent(job)
    assert {page["url"] for page in job["pages"]} == {f"http:{homes[host]}" for host in hosts}


def test_robots_and_sitemaps_are_fetched_through_the_same_proxy_as_pages(
    client: Client, site: Site, named_hosts: Site
) -> None:
    abroad = f"//127.0.0.1:{site.port}"
    for path in ("/open", "/closed", "/listed"):
        site.page(path)
        named_hosts.page(abroad + path)
    site.page("/", "/open", "/closed")
    named_hosts.page(f"{abroad}/", "/open", "/closed")
    site.put("/robots.txt", "User-agent: *\nDisallow: /open\n")
    named_hosts.put(f"{abroad}/robots.txt", f"User-agent: *\nDisallow: /closed\nSitemap: http:{abroad}/map.xml\n")
    named_hosts.put(f"{abroad}/map.xml", url_set(f"http:{abroad}/listed"))

    here = crawled(client, site)
    there = crawled(client, site, scrapeOptions={"location": {"country": NAMED}})

    assert sorted(addresses(here)) == ["/", "/closed"]
    assert sorted(addresses(there)) == ["/", "/listed", "/open"]
    assert len(site.seen("/robots.txt")) == len(named_hosts.seen(f"{abroad}/robots.txt")) == 1


def test_ignored_queries_do_not_make_different_pages(client: Client, site: Site) -> None:
    site.page("/", "/a?x=1", "/a?x=2", "/a", "/b?y=1")
    site.page("/a", "/a?x=3")
    site.page("/b")

    distinguished = crawled(client, site)
    ignored = crawled(client, site, ignoreQueryParameters=True)

    assert sorted(addresses(distinguished)) == ["/", "/a", "/a?x=1", "/a?x=2", "/a?x=3", "/b?y=1"]
    assert sorted(path.partition("?")[0] for path in addresses(ignored)) == ["/", "/a", "/b"]


def test_redirect_target_of_the_start_is_the_site(client: Client, site: Site, make_site: MakeSite) -> None:
    old = make_site()
    old.redirect("/", site.url("/"), 301)
    site.page("/", "/a", old.url("/b"))
    site.page("/a")
    old.page("/b")

    job = crawled(client, old)

    assert [page["url"] for page in job["pages"]] == [old.url("/"), site.url("/a"), old.url("/b")]
    assert job["pages"][0]["data"]["finalUrl"] == site.url("/")


def test_redirects_and_canonical_copies_are_one_page(client: Client, site: Site, spent: Spent) -> None:
    site.page("/", "/old", "/new", "/print/1", "/one", "/one?utm_source=mail", "/one;jsessionid=AB12", "/two/", "/old2")
    site.redirect("/old", "/new", 301)
    site.redirect("/old2", "/new", 302)
    site.page("/new")
    for path in ("/print/1", "/one", "/one;jsessionid=AB12"):
        site.page(path, head='<link rel="canonical" href="/one">')
    site.page("/two/", head='<link rel="canonical" href="/">')  # a common mistake: this page is not the home page

    job = crawled(client, site)

    finals = [page["data"]["finalUrl"].removeprefix(site.base) for page in job["pages"]]
    assert len(finals) == 4 == spent()
    assert "/" in finals and "/two/" in finals and finals.count("/new") == 1


@pytest.mark.parametrize("sitemap", ["include", "skip"])
def test_sitemaps_give_pages_without_links_to_them(client: Client, site: Site, sitemap: str) -> None:
    for path in ("/plain", "/packed", "/text", "/feed", "/listed"):
        site.page(path)
    site.page("/", "/linked")
    site.page("/linked")
    site.put("/robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site.url('/special.xml')}\n")
    site.put("/special.xml", url_set(site.url("/listed")), kind="application/xml")
    children = ("/one.xml", "/two.xml.gz", "/broken.xml", "/missing.xml", "/three.txt", "/four.rss", "/sitemap.xml")
    site.put("/sitemap.xml", sitemap_index(*map(site.url, children)), kind="application/xml")
    site.put("/one.xml", url_set(site.url("/plain"), "http://elsewhere.example/x"), kind="application/xml")
    site.put("/two.xml.gz", gzip.compress(url_set(site.url("/packed")).encode()), kind="application/gzip")
    site.put("/broken.xml", b"\x1f\x8bbroken <urlset><url><loc>", kind="application/xml")
    site.put("/three.txt", f"\ufeff{site.url('/text')}\n\nno address\n")
    site.put("/four.rss", feed(site.url("/feed")), kind="application/rss+xml")

    paths = sorted(addresses(crawled(client, site, sitemap=sitemap)))

    linked = ["/", "/linked"]
    assert paths == (
        linked if sitemap == "skip" else sorted([*linked, "/plain", "/packed", "/text", "/feed", "/listed"])
    )
    assert bool(site.seen("/sitemap.xml")) == (sitemap == "include")


# Failures.


def test_missing_pages_are_failed_entries_that_cost_nothing(client: Client, site: Site, spent: Spent) -> None:
    site.page("/", "/gone", "/good", "/broken", "/empty")
    site.page("/gone", status=404)
    site.page("/good")
    site.page("/broken", status=500)
    site.put("/empty", "", kind="text/html")

    job = crawled(client, site)

    pages = dict(zip(addresses(job), job["pages"], strict=True))
    assert job["status"] == "completed" and (job["completed"], job["failed"]) == (2, 3) and spent() == 2
    assert pages["/gone"]["error"] == "HTTP 404" and pages["/broken"]["error"] == "HTTP 500"
    assert pages["/empty"]["error"] == "The origin returned HTTP 200 and an empty body."
    assert pages["/empty"]["errorCode"] == "UPSTREAM_UNREACHABLE" and pages["/good"]["error"] is None


@pytest.mark.parametrize("start", ["missing", "disallowed"])
def test_crawl_whose_start_gives_nothing_has_failed(client: Client, site: Site, spent: Spent, start: str) -> None:
    if start == "disallowed":
        site.put("/robots.txt", "User-agent: *\nDisallow: /\n")
        site.page("/start")

    job = client.run("crawl", url=site.url("/start"))

    assert_failed(job)
    assert spent() == 0
    assert start != "disallowed" or site.seen("/start") == []


def assert_failed(job: dict[str, Any]) -> None:
    """Check that a crawl failed with its only page."""
    assert_consistent(job)
    assert (job["status"], job["total"], job["failed"]) == ("failed", 1, 1)
    assert job["error"] and job["pages"][0]["error"]


def test_links_of_error_pages_are_not_followed(client: Client, site: Site, spent: Spent) -> None:
    site.page("/", "/lost")
    site.page("/lost", "/hidden", status=404)
    site.page("/start", "/", status=410)
    site.page("/hidden")

    dead, alive = crawled(client, site, "/start"), crawled(client, site)

    assert (dead["status"], dead["error"], addresses(dead)) == ("failed", "HTTP 410", ["/start"])
    assert (alive["status"], addresses(alive), spent()) == ("completed", ["/", "/lost"], 1)


def test_only_the_dead_start_of_a_site_with_a_sitemap_fails(client: Client, site: Site) -> None:
    site.page("/start", "/hidden", status=404)
    site.page("/listed")
    site.put("/sitemap.xml", url_set(site.url("/listed")), kind="application/xml")

    job = crawled(client, site, "/start")

    assert (job["status"], addresses(job, "failed"), addresses(job, "completed")) == (
        "completed", ["/start"], ["/listed"],
    )  # fmt: skip


def test_only_the_slow_page_times_out(client: Client, site: Site) -> None:
    site.page("/", "/slow", "/quick")
    site.page("/slow", seconds=20)
    site.page("/quick")

    job = crawled(client, site, scrapeOptions={"timeout": 5000})

    assert addresses(job, "failed") == ["/slow"]
    assert job["pages"][addresses(job).index("/slow")]["errorCode"] == "REQUEST_TIMEOUT"
    assert site.seen("/slow")[0].cut


def test_traps_do_not_starve_real_pages(client: Client, site: Site) -> None:
    real = [f"/article/{name}" for name in ("tea", "tide", "delta", "pilot", "ledger", "sand", "bar", "boat")]
    site.page("/", "/calendar/2024/01", "/shop?sid=1a2b3c4d5e", "/deep/a", *real[:4])
    for path, following in zip(real, [*real[4:], "/", "/", "/", "/"], strict=True):
        site.page(path, following)

    def trap(target: str) -> web.Response | None:
        if target.startswith("/calendar/"):
            year, month = map(int, target.split("/")[2:4])
            later = [f"/calendar/{year + number}/{month:02}" for number in range(1, 30)]
            return html(document(target, [*later, f"/calendar/{year}/{month % 12 + 1:02}"]))
        if target.startswith("/shop"):
            return html(
                document("/shop", [f"/shop?sid={time.monotonic_ns():x}", f"/shop?sid={time.monotonic_ns():x}&a=1"])
            )
        if target.startswith("/deep/"):
            return html(document(target, [f"{target}/a", f"{target}/b"]))
        return None

    site.family(trap)

    job = crawled(client, site, limit=60)

    assert job["total"] == 60 and job["status"] == "completed"
    assert set(real) <= set(addresses(job))
    assert sum(path.startswith("/shop") for path in addresses(job)) <= 2  # a session id does not make a different page
    assert max(path.count("/") for path in addresses(job)) <= 25


def test_page_of_ten_thousand_links_ends_at_the_limit(client: Client, site: Site) -> None:
    site.page("/", *(f"/item/{number}" for number in range(10_000)))
    site.family(lambda target: html(document(target, ["/"])) if target.startswith("/item/") else None)

    job = crawled(client, site, limit=20)

    assert job["total"] == 20


# Politeness.


def test_robots_txt_is_obeyed(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /private\nAllow: /private/but\n")
    site.page("/", "/private/x", "/private/but", "/open", "/way")
    site.page("/private/but")
    site.page("/private/x")
    site.page("/open")
    site.redirect("/way", "/private/x")

    job = crawled(client, site)

    assert sorted(addresses(job)) == ["/", "/open", "/private/but"] and job["completed"] == 3
    assert site.seen("/private/x") == [] and len(site.seen("/robots.txt")) == 1


@pytest.mark.parametrize("start", ["/private/x", "/way"])
def test_robots_txt_is_obeyed_when_the_start_is_cached(client: Client, site: Site, spent: Spent, start: str) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /private\n")
    site.page("/private/x")
    site.redirect("/way", "/private/x")
    client.scrape(site.url(start))

    job = crawled(client, site, start)

    assert (job["status"], job["total"], spent()) == ("failed", 1, 1)
    assert job["pages"][0]["errorCode"] == "ROBOTS_DISALLOWED"
    assert job["error"] == job["pages"][0]["error"] and job["error"].startswith("robots.txt does not allow")


def test_forbidden_page_is_never_an_entry_even_if_cached(
    client: Client, site: Site, make_site: MakeSite, spent: Spent
) -> None:
    other = make_site()
    for each in (site, other):
        each.put("/robots.txt", "User-agent: *\nDisallow: /private\n")
        each.page("/private/x")
    site.page("/", "/private/x", "/way", "/open", other.url("/private/x"))
    site.page("/open")
    site.redirect("/way", "/private/x")
    for url in (site.url("/"), site.url("/way"), site.url("/private/x"), other.url("/private/x")):
        client.scrape(url)

    jobs = [
        crawled(client, site, allowExternalLinks=True, scrapeOptions={"maxAge": age}) for age in (60_000, 60_000, 0)
    ]

    assert [(sorted(addresses(job)), job["failed"]) for job in jobs] == [(["/", "/open"], 0)] * 3
    assert spent() == 4 + 3 * 2
    assert [len(each.seen("/private/x")) for each in (site, other)] == [
        2,
        1,
    ]  # requests of the scrapes; one was redirected by /way


@pytest.mark.parametrize("status", [500, 429])
def test_crawl_waits_until_robots_txt_can_be_read(client: Client, site: Site, status: int) -> None:
    failures = iter([status] * (2 if status == 500 else 1))  # A 5xx is requested twice.

    async def robots(request: web.Request) -> web.Response:
        failed = next(failures, 200)
        return web.Response(
            text="User-agent: *\nDisallow: /private\n",
            status=failed,
            headers={"Retry-After": "1"} if failed > 200 else {},
        )

    site.on("/robots.txt", robots)
    site.page("/", "/open", "/private")
    site.page("/open")
    client.scrape(site.url())  # A page that the caller names is fetched, and the cached page waits like any other.

    begun = time.monotonic()
    job = crawled(client, site, sitemap="skip")

    assert addresses(job, "completed") == ["/", "/open"] and job["total"] == 2
    assert time.monotonic() - begun > 0.9


def test_robots_txt_of_any_size_is_obeyed(client: Client, site: Site) -> None:
    rules = "User-agent: *\n" + "".join(f"Disallow: /no{number}/\n" for number in range(9_000)) + "Disallow: /private\n"
    site.put("/robots.txt", rules + "#" * 3_000_000)
    site.page("/", "/open", "/private", "/no8999/")
    site.page("/open")

    assert addresses(crawled(client, site, sitemap="skip")) == ["/", "/open"]


def test_large_compressed_robots_txt_is_obeyed(client: Client, site: Site) -> None:
    body = gzip.compress(b"User-agent: *\nDisallow: /private\n" + random.Random(1).randbytes(900_000).hex().encode())

    async def robots(request: web.Request) -> web.Response:
        return web.Response(body=body, headers={"Content-Encoding": "gzip"})

    site.on("/robots.txt", robots)
    site.page("/", "/open", "/private")
    site.page("/open")

    assert addresses(crawled(client, site, sitemap="skip")) == ["/", "/open"]


def test_links_marked_nofollow_are_not_crawled(client: Client, site: Site) -> None:
    followed = '<a href="/a">a</a> <a rel="nofollow" href="/no1">no</a> <a href="/b">b</a>'
    site.put("/", f"<html><body>{PARAGRAPHS}{followed}</body></html>", kind="text/html")
    site.page("/a", "/no2", headers={"X-Robots-Tag": "nofollow"})
    site.put("/b", f"<meta name=robots content=nofollow>{PARAGRAPHS}<a href=/no3>no</a>", kind="text/html")

    job = crawled(client, site, sitemap="skip")

    assert sorted(addresses(job)) == ["/", "/a", "/b"] and not any(site.seen(f"/no{number}") for number in (1, 2, 3))


def test_crawl_says_that_a_crawl_delay_is_too_long(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 600\n")
    site.page("/", "/a")
    site.page("/a")

    job = client.run("crawl", url=site.url())

    [first, other] = job["pages"]
    assert first["status"] == "completed" and other["errorCode"] == "ROBOTS_DISALLOWED" and not other["retryable"]
    assert "600 s" in other["error"] and "at most 300 s" in other["error"] and not site.seen("/a")


def test_crawl_delay_binds_no_batch(client: Client, site: Site, make_account: Callable[..., Account]) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 5\n")
    paths = site.tree(8)
    job_id = client.begin("crawl", url=site.url(), sitemap="skip")
    wait_until(lambda: site.seen("/"), seconds=90, what="the crawl has begun")
    time.sleep(0.5)
    other, begun = Client(client.base_url, make_account().key), time.monotonic()

    batch = other.run("batch", urls=[site.url(path) for path in paths], scrapeOptions={"maxAge": 0}, seconds=60)

    assert batch["completed"] == 8 and time.monotonic() - begun < 25, "with the delay they take 35 s"
    client.delete(f"/v1/web/crawl/{job_id}")


def test_crawl_delay_is_obeyed(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: Orbweaver\nCrawl-delay: 0.6\n")
    paths = site.tree(5)

    job = crawled(client, site)

    visits = sorted(visit.at for visit in site.visits if visit.target in paths)
    gaps = [later - earlier for earlier, later in pairwise(visits)]
    assert job["completed"] == 5 and site.most_at_a_time == 1
    # The first page may be requested while robots.txt is read.
    assert_distance(gaps[1:], 0.6)


@pytest.mark.parametrize("start", ["/", "/dead"])
def test_crawl_delay_is_obeyed_between_pages_and_sitemaps(client: Client, site: Site, start: str) -> None:
    site.put("/robots.txt", f"User-agent: *\nCrawl-delay: 0.6\nSitemap: {site.url('/index.xml')}\n")
    site.put("/index.xml", sitemap_index(site.url("/a.xml"), site.url("/b.xml")), kind="application/xml")
    for name in "ab":
        site.put(f"/{name}.xml", url_set(site.url(f"/of-{name}")), kind="application/xml")
        site.page(f"/of-{name}")
    paths = site.tree(3)

    job = crawled(client, site, start)

    targets = [visit.target for visit in site.visits if visit.target != "/robots.txt"]
    gaps = [later.at - earlier.at for earlier, later in pairwise(site.visits) if earlier.target != "/robots.txt"]
    assert sorted(addresses(job, "completed")) == sorted(["/of-a", "/of-b", *(paths if start == "/" else [])])
    assert_distance(gaps, 0.6)
    assert start == "/dead" or targets[:2] == ["/", "/p1"]  # a pending page comes before the sitemaps


def test_host_with_crawl_delay_gets_no_needless_requests(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 0.3\n")
    site.page("/")

    crawled(client, site)

    assert [visit.target for visit in site.visits] == ["/robots.txt", "/", "/sitemap.xml"]


def test_full_crawl_does_not_wait_for_a_sitemap_in_a_pause(client: Client, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 1\n")
    site.tree(5)

    job = crawled(client, site, limit=2)

    assert addresses(job) == ["/", "/p1"] and not site.seen("/sitemap.xml")


def test_at_most_eight_requests_go_to_a_host_at_a_time(
    client: Client, site: Site, make_account: Callable[..., Account]
) -> None:
    site.tree(30, width=30, seconds=0.3)
    other = Client(client.base_url, make_account().key)
    fresh = {"maxAge": 0}

    jobs = [(who, who.begin("crawl", url=site.url(), scrapeOptions=fresh)) for who in (client, client, other)]

    assert [who.ended("crawl", job_id)["completed"] for who, job_id in jobs] == [30] * 3
    assert 3 <= site.most_at_a_time <= 8


@pytest.mark.parametrize("code", [429, 503])
def test_host_that_asks_for_a_pause_gets_it(client: Client, site: Site, spent: Spent, code: int) -> None:
    # Slow enough that the 429 is handled before another page ends and the next request starts.
    paths = site.tree(12, width=12, seconds=2.5)
    site.page("/", *paths[1:])
    complained: list[float] = []

    async def busy(request: web.Request) -> web.Response:
        if not complained:
            complained.append(time.monotonic())
            return html("later", status=code, headers={"Retry-After": "4"})
        return html(document("/p5", []))

    site.on("/p5", busy)

    job = crawled(client, site, sitemap="skip")

    assert sorted(addresses(job, "completed")) == sorted(paths) and spent() == 12
    assert len(site.seen("/p5")) == 2
    # Requests that were already sent may still arrive.
    early = [visit.target for visit in site.visits if 2.2 < visit.at - complained[0] < 3.8]
    assert early == []


def test_host_that_stays_overloaded_is_given_up(client: Client, site: Site) -> None:
    site.page("/", "/busy")

    async def busy(request: web.Request) -> web.Response:
        return html("later", status=503, headers={"Retry-After": "0"})

    site.on("/busy", busy)

    job = crawled(client, site)

    assert job["pages"][1]["error"] == "HTTP 503" and job["status"] == "completed"
    assert 2 <= len(site.seen("/busy")) <= 6


# Results.


def test_options_apply_to_every_page(client: Client, site: Site) -> None:
    site.page("/", "/a")
    site.page("/a")
    formats = ["markdown", "html", "rawHtml", "links", "structured"]

    job = crawled(
        client, site,
        scrapeOptions={"formats": formats, "headers": {"X-Mine": "yes"}, "location": {"languages": ["pt-BR"]}, "maxAge": 0},
    )  # fmt: skip

    for page in job["pages"]:
        assert set(formats) <= set(page["data"])
    visits = [visit for visit in site.visits if visit.target in ("/", "/a")]
    assert [visit.headers["x-mine"] for visit in visits] == ["yes", "yes"]
    assert all(visit.headers["accept-language"].startswith("pt-BR") for visit in visits)
    assert all("x-mine" not in visit.headers for visit in site.visits if visit.target == "/robots.txt")


def test_pages_from_the_cache_cost_the_same(client: Client, site: Site, spent: Spent) -> None:
    paths = site.tree(6)
    crawled(client, site)

    again = crawled(client, site)
    fresh = crawled(client, site, scrapeOptions={"maxAge": 0})

    assert [page["data"]["cached"] for page in again["pages"]] == [True] * 6
    assert {page["data"]["usage"]["freshness"] for page in again["pages"]} == {"cache"}
    assert [page["data"]["cached"] for page in fresh["pages"]] == [False] * 6
    assert {path: site.counts()[path] for path in paths} == dict.fromkeys(paths, 2) and spent() == 18


def test_status_is_read_in_parts(client: Client, site: Site) -> None:
    site.page("/", *(f"/p{number}" for number in range(70)), "/gone")
    site.family(lambda target: html(document(target, [])) if target.startswith("/p") else None)
    job_id = client.begin("crawl", url=site.url())
    whole = client.ended("crawl", job_id)

    parts = [client.status("crawl", job_id, limit=30, offset=offset) for offset in (0, 30, 60, 90)]
    failed = client.status("crawl", job_id, status="failed")
    bare = client.status("crawl", job_id, includeData="false")
    counters = ("total", "completed", "failed", "creditsUsed", "status")

    assert [page for part in parts for page in part["pages"]] == whole["pages"] and len(whole["pages"]) == 72
    assert all(
        [part[name] for name in counters] == [whole[name] for name in counters] for part in [*parts, failed, bare]
    )
    assert addresses(failed) == ["/gone"]
    assert all("data" not in page for page in bare["pages"]) and len(bare["pages"]) == 72
    for wrong in ("limit=0", "limit=x", "offset=-1", "status=lost", "includeData=maybe"):
        assert client.get(f"/v1/web/crawl/{job_id}?{wrong}").status_code == 400, wrong


def test_jobs_are_visible_only_to_their_workspace_and_under_their_operation(
    client: Client, site: Site, make_account: Callable[..., Account]
) -> None:
    site.page("/")
    stranger = Client(client.base_url, make_account().key)
    crawl = client.begin("crawl", url=site.url())
    scrape = client.post("/v1/web/scrape", {"url": site.url(), "async": True}).json()["jobId"]

    for path in (f"crawl/{crawl}", f"crawl/{crawl}/deliveries"):
        assert client.get(f"/v1/web/{path}").status_code == 200
        assert stranger.get(f"/v1/web/{path}").status_code == 404
    assert stranger.delete(f"/v1/web/crawl/{crawl}").status_code == 404
    for path in (f"batch/{crawl}", f"scrape/{crawl}", f"crawl/{scrape}", "crawl/no-id", f"batch/{crawl}/deliveries"):
        answer = client.get(f"/v1/web/{path}")
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "NOT_FOUND"
    assert client.delete(f"/v1/web/batch/{crawl}").status_code == 404
    assert requests.get(f"{client.base_url}/v1/web/crawl/{crawl}", timeout=60).status_code == 401
    assert client.ended("crawl", crawl)["status"] == "completed"


def test_cancelled_crawl_stops_and_keeps_what_it_has(client: Client, site: Site, spent: Spent) -> None:
    site.page("/", *(f"/slow/{number}" for number in range(20)))
    site.family(lambda target: None)
    for number in range(20):
        site.page(f"/slow/{number}", seconds=30)
    job_id = client.begin("crawl", url=site.url())
    wait_until(lambda: site.in_flight == 8, seconds=90, what="eight downloads")

    answer = client.delete(f"/v1/web/crawl/{job_id}")

    assert answer.status_code == 200 and answer.json()["status"] == "cancelled"
    wait_until(lambda: site.in_flight == 0, seconds=25, what="the end of all downloads")
    job = client.status("crawl", job_id)
    assert_consistent(job)
    assert (job["status"], job["completed"], job["total"]) == ("cancelled", 1, 21) and spent() == 1
    assert {page["error"] for page in job["pages"][1:]} == {"The job was cancelled before the page was scraped."}
    again = client.delete(f"/v1/web/crawl/{job_id}")
    assert again.status_code == 200 and again.json()["finishedAt"] == job["finishedAt"]


def test_finished_crawl_is_left_as_it_is(client: Client, site: Site, spent: Spent) -> None:
    site.page("/")
    job = crawled(client, site)

    answer = client.delete(f"/v1/web/crawl/{job['id']}")

    assert answer.status_code == 200 and answer.json()["status"] == "completed"
    after = client.status("crawl", job["id"])
    assert {**after, "meta": None} == {**job, "meta": None} and spent() == 1


# Charges.


def test_crawl_without_credits_starts_nothing(client: Client, site: Site, make_account: Callable[..., Account]) -> None:
    poor = Client(client.base_url, make_account(0).key)

    for kind, options in (
        ("crawl", {"url": site.url()}),
        ("batch", {"urls": [site.url()]}),
        ("map", {"url": site.url()}),
    ):
        answer = poor.post(f"/v1/web/{kind}", options)
        assert answer.status_code == 402 and answer.json()["error"]["code"] == "INSUFFICIENT_CREDITS"
    assert site.visits == []


def test_crawl_without_credits_left_keeps_paid_pages(
    service: Service, site: Site, make_account: Callable[..., Account]
) -> None:
    site.tree(12, width=12)
    poor = Client(service.base_url, make_account(5).key)

    job = poor.run("crawl", url=site.url(), limit=12)

    assert_consistent(job)
    assert (job["status"], job["total"], job["completed"], job["failed"]) == ("completed", 12, 5, 7)
    assert {page["errorCode"] for page in job["pages"] if page["error"]} == {"INSUFFICIENT_CREDITS"}
    assert poor.try_scrape(site.url()).status_code == 402


def test_pages_that_name_one_page_as_canonical_by_mistake_are_all_scraped(client: Client, site: Site) -> None:
    site.page("/", *(f"/list?page={number}" for number in range(1, 5)))

    def listing(target: str) -> web.Response | None:
        if not target.startswith("/list"):
            return None
        text = "".join(f"<p>Article {number} of {target} tells a story of its own.</p>" for number in range(9))
        return html(
            f"<html><head><title>List</title><link rel=canonical href='/list?page=1'></head><body><main>{text}</main></body></html>"
        )

    site.family(listing)

    job = crawled(client, site)

    assert sorted(addresses(job)) == ["/", *(f"/list?page={number}" for number in range(1, 5))]


def test_copies_of_a_page_that_name_it_as_canonical_are_scraped_once(client: Client, site: Site) -> None:
    site.page("/", *(f"/p?ref={number}" for number in range(4)), "/p")

    def page(target: str) -> web.Response | None:
        if not target.startswith("/p"):
            return None
        text = "".join(f"<p>Sentence {number} of the only article here.</p>" for number in range(9))
        return html(
            f"<html><head><title>P</title><link rel=canonical href='/p'></head><body><main>{text}</main></body></html>"
        )

    site.family(page)

    job = crawled(client, site)

    assert job["total"] == 2 and job["creditsUsed"] == 2


def test_crawl_of_a_closed_host_has_failed(crawl_of_a_closed_host: tuple[Client, str]) -> None:
    caller, crawl = crawl_of_a_closed_host

    assert_failed(caller.ended("crawl", crawl))
    account = caller.get("/v1/account").json()["data"]
    assert (account["balance"], account["held"]) == (1_000, 0)
