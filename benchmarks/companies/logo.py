"""Logo serving over HTTP: stored logos one after another and in parallel, first resolutions, monograms.

    python -m benchmarks.companies.logo [--seconds 6] [--parallel 16]

The baseline is `/healthz` of the same process, which touches nothing. Goals: a stored logo p50 below 4 ms and 500 requests per
second on two cores, a first resolution of a loopback site below 1.5 s, a monogram below 8 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

import aiohttp

from benchmarks.running.machine import Service, processor_seconds, quantile, service, site
from contract import signed_logo
from contract.fields.brand_domain import parse
from extraction.logo.monogram import monogram_of
from models.accounts.token import digest_of

COLD = 10
# Each serves 6,000 logos a minute.
KEYS = 12


@dataclass(frozen=True)
class Key:
    """A secret key of a new workspace, because limits are per key and per workspace."""

    id: UUID
    digest: bytes

    @classmethod
    def create(cls, running: Service) -> Key:
        """A new workspace's key."""
        workspace = str(running.command("workspace", "create", "benchmark")["id"])
        made = running.command("key", "create", "--workspace", workspace)
        return cls(UUID(str(made["id"])), digest_of(str(made["key"])))

    def token(self, host: str) -> str:
        """The token of a signed URL for a brand: publishable keys take no ports."""
        return signed_logo.make(self.digest, self.id, parse(host).key, time.time())


async def timed(work: Callable[[], Awaitable[None]]) -> float:
    begun = time.perf_counter()
    await work()
    return (time.perf_counter() - begun) * 1000


def show(label: str, took: list[float], more: str = "") -> None:
    print(f"{label:<34} p50 {quantile(took, 0.5):8.2f} ms   p95 {quantile(took, 0.95):8.2f} ms   {more}")


async def run(running: Service, port: str, seconds: float, parallel: int) -> None:
    keys = [Key.create(running) for _ in range(KEYS)]
    tokens = {
        number: itertools.cycle([key.token(f"http://127.0.0.{number}:{port}") for key in keys])
        for number in (250, *range(2, 2 + COLD))
    }
    statuses: Counter[tuple[int, str]] = Counter()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def get(path: str) -> None:
            async with session.get(f"{running.url}{path}") as answer:
                await answer.read()
                statuses[answer.status, answer.headers.get("Content-Type", "")] += 1

        def logo(number: int, **query: str) -> Callable[[], Awaitable[None]]:
            more = "".join(f"&{name}={value}" for name, value in query.items())
            return lambda: get(
                f"/v1/web/logo/http%3A%2F%2F127.0.0.{number}%3A{port}?token={next(tokens[number])}{more}"
            )

        await logo(250)()  # The first one starts the worker's readers.
        show(f"first resolution ({COLD} hosts)", [await timed(logo(2 + number)) for number in range(COLD)])
        show("stored logo, one at a time", [await timed(logo(2 + number % COLD)) for number in range(800)])
        show("/healthz, one at a time", [await timed(lambda: get("/healthz")) for _ in range(800)])
        await throughput(running, logo, seconds, parallel)
    print(f"answers: {dict(statuses)}")
    monograms()


async def throughput(
    running: Service, logo: Callable[[int], Callable[[], Awaitable[None]]], seconds: float, parallel: int
) -> None:
    took: list[float] = []
    until, before = time.monotonic() + seconds, processor_seconds(running.pid)

    async def caller(number: int) -> None:
        while time.monotonic() < until:
            took.append(await timed(logo(2 + number % COLD)))

    await asyncio.gather(*(caller(number) for number in range(parallel)))
    used = processor_seconds(running.pid) - before
    rate = f"{len(took) / seconds:.0f} requests/s, {used / len(took) * 1000:.2f} ms CPU each"
    show(f"stored logo, {parallel} in parallel", took, rate)


def monograms() -> None:
    """In this process: what a placeholder costs that nobody has asked for before."""
    for edge in (64, 128, 256, 512):
        took = []
        for number in range(40):
            begun = time.perf_counter()
            monogram_of(f"company{number}.com", chr(65 + number % 26) + "cme").draw(edge)
            took.append((time.perf_counter() - begun) * 1000)
        show(f"monogram, {edge} px", took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--parallel", type=int, default=16)
    arguments = parser.parse_args()
    with site("benchmarks.sites.company_sites") as address, service() as running:
        asyncio.run(run(running, address.rpartition(":")[2], arguments.seconds, arguments.parallel))


if __name__ == "__main__":
    main()
