"""Every kind of call that a service gets, for a soak: each is a function of a `Caller` that makes one call or a few, to the end."""

from __future__ import annotations

import itertools
import random
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any
from uuid import UUID

import requests

from benchmarks.running.machine import Service

BUSY = (429, 503)
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
GUIDES = ("/", "/docs", "/docs/guide", "/openapi.json", "/llms.txt", "/readyz", "/metrics", "/console/sign-in")
# The address of a logo in an answer, without the host.
_LOGO = re.compile(r"/logo/[^\s\"\\\\]+")
PAGES = ("", "usage", "calls", "jobs", "keys", "settings", "playground", "team", "logos")


class Caller:
    """Makes calls, and collects how long they took and what was wrong. Thread-safe."""

    def __init__(self, running: Service, site: str, *, cookies: dict[str, str], workspace: UUID) -> None:
        self.url, self.site, self.cookies, self.workspace = running.url, site, cookies, workspace
        self.key = ""
        self.took: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()
        self.problems: Counter[str] = Counter()
        self.forgives = False
        self._local, self._numbers, self._lock = (
            threading.local(),
            itertools.count(random.randrange(10**9)),
            threading.Lock(),
        )

    def fresh(self, path: str = "page") -> str:
        """The URL of a page that was not fetched before."""
        return f"{self.site}/{path}/{next(self._numbers)}"

    def send(
        self, method: str, path: str, body: Any = None, *, what: str = "", seconds: float = 100, **more: Any
    ) -> requests.Response:
        """A call. What fails is a problem, unless the service is busy or was killed a moment ago."""
        session = self._local.__dict__.setdefault("session", requests.Session())
        began = time.monotonic()
        try:
            answer: requests.Response = session.request(
                method, self.url + path, json=body, timeout=seconds, headers={"X-API-Key": self.key}, **more
            )
        except requests.RequestException as error:
            self._local.session = requests.Session()
            if not self.forgives:
                with self._lock:
                    self.problems[f"{method} {path.partition('?')[0][:40]}: {type(error).__name__}"] += 1
            raise
        with self._lock:
            self.statuses[answer.status_code] += 1
            if what:
                self.took[what].append((began, time.monotonic() - began))
            if (
                answer.status_code >= 400
                and answer.status_code not in BUSY
                and not self.forgives
                and not more.get("params")
            ):
                self.problems[f"{answer.status_code} {method} {path.partition('?')[0][:40]} {answer.text[:200]}"] += 1
        return answer

    def wait(self, kind: str, job_id: str) -> None:
        """Return when a job has ended, or cannot be read."""
        query = "" if kind == "scrape" else "?limit=1&includeData=false"
        while (answer := self.send("GET", f"/v1/web/{kind}/{job_id}{query}")).ok or answer.status_code in BUSY:
            if answer.ok and answer.json()["status"] not in ("running", "queued", "waiting", "active"):
                return
            time.sleep(0.3)


def cached(caller: Caller) -> None:
    caller.send("POST", "/v1/web/scrape", {"url": f"{caller.site}/page/{random.randrange(20)}"}, what="cached scrape")


def fresh(caller: Caller) -> None:
    formats = random.sample(("markdown", "html", "rawHtml", "links", "images", "structured"), 3)
    caller.send("POST", "/v1/web/scrape", {"url": caller.fresh(), "formats": formats}, what="fresh scrape")


def firecrawl(caller: Caller) -> None:
    body = {"url": caller.fresh(), "formats": ["markdown", "links"]}
    caller.send("POST", "/v2/scrape", body, what="/v2 scrape", params={"": ""} if caller.forgives else None)


def document(caller: Caller) -> None:
    caller.send("POST", "/v1/web/scrape", {"url": f"{caller.site}/sheet.pdf", "maxAge": 0})


def rendered(caller: Caller) -> None:
    caller.send("POST", "/v1/web/scrape", {"url": caller.fresh("app"), "renderJs": True}, what="rendered scrape")


def screenshot(caller: Caller) -> None:
    caller.send("POST", "/v1/web/screenshot", {"url": caller.fresh("app")}, what="screenshot")


def crawl(caller: Caller) -> None:
    body = {"url": caller.fresh(), "limit": 15, "sitemap": "skip", "webhook": f"{caller.site}/hook"}
    made = caller.send("POST", "/v1/web/crawl", body)
    if made.ok:
        caller.wait("crawl", made.json()["crawlId"])
        caller.send("GET", f"/v1/web/crawl/{made.json()['crawlId']}/download?format=jsonl")


def cancelled_crawl(caller: Caller) -> None:
    made = caller.send("POST", "/v1/web/crawl", {"url": caller.fresh("slow/0.3"), "limit": 200, "sitemap": "skip"})
    if made.ok:
        time.sleep(random.random() * 2)
        caller.send("DELETE", f"/v1/web/crawl/{made.json()['crawlId']}")


def batch(caller: Caller) -> None:
    urls = [caller.fresh() for _ in range(8)] + [f"{caller.site}/gone", f"{caller.site}/broken"]
    made = caller.send("POST", "/v1/web/batch", {"urls": urls, "scrapeOptions": {"timeout": 15_000}})
    if made.ok:
        caller.wait("batch", made.json()["batchId"])


def followed_events(caller: Caller) -> None:
    made = caller.send("POST", "/v1/web/crawl", {"url": caller.fresh(), "limit": 5, "sitemap": "skip"})
    if made.ok:
        with caller.send("GET", f"/v1/web/crawl/{made.json()['crawlId']}/events", stream=True) as events:
            for _ in events.iter_lines():
                pass


def hung_up(caller: Caller) -> None:
    """The caller disconnects before the page has come."""
    before, caller_forgives = caller.problems.copy(), caller.forgives
    try:
        caller.send("POST", "/v1/web/scrape", {"url": caller.fresh("slow/3"), "timeout": 10_000}, seconds=0.5)
    except requests.RequestException:
        if not caller_forgives:
            for name in caller.problems.keys() - before.keys():
                del caller.problems[name]


def extract(caller: Caller) -> None:
    caller.send("POST", "/v1/web/extract", {"urls": [caller.fresh()], "schema": SCHEMA}, what="extract")


def search(caller: Caller) -> None:
    caller.send("POST", "/v1/web/search", {"query": "quick brown fox", "limit": 5}, what="search")


def site_map(caller: Caller) -> None:
    caller.send("POST", "/v1/web/map", {"url": f"{caller.site}/", "limit": 50})


def logo(caller: Caller) -> None:
    answer = caller.send("GET", f"/v1/web/brand/logo?domain={caller.site}")
    if answer.ok and (found := _LOGO.search(answer.text)):
        caller.send("GET", found[0], what="logo")


def watch(caller: Caller) -> None:
    options = {"urls": [f"{caller.site}/changing"], "schedule": {"everyMinutes": 1_440}}
    made = caller.send("POST", "/v1/web/watch", options)
    if made.ok:
        path = f"/v1/web/watch/{made.json()['data']['id']}"
        time.sleep(1.5)
        caller.send("POST", f"{path}/run")
        time.sleep(1.5)
        caller.send("GET", f"{path}/checks")
        caller.send("DELETE", path)


def guide(caller: Caller) -> None:
    caller.send("GET", random.choice(GUIDES), what="guide")


def console(caller: Caller) -> None:
    path = f"/console/{caller.workspace}/{random.choice(PAGES)}"
    caller.send("GET", path, what="console", cookies=caller.cookies)


def queued_scrape(caller: Caller) -> None:
    made = caller.send("POST", "/v1/web/scrape", {"url": caller.fresh(), "async": True})
    if made.ok:
        caller.wait("scrape", made.json()["jobId"])


Kind = Callable[[Caller], None]
# How often each kind comes.
KINDS: dict[Kind, int] = {
    cached: 20, fresh: 12, firecrawl: 4, document: 1, crawl: 2, cancelled_crawl: 5, batch: 2, followed_events: 2, hung_up: 2,
    extract: 3, search: 4, site_map: 1, logo: 3, watch: 2, guide: 4, console: 5, queued_scrape: 3,
}  # fmt: skip
OF_BROWSER: dict[Kind, int] = {rendered: 2, screenshot: 1}
