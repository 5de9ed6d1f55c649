"""What nobody waits for ends: no download outlives the call that started it by more than two seconds."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator

import pytest
from aiohttp import web

from crawler.calls import Call
from tests.crawler.line_process import LineProcess
from tests.service import wait_until
from tests.sites.site import Site, html, url_set

ENDED_WITHIN_SECONDS = 10.0
# Runs one call after the other: reads its name and a URL, reads a line when the call shall be cancelled.
CALLS = """
import asyncio, json, sys
from dataclasses import replace
from contract.declare import load
from contract.process import log_context
from contract.environment import Environment
from contract.options.crawl import CrawlOptions
from contract.options.map import MapOptions
from contract.options.scrape import ScrapeOptions
from crawler.spiders import map as map_spider
from crawler.jobs.known_job import KnownJob
from crawler.jobs.memory_frontier import MemoryFrontier
from crawler.jobs.pages import PageWork
from crawler.runner import Reactor, engine_of
from extraction.links.scope import start_links
from models.pages.page import SITEMAP, start_pages

async def made():
    return engine_of(Environment.read())

async def scrape(url, **options):
    await engine.run("scrape", load(ScrapeOptions, {"url": url, "renderJs": False, **options}), None)

async def map(url, seconds):
    map_spider.SITEMAPS_SECONDS = seconds
    await engine.gather("map", load(MapOptions, {"url": url}), None)

async def crawl(url, kind):
    options = load(CrawlOptions, {"url": url})
    frontier = MemoryFrontier(KnownJob("crawl", options), start_pages(start_links(options)), 10)
    work, [task] = PageWork(engine.resources, frontier), await frontier.claim(1)
    if kind == SITEMAP:
        async with engine.crawler() as crawler:
            await work.read_sitemaps(replace(task, kind=SITEMAP), crawler)
    else:
        await engine.page(await work.request(task), lambda: None)

CALLS = {
    "scrape": scrape,
    "scrape with a timeout": lambda url: scrape(url, timeout=1_000),
    "rendered scrape": lambda url: scrape(url, renderJs=True),
    "map": lambda url: map(url, 50),
    "map that ran out of time": lambda url: map(url, 0.5),
    "page of a crawl": lambda url: crawl(url, "page"),
    "sitemaps of a crawl": lambda url: crawl(url, SITEMAP),
}

async def begun(name, url):
    return asyncio.ensure_future(CALLS[name](url))

async def is_idle():
    async with engine.crawler() as crawler:
        return not crawler.engine.downloader.active and crawler.engine.scraper.slot.is_idle()

async def contexts(url):
    # The job that each page is read for, while pages of others are fetched at the same time.
    jobs, read_page = {}, engine.resources.reading.read_page

    async def noted(capture, *arguments, **named):
        jobs[capture.url] = log_context.current().job_id
        return await read_page(capture, *arguments, **named)

    async def one(number):
        log_context.begin(job_id=number)
        await scrape(f"{url}{number}")

    engine.resources.reading.read_page = noted
    await asyncio.gather(*(asyncio.create_task(one(number)) for number in range(8)))
    engine.resources.reading.read_page = read_page
    return all(page.endswith(f"/{job}") for page, job in jobs.items()) and len(jobs) == 8

async def ended(task):
    await asyncio.wait({task})

async def cancelled(task):
    task.cancel()
    await ended(task)

reactor = Reactor()
reactor.start()
engine = reactor.call(made())
reactor.call(engine.start(), timeout=180)
print("ready", flush=True)
for line in sys.stdin:
    if (asked := json.loads(line))[0] in ("idle", "contexts"):
        answer = reactor.call(is_idle() if asked[0] == "idle" else contexts(asked[1]), timeout=45)
        print(json.dumps(answer), flush=True)
        continue
    task = reactor.call(begun(*json.loads(line)))
    print("begun", flush=True)
    reactor.call((cancelled if sys.stdin.readline() == "cancel\\n" else ended)(task), timeout=45)
    print("ended", flush=True)
reactor.call(engine.close(), timeout=60)
reactor.stop()
"""


class Caller(LineProcess):
    """Starts calls in a process that has an engine and no database."""

    def __init__(self) -> None:
        super().__init__(CALLS, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_ROBOTS="respect")

    def begin(self, name: str, url: str) -> None:
        self.say(json.dumps([name, url]))
        self.expect("begun")

    def end(self, how: str) -> None:
        """`cancel` the call, or `wait` for its own end."""
        self.say(how)
        self.expect("ended")

    def ask(self, what: str, url: str = "") -> bool:
        """Whether Scrapy has nothing in progress (`idle`), or each page is read in the `contexts` of its own call."""
        return bool(json.loads(self.answer(json.dumps([what, url]))))


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    started = Caller()
    yield started
    started.close()


def hanging(site: Site, path: str) -> None:
    async def answer(request: web.Request) -> web.Response:
        await asyncio.sleep(60)
        return html("late")

    site.on(path, answer)


def open_requests(site: Site) -> list[str]:
    """What visitors still wait for an answer to."""
    return [visit.target for visit in site.visits if visit.ended is None]


@pytest.mark.parametrize(
    ("call", "path", "how"),
    [
        ("scrape", "/", "cancel"),
        ("scrape with a timeout", "/", "wait"),
        ("map", "/", "cancel"),
        ("map", "/robots.txt", "cancel"),
        ("map", "/sitemap.xml", "cancel"),
        ("map that ran out of time", "/robots.txt", "wait"),
        ("map that ran out of time", "/sitemap.xml", "wait"),
        ("page of a crawl", "/", "cancel"),
        ("page of a crawl", "/robots.txt", "cancel"),
        ("sitemaps of a crawl", "/robots.txt", "cancel"),
        ("sitemaps of a crawl", "/sitemap.xml", "cancel"),
        ("sitemaps of a crawl", "/deeper.xml", "cancel"),
    ],
)
def test_download_ends_with_its_call(caller: Caller, site: Site, call: str, path: str, how: str) -> None:
    site.page("/")
    site.put("/sitemap.xml", url_set(site.url("/a")))
    if path == "/deeper.xml":
        site.put("/robots.txt", f"Sitemap: {site.url('/deeper.xml')}\nSitemap: {site.url('/sitemap.xml')}")
    hanging(site, path)

    caller.begin(call, site.url("/"))
    wait_until(lambda: path in open_requests(site), seconds=90, what=path)
    caller.end(how)

    wait_until(lambda: not open_requests(site), seconds=ENDED_WITHIN_SECONDS, what="the end of the download")
    wait_until(lambda: caller.ask("idle"), seconds=ENDED_WITHIN_SECONDS, what="Scrapy's end of the request")


def test_page_is_read_in_the_context_of_its_own_caller(caller: Caller, site: Site) -> None:
    """Scrapy starts a request while it handles that of another caller. Log lines name the job of the page."""
    for number in range(8):
        site.page(f"/{number}") if number % 2 else site.redirect(f"/{number}", site.url("/end"))
    site.page("/end")

    assert caller.ask("contexts", site.url("/"))


@pytest.mark.usefixtures("browser")
def test_browser_stops_loading_with_its_call(caller: Caller, site: Site) -> None:
    hanging(site, "/")

    caller.begin("rendered scrape", site.url("/"))
    wait_until(lambda: "/" in open_requests(site), seconds=90, what="the browser's request")
    caller.end("cancel")

    wait_until(lambda: not open_requests(site), seconds=ENDED_WITHIN_SECONDS, what="the end of the download")


@pytest.mark.parametrize("call", ["scrape", "page of a crawl"])
def test_page_that_waits_to_be_tried_again_is_not_when_nobody_waits(caller: Caller, site: Site, call: str) -> None:
    async def unwell(request: web.Request) -> web.Response:
        return html("unwell", status=500, headers={"Retry-After": "2"})

    site.on("/", unwell)

    caller.begin(call, site.url("/"))
    wait_until(lambda: site.seen("/"), seconds=90, what="the first try")
    caller.end("cancel")
    time.sleep(2.6)

    assert len(site.seen("/")) == 1


def test_robots_file_is_fetched_on_for_those_who_still_wait(caller: Caller, make_site: Callable[[], Site]) -> None:
    """Nothing that a cancelled fetch leaves behind allows what the site forbids."""
    site = make_site()
    site.page("/")
    hanging(site, "/robots.txt")
    caller.begin("page of a crawl", site.url("/"))
    wait_until(lambda: site.seen("/robots.txt"), seconds=90, what="robots.txt")
    caller.end("cancel")

    site.put("/robots.txt", "User-agent: *\nDisallow: /")
    caller.begin("page of a crawl", site.url("/"))
    caller.end("wait")

    assert len(site.seen("/robots.txt")) == 2 and not site.seen("/")


def test_call_that_was_cancelled_reports_no_end_of_its_fetch() -> None:
    """Scrapy reports it later, when the page is no longer in hand: it would count as fetched for ever."""

    async def fetched_pages(*, is_cancelled: bool) -> list[str]:
        fetched: list[str] = []
        call = Call(lambda: fetched.append("page"))
        waiting = asyncio.ensure_future(call.outcome())
        await asyncio.sleep(0)
        if is_cancelled:
            waiting.cancel()
            await asyncio.wait({waiting})
        call.note_fetched()
        call.note_fetched()
        call.succeed("item")
        await asyncio.wait({waiting})
        return fetched

    assert asyncio.run(fetched_pages(is_cancelled=True)) == []
    assert asyncio.run(fetched_pages(is_cancelled=False)) == ["page"]
