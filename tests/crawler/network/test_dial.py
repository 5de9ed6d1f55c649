"""Hosts with several addresses: a dead one costs a quarter of a second, for the browser and for plain fetches."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network

import aiohttp
import pytest

from contract.addresses import Policy
from crawler.network.dial import ADDRESSES_MAX, STAGGER_SECONDS, _both_families, connect
from crawler.network.dns import Found, Resolver
from crawler.network.egress import Exempt, GuardedResolver, guarded_connector
from crawler.rendering import forward_proxy
from crawler.rendering.forward_proxy import ForwardProxy
from tests.sites.origin import Origin

LOOPBACK = Policy([ip_network("127.0.0.0/8")])
SILENT, REFUSING, LIVE = "127.0.0.2", "127.0.0.3", "127.0.0.1"


@pytest.fixture
def port(origin: Origin) -> Iterator[int]:
    """The port of a site on `LIVE`; on `SILENT` connections are neither taken nor refused, as behind a dead route."""
    number = origin.ports["plain"]
    with ExitStack() as opened:
        listener = opened.enter_context(socket.socket())
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((SILENT, number))
        listener.listen(0)
        for _ in range(3):  # They fill its queue.
            waiting = opened.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex((SILENT, number))
        with socket.socket() as proof, pytest.raises(TimeoutError):
            proof.settimeout(0.3)
            proof.connect((SILENT, number))
        yield number


class FixedResolver(Resolver):
    """Gives these addresses for every name."""

    def __init__(self, *addresses: str) -> None:
        super().__init__(1, "fixed")
        self._told = addresses

    async def addresses(self, host: str, port: int, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Found]:
        return [(socket.AF_INET, socket.IPPROTO_TCP, address) for address in self._told]


async def reached(addresses: list[str], port: int) -> str:
    _, writer = await connect(addresses, port)
    try:
        return str(writer.get_extra_info("peername")[0])
    finally:
        writer.close()


@pytest.mark.parametrize(
    "addresses",
    [
        [LIVE],
        [SILENT, LIVE],
        [LIVE, SILENT],
        [SILENT, SILENT, LIVE],
        [REFUSING, SILENT, REFUSING, LIVE],
        ["::1", SILENT, LIVE],
    ],
)
def test_live_address_is_found_beside_dead_ones(port: int, addresses: list[str]) -> None:
    begun = time.monotonic()

    assert asyncio.run(reached(addresses, port)) == LIVE

    assert time.monotonic() - begun < STAGGER_SECONDS * addresses.count(SILENT) + 3


@pytest.mark.parametrize("addresses", [[], [REFUSING], [REFUSING, REFUSING]])
def test_host_without_a_live_address_fails_at_once(port: int, addresses: list[str]) -> None:
    begun = time.monotonic()

    with pytest.raises(OSError):
        asyncio.run(reached(addresses, port))

    assert time.monotonic() - begun < 3


def test_no_more_than_a_few_addresses_are_tried(port: int) -> None:
    with pytest.raises(OSError):
        asyncio.run(reached([REFUSING] * ADDRESSES_MAX + [LIVE], port))


def test_families_take_turns() -> None:
    assert _both_families(["::1", "::2", "1.1.1.1", "::3", "1.1.1.2"]) == ["::1", "1.1.1.1", "::2", "1.1.1.2", "::3"]
    assert _both_families(["1.1.1.1", "::1"]) == ["1.1.1.1", "::1"]


def test_no_attempt_outlives_the_connection(port: int) -> None:
    async def run() -> int:
        await reached([SILENT, SILENT, LIVE], port)
        await asyncio.sleep(0.1)
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1


def test_browsers_proxy_finds_the_live_address(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str, port: int, policy: Policy, names: Resolver) -> list[str]:
        return [SILENT, LIVE]

    async def run() -> bytes:
        proxy = ForwardProxy(LOOPBACK)
        reader, writer = await asyncio.open_connection("127.0.0.1", int((await proxy.url()).rpartition(":")[2]))
        writer.write(f"GET http://two.test:{port}/article HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(-1), 15)
        writer.close()
        await proxy.stop()
        return answer

    monkeypatch.setattr(forward_proxy, "resolve", resolve)
    begun = time.monotonic()

    assert b"River pilots" in asyncio.run(run())
    assert time.monotonic() - begun < 5


def test_plain_client_finds_the_live_address(port: int) -> None:
    async def run() -> int:
        connector = guarded_connector(LOOPBACK, Exempt())
        connector._resolver = GuardedResolver(LOOPBACK, Exempt(), FixedResolver(SILENT, LIVE))
        url = f"http://two.test:{port}/article"
        async with aiohttp.ClientSession(connector=connector) as session, session.get(url) as response:
            return response.status

    begun = time.monotonic()

    assert asyncio.run(run()) == 200
    assert time.monotonic() - begun < 5
