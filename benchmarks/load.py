"""Many callers at once on one machine: does everybody get an answer, quickly, and a fair share?

    python -m benchmarks.load [--only steady,waiting,shares] [--seconds 60] [--calls 2000]

`steady` sends 25 calls a second, six of ten for pages that the cache has, four for new ones that take the site 0.2
seconds. Times count from the moment at which a call was due. `waiting` lets 2,000 calls wait for pages that take a
minute, while another workspace asks for a cached page ten times a second for 20 seconds; it also asks while they
arrive. `shares` has 300 keys of 50 workspaces, two or ten each, that scrape one page of half a second after another. The
goals are printed with the figures; the exit code is 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import aiohttp
from sqlalchemy import func, select

from benchmarks.running.jobs import database_of
from benchmarks.running.machine import Service, quantile, service, site
from contract import limits
from models.accounts import credits, workspace
from models.jobs.job import OPEN, Job

HOSTS = 40  # The service fetches at most eight pages at a time from each.
RATE, CACHED_OF_TEN, CACHED_PAGES, FRESH_SECONDS = 25, 6, 20, 0.2
CACHED_P95_MS, BESIDE_P90_MS = 60, 500
WAITING_PAGE_SECONDS, BESIDE_SECONDS, BESIDE_RATE = 60, 20, 10
WORKSPACES, FEW_KEYS, MANY_KEYS, SHARES_PAGE_SECONDS = 50, 2, 10, 0.5


@dataclass
class Load:
    """A running service and site, and what callers of it saw.

    Attributes:
        times: milliseconds of the answered calls by kind.
        failures: how many calls did not succeed, by kind and status or error.
    """

    running: Service
    address: str
    session: aiohttp.ClientSession
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: Counter[str] = field(default_factory=Counter)
    numbers: Iterator[int] = field(default_factory=count)

    def workspaces(self, keys: list[int]) -> list[list[str]]:
        """For each number, a new workspace with that many keys."""
        found = []
        with database_of(self.running).begin() as connection:
            for number in keys:
                made = workspace.create(connection, "load")
                credits.grant(connection, made, 1_000_000, key=f"load:{made}")
                found.append([workspace.create_key(connection, made).key for _ in range(number)])
        return found

    def page(self, seconds: float, name: object = None) -> str:
        """The address of a page that takes the site these seconds; a new one without a name."""
        number = next(self.numbers)
        host = f"http://127.0.0.{1 + number % HOSTS}:{self.address.rpartition(':')[2]}"
        return f"{host}/{seconds}/{number if name is None else name}"

    async def scrape(self, kind: str, key: str, url: str, due: float | None = None, **options: Any) -> bool:
        """Scrape a page and record how it went. `due` is when the call should have been sent."""
        begun = time.perf_counter() if due is None else due
        body = {"url": url, "formats": ["markdown"], **options}
        try:
            sent = self.session.post(f"{self.running.url}/v1/web/scrape", json=body, headers={"X-API-Key": key})
            async with sent as answer:
                await answer.read()
                problem = "" if answer.status == 200 else str(answer.status)
        except (aiohttp.ClientError, TimeoutError) as error:
            problem = type(error).__name__
        if problem:
            self.failures[f"{kind} {problem}"] += 1
        else:
            self.times[kind].append((time.perf_counter() - begun) * 1000)
        return not problem

    def show(self, kind: str) -> None:
        took = self.times[kind]
        figures = ", ".join(f"p{round(100 * share)} {quantile(took, share):.0f}" for share in (0.5, 0.9, 0.95, 0.99))
        print(f"  {kind}: {len(took)} answered, {figures}, most {max(took):.0f} ms")

    def met(self, goal: str, holds: bool) -> bool:
        """Print a goal, and whether it was met: no call failed, and the goal itself."""
        held = holds and not self.failures
        print(f"  {'met' if held else 'MISSED'}: {goal}; failed calls: {dict(self.failures) or 'none'}", flush=True)
        return held


async def steady(load: Load, seconds: float, _: int) -> bool:
    """25 calls a second, cached and fresh."""
    keys = [each[0] for each in load.workspaces([1] * 5)]  # 600 calls a minute are allowed to one
    cached = [load.page(0, f"cached-{number}") for number in range(CACHED_PAGES)]
    for url in cached:
        await load.scrape("warming", keys[0], url)
    async with due_calls(RATE, seconds) as dues:
        for number, due in enumerate(dues):
            key = keys[number % len(keys)]
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if number % 10 < CACHED_OF_TEN:
                dues.start(load.scrape("cached", key, cached[number % CACHED_PAGES], due))
            else:
                dues.start(load.scrape("fresh", key, load.page(FRESH_SECONDS), due))
    print(f"steady: {RATE} calls a second for {seconds:.0f} s")
    load.show("cached")
    load.show("fresh")
    goal = f"cached calls within {CACHED_P95_MS} ms at p95"
    return load.met(goal, quantile(load.times["cached"], 0.95) <= CACHED_P95_MS)


async def waiting(load: Load, _: float, calls: int) -> bool:
    """Calls that wait for slow pages, and others meanwhile."""
    one_workspace = limits.INLINE_CALLS_MAX - 5
    keys = [each[0] for each in load.workspaces([1] * (2 + calls // one_workspace))]
    url = load.page(0, "beside")
    await load.scrape("warming", keys[0], url)
    slow = [
        asyncio.ensure_future(
            load.scrape("waiting", keys[1 + number % (len(keys) - 1)], load.page(WAITING_PAGE_SECONDS))
        )
        for number in range(calls)
    ]
    begun = time.perf_counter()
    while await asyncio.to_thread(open_jobs, load) < calls:
        await load.scrape("while they arrive", keys[0], url)
    print(f"waiting: {calls} calls arrived in {time.perf_counter() - begun:.0f} s")
    load.show("while they arrive")
    async with due_calls(BESIDE_RATE, BESIDE_SECONDS) as dues:
        for due in dues:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            dues.start(load.scrape("beside", keys[0], url, due))
    print(f"waiting: {sum(task.done() for task in slow)} calls were answered before the others ended")
    load.show("beside")
    held = load.met(
        f"the others within {BESIDE_P90_MS} ms at p90", quantile(load.times["beside"], 0.9) <= BESIDE_P90_MS
    )
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    return held


def open_jobs(load: Load) -> int:
    """How many jobs have not ended."""
    with database_of(load.running).connect() as connection:
        return int(connection.scalar(select(func.count()).where(Job.status.in_(OPEN))) or 0)


async def shares(load: Load, seconds: float, _: int) -> bool:
    """Workspaces with few and with many keys, all of which always have a call in progress."""
    sizes = [FEW_KEYS if number % 2 else MANY_KEYS for number in range(WORKSPACES)]
    answered: Counter[int] = Counter()
    until = time.perf_counter() + seconds

    async def caller(number: int, key: str) -> None:
        while time.perf_counter() < until:
            if await load.scrape("shares", key, load.page(SHARES_PAGE_SECONDS)):
                answered[number] += 1

    keys = load.workspaces(sizes)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(caller(number, key) for number, some in enumerate(keys) for key in some))
    print(
        f"shares: {sum(sizes)} keys of {WORKSPACES} workspaces, {sum(answered.values()) / seconds:.0f} pages a second"
    )
    load.show("shares")
    fair = sum(answered.values()) / WORKSPACES
    for size in (FEW_KEYS, MANY_KEYS):
        pages = sorted(answered[number] for number, each in enumerate(sizes) if each == size)
        median = pages[len(pages) // 2]
        print(
            f"  workspaces with {size} keys: {pages[0]} to {pages[-1]} pages, median {median}: {median / fair:.2f} of equal"
        )
    return load.met("every workspace gets answers", min(answered[number] for number in range(WORKSPACES)) > 0)


class Dues:
    """The moments at which calls are due, and the calls that were started."""

    def __init__(self, rate: float, seconds: float) -> None:
        begun = time.perf_counter()
        self._moments = iter([begun + number / rate for number in range(round(rate * seconds))])
        self.started: list[asyncio.Future[bool]] = []

    def __iter__(self) -> Iterator[float]:
        return self._moments

    def start(self, call: Awaitable[bool]) -> None:
        self.started.append(asyncio.ensure_future(call))


@asynccontextmanager
async def due_calls(rate: float, seconds: float) -> Any:
    """Calls at a constant rate, whether or not earlier ones were answered. Waits for all answers at the end."""
    dues = Dues(rate, seconds)
    yield dues
    await asyncio.gather(*dues.started)


PARTS: dict[str, Callable[[Load, float, int], Awaitable[bool]]] = {
    "steady": steady,
    "waiting": waiting,
    "shares": shares,
}


async def run(running: Service, address: str, part: str, seconds: float, calls: int) -> bool:
    connector, timeout = aiohttp.TCPConnector(limit=0), aiohttp.ClientTimeout(total=120)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        return await PARTS[part](Load(running, address, session), seconds, calls)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--calls", type=int, default=2_000)
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    held = []
    for part in arguments.only.split(","):
        with site("benchmarks.sites.slow_site", str(HOSTS)) as address, service() as running:
            held.append(asyncio.run(run(running, address, part, arguments.seconds, arguments.calls)))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
