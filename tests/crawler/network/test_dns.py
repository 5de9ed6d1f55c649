"""Look-ups of host names, and their limit per site."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import Any

import pytest

from crawler.network import dns


def test_a_host_has_its_addresses() -> None:
    found = asyncio.run(dns.Resolver(1, "test").addresses("localhost", 80, socket.AF_INET))

    assert [address for _, _, address in found] == ["127.0.0.1"]


def test_a_slow_name_server_of_one_site_leaves_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    real = socket.getaddrinfo

    def slow(host: str, *arguments: Any) -> Any:
        if host.endswith(".slow-names.com"):
            released.wait(10)
        return real("localhost", *arguments)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    names = dns.Resolver(dns.PER_SITE_MAX + 1, "test")

    async def look_up() -> tuple[int, int]:
        many = [asyncio.ensure_future(names.addresses(f"h{n}.slow-names.com", 80)) for n in range(dns.PER_SITE_MAX)]
        await asyncio.sleep(0.1)
        with pytest.raises(socket.gaierror, match=r"Too many host names of slow-names\.com"):
            await names.addresses("one-more.slow-names.com", 80)
        other = await names.addresses("other.example", 80)
        released.set()
        ended = await asyncio.gather(*many)
        again = await names.addresses("again.slow-names.com", 80)
        assert again
        return len(ended), len(other)

    ended, others = asyncio.run(look_up())

    assert ended == dns.PER_SITE_MAX and others
