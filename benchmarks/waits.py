"""Many calls that wait at once on one API process: its memory, its threads, and how quickly it answers `/healthz` meanwhile.

    python -m benchmarks.waits [--calls 2000] [--seconds 5]

Every call scrapes its own page, which takes some seconds; the worker fetches as many at a time as it has slots. The
baseline is the same API process before the calls.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import time
from collections import Counter
from pathlib import Path

import aiohttp

from benchmarks.running.machine import Service, family, quantile, service, site
from contract import limits


def api_process(root: int) -> int:
    """The API process of a running `orbweaver up`."""
    for process in family(root):
        if b"\0api\0" in Path(f"/proc/{process}/cmdline").read_bytes():
            return process
    raise LookupError("no API process")


def state_of(process: int) -> tuple[float, int]:
    """(resident memory in MB, threads) of a process."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) / 1024, int(lines["Threads"])


async def health(session: aiohttp.ClientSession, url: str, until: asyncio.Event) -> list[float]:
    """Milliseconds that `/healthz` took, asked ten times a second on its own connection."""
    took = []
    while not until.is_set():
        begun = time.perf_counter()
        async with session.get(f"{url}/healthz") as answer:
            await answer.read()
        took.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(0.1)
    return took


async def run(running: Service, address: str, calls: int, seconds: float) -> None:
    keys = [running.new_key() for _ in range(1 + calls // (limits.INLINE_CALLS_MAX - 5))]
    process, done = api_process(running.pid), asyncio.Event()
    print(f"before: {state_of(process)[0]:.0f} MB, {state_of(process)[1]} threads")
    statuses: Counter[int] = Counter()

    async def call(session: aiohttp.ClientSession, number: int) -> None:
        body = {"url": f"{address}/{seconds}/{number}", "maxAge": 0}
        headers = {"X-API-Key": keys[number % len(keys)]}
        async with session.post(f"{running.url}/v1/web/scrape", json=body, headers=headers) as answer:
            await answer.read()
            statuses[answer.status] += 1

    unbounded = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=120)
    async with (
        aiohttp.ClientSession(connector=unbounded, timeout=timeout) as session,
        aiohttp.ClientSession() as apart,
    ):
        asking = asyncio.ensure_future(health(apart, running.url, done))
        begun = time.perf_counter()
        waiting = [asyncio.ensure_future(call(session, number)) for number in range(calls)]
        most = 0.0
        while not all(task.done() for task in waiting):
            most = max(most, state_of(process)[0])
            await asyncio.sleep(0.5)
        done.set()
        took = await asking
    print(f"{calls} calls in {time.perf_counter() - begun:.0f} s: {dict(statuses)}")
    print(f"most: {most:.0f} MB, {state_of(process)[1]} threads")
    print(f"/healthz: p50 {quantile(took, 0.5):.1f} ms, p95 {quantile(took, 0.95):.1f} ms, max {max(took):.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=5)
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with site("benchmarks.sites.slow_site") as address, service() as running:
        asyncio.run(run(running, address, arguments.calls, arguments.seconds))


if __name__ == "__main__":
    main()
