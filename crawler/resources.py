"""Resources that the crawlers of a process share: the address policy, the browser, the reading pool, the database.

A worker creates one object and passes it to every crawler. Under `scrapy crawl` the first component that needs it
creates it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, Self, TypeVar, cast

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from contract.addresses import Policy
from contract.environment import Environment
from contract.process.interruptions import Interruptions
from crawler.network.egress import Exempt
from crawler.network.txt_records import TxtRecords
from crawler.politeness.host_visits import HostVisits
from crawler.politeness.robots import Robots, Rules
from crawler.politeness.stored_copies import StoredCopies
from crawler.reading import ReadingPool
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.forward_proxy import WaysOut
from extraction.links.scope import Scope
from models import session

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Closable(Protocol):
    """A client that stays open as long as the process."""

    async def close(self) -> None: ...


C = TypeVar("C", bound=Closable | None)
T = TypeVar("T")
# Threads for the event loop's blocking work: database transactions.
THREADS = 24


@dataclass(frozen=True, kw_only=True)
class Resources:
    """`database` is None if nothing is recorded, and then `visits` too: requests need no slot at their host.

    `robots` has the rules of sites, by the proxy that fetched them. `own_servers` are addresses that only requests with the meta
    key `OWN_SERVER` may connect to although they are private.
    `interruptions` knows when this process was paused and when the database did not answer.
    """

    environment: Environment
    policy: Policy
    exempt: Exempt
    own_servers: Exempt
    ways_out: WaysOut
    browser: SharedBrowser
    reading: ReadingPool
    threads: ThreadPoolExecutor
    database: Engine | None
    visits: HostVisits | None
    robots: dict[str | None, Robots] = field(default_factory=dict)
    txt_records: TxtRecords = field(default_factory=TxtRecords)
    clients: dict[str, Closable | None] = field(default_factory=dict)
    interruptions: Interruptions = field(default_factory=Interruptions)

    def client(self, name: str, make: Callable[[], C]) -> C:
        """The process's one client of that name, for packages above this one. It is made by the first call."""
        if name not in self.clients:
            self.clients[name] = make()
        return cast(C, self.clients[name])

    def robots_for(self, country: str | None) -> Robots:
        """The rules of sites for a country's proxy. A site may send different rules to each proxy."""
        proxy = self.environment.proxy_for(country)
        if proxy not in self.robots:
            copies = None if self.database is None else StoredCopies(self.database, self.threads, proxy)
            self.robots[proxy] = Robots(copies)
        return self.robots[proxy]

    @property
    def obeys_robots(self) -> bool:
        """Whether crawls obey robots.txt."""
        return self.environment.robots == "respect"

    def crawled(self, scope: Scope | None) -> Scope | None:
        """The scope of a crawl as the operator's settings limit it."""
        ignores = self.environment.nofollow == "ignore"
        return replace(scope, ignore_nofollow=ignores) if scope else None

    def known_rules(self, url: str, country: str | None) -> Rules | None:
        """The rules that a crawl obeys at a URL. None if they are unknown, or crawls obey none."""
        return self.robots_for(country).known(url) if self.obeys_robots else None

    def transact(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """`models.session.transact` on a thread. It begins at once, even if nobody awaits it. Needs a database."""
        return self._on_thread(session.transact, work)

    def ask(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """`models.session.ask` on a thread. Needs a database."""
        return self._on_thread(session.ask, work)

    def _on_thread(
        self, run: Callable[[Engine, Callable[[Connection], T]], T], work: Callable[[Connection], T]
    ) -> asyncio.Future[T]:
        assert self.database is not None
        timed = self.interruptions.timed(run)
        return asyncio.get_running_loop().run_in_executor(self.threads, timed, self.database, work)

    async def close(self) -> None:
        """End the clients, the browser and the pools."""
        for client in filter(None, self.clients.values()):
            await client.close()
        if self.visits is not None:
            await self.visits.close()
        await self.browser.close()
        await self.ways_out.stop()
        self.reading.close()
        self.threads.shutdown(wait=False)


def create(environment: Environment, database: Engine | None = None) -> Resources:
    """New resources. The browser and the pool start when first used."""
    policy = Policy(environment.allowed_networks)
    ways_out = WaysOut(policy)
    threads, interruptions = ThreadPoolExecutor(THREADS, "crawler"), Interruptions()
    return Resources(
        environment=environment,
        policy=policy,
        exempt=Exempt(environment.proxies.values()),
        own_servers=Exempt(filter(None, (environment.searxng_url,))),
        ways_out=ways_out,
        browser=SharedBrowser(environment, ways_out.through(environment.proxies.get(""))),
        reading=ReadingPool(log_format=environment.log_format),
        threads=threads,
        database=database,
        visits=None if database is None else HostVisits(database, threads, interruptions),
        interruptions=interruptions,
    )


def of(crawler: Crawler) -> Resources:
    """The resources of a crawler's process."""
    shared: Resources | None = getattr(crawler, "resources", None)
    if shared is None:
        shared = create(Environment.read())
        crawler.resources = shared  # type: ignore[attr-defined]
        crawler.signals.connect(shared.close, signal=signals.engine_stopped, weak=False)
    return shared


class Component:
    """A middleware or pipeline of Scrapy that uses the shared resources and counts in the crawler's stats."""

    def __init__(self, shared: Resources, counters: StatsCollector) -> None:
        self._shared = shared
        self._counters = counters

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(of(crawler), crawler.stats)
