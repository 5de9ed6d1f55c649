"""A warm synchronous scrape, compared with a bare fetch of the same page.

    python -m benchmarks.scrape [--requests 150]

Baselines: a bare aiohttp fetch; a cold `scrapy runspider` of one page; plain Scrapy with markdownify over 100 pages.
The service converts every page to Markdown, stores it and charges for it. Times are milliseconds. CPU includes all processes
of the service with Postgres and Valkey, but not the site and this client.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from benchmarks.running.machine import Service, memory_mb, processor_seconds, quantile, service, site

CONCURRENCIES = (1, 8, 32)
CALLS_PER_KEY = 500  # below the rate limit of 600 per minute and workspace
SPIDER = """
import scrapy
{imports}

class Baseline(scrapy.Spider):
    name = "baseline"
    custom_settings = {{"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "CONCURRENT_REQUESTS_PER_DOMAIN": 8}}
    start_urls = ["{site}/b%d" % number for number in range({pages})]

    def parse(self, response):
        yield {{"markdown": {expression}}}
"""

Call = Callable[[aiohttp.ClientSession, int], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """One measured row."""

    name: str
    concurrency: int
    p50_ms: float
    p95_ms: float
    per_second: float
    cpu_ms: float | None


async def measure(name: str, call: Call, requests: int, concurrency: int, root: int | None) -> Row:
    """Wall and CPU time of `requests` calls, `concurrency` at a time."""
    times: list[float] = []
    numbers = iter(range(requests))

    async def work(session: aiohttp.ClientSession) -> None:
        for number in numbers:
            begun = time.perf_counter()
            await call(session, number)
            times.append((time.perf_counter() - begun) * 1000)

    cpu, begun = processor_seconds(root) if root else 0.0, time.perf_counter()
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(work(session) for _ in range(concurrency)))
    elapsed = time.perf_counter() - begun
    spent = (processor_seconds(root) - cpu) / requests * 1000 if root else None
    return Row(name, concurrency, quantile(times, 0.5), quantile(times, 0.95), requests / elapsed, spent)


def scraping(running: Service, address: str, keys: list[str], run: str, **options: object) -> Call:
    """Calls of POST /v1/web/scrape, spread over the keys."""

    async def call(session: aiohttp.ClientSession, number: int) -> None:
        body = {"url": f"{address}/{run}{number}", **options}
        headers = {"X-API-Key": keys[number % len(keys)]}
        async with session.post(f"{running.url}/v1/web/scrape", json=body, headers=headers) as answer:
            found = await answer.json()
            assert answer.status == 200 and len(found["data"]["markdown"]) > 20_000, found

    return call


def fetching(address: str) -> Call:
    """Bare fetches."""

    async def call(session: aiohttp.ClientSession, number: int) -> None:
        async with session.get(f"{address}/{number}") as answer:
            await answer.read()

    return call


def spider_ms(address: str, pages: int, *, markdown: bool) -> float:
    """Wall milliseconds per page of a plain Scrapy spider in its own process, startup included."""
    source = SPIDER.format(
        imports="from markdownify import markdownify" if markdown else "",
        site=address,
        pages=pages,
        expression="markdownify(response.text)" if markdown else "response.text",
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "baseline.py").write_text(source)
        begun = time.perf_counter()
        command = [sys.executable, "-m", "scrapy", "runspider", "baseline.py", "-o", "out.jsonl"]
        subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
        assert Path(folder, "out.jsonl").read_text().count("\n") == pages
        return (time.perf_counter() - begun) / pages * 1000


async def rows(running: Service, address: str, requests: int) -> list[Row]:
    """All rows. Bare fetch and service alternate, so that both run under the same load."""
    needed = 1 + requests * 3 * len(CONCURRENCIES) // CALLS_PER_KEY
    keys = [running.new_key() for _ in range(needed)]
    found: list[Row] = []
    await measure("warm-up", scraping(running, address, keys, "w", maxAge=0), 30, 4, None)
    for concurrency in CONCURRENCIES:
        run = f"c{concurrency}-"
        found.append(await measure("bare aiohttp fetch", fetching(address), requests, concurrency, None))
        fresh = scraping(running, address, keys, run, maxAge=0)
        found.append(await measure("scrape, fresh", fresh, requests, concurrency, running.pid))
        cached = scraping(running, address, keys, run)
        found.append(await measure("scrape, cached", cached, requests, concurrency, running.pid))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=150)
    arguments = parser.parse_args()
    with site("benchmarks.sites.page_site") as address, service() as running:
        time.sleep(3)
        proportional, resident = memory_mb(running.pid)
        found = asyncio.run(rows(running, address, arguments.requests))
        print(
            f"{'what':22s} {'at once':>7s} {'p50 ms':>8s} {'p95 ms':>8s} {'per s':>8s} {'CPU ms':>8s} {'p50 above bare':>15s}"
        )
        for row in found:
            bare = next(r for r in found if r.concurrency == row.concurrency and r.name.startswith("bare"))
            cpu = f"{row.cpu_ms:8.1f}" if row.cpu_ms is not None else " " * 8
            above = f"{row.p50_ms - bare.p50_ms:15.1f}" if row is not bare else ""
            print(
                f"{row.name:22s} {row.concurrency:7d} {row.p50_ms:8.1f} {row.p95_ms:8.1f} {row.per_second:8.0f} {cpu} {above}"
            )
        print(f"cold scrapy runspider, one page: {spider_ms(address, 1, markdown=False):.0f} ms")
        print(
            f"plain Scrapy + markdownify, 100 pages: {spider_ms(address, 100, markdown=True):.1f} ms a page, start included"
        )
        print(f"idle memory of all processes, no browser: {proportional:.0f} MB (summed RSS {resident:.0f} MB)")


if __name__ == "__main__":
    main()
