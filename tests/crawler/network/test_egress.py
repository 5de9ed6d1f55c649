"""The address policy: the table of bad forms, and its enforcement where sockets open."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from contract.addresses import Policy
from crawler.failures import EgressDenied, denied
from crawler.network.dns import Found, Resolver
from crawler.network.egress import Exempt, always_refused, guarded_connector, resolve
from tests.sites.origin import Origin

BAD = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
GOOD = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "172.32.0.1",
    "192.0.1.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:800::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]
# The special-purpose registries of IANA (RFC 6890 and after), and what clouds and retired plans add: first, last.
SPECIAL = [
    ("0.0.0.0", "0.255.255.255"),
    ("10.0.0.0", "10.255.255.255"),
    ("100.64.0.0", "100.127.255.255"),
    ("127.0.0.0", "127.255.255.255"),
    ("168.63.129.16", "168.63.129.16"),
    ("169.254.0.0", "169.254.255.255"),
    ("172.16.0.0", "172.31.255.255"),
    ("192.0.0.0", "192.0.0.255"),
    ("192.0.2.0", "192.0.2.255"),
    ("192.88.99.0", "192.88.99.255"),
    ("192.168.0.0", "192.168.255.255"),
    ("198.18.0.0", "198.19.255.255"),
    ("198.51.100.0", "198.51.100.255"),
    ("203.0.113.0", "203.0.113.255"),
    ("224.0.0.0", "255.255.255.255"),
    ("::", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("64:ff9b:1::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
]
# The neighbours outside, where the public internet begins.
OUTSIDE = [
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.1.255",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2000::",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
]
# Every range of the IPv6 registries by name, whichever wider row of the table refuses it.
NAMED = {
    "unspecified": "::",
    "loopback": "::1",
    "IPv4-compatible": "::8.8.8.8",
    "IPv4-translated": "::ffff:0:8.8.8.8",
    "local translation": "64:ff9b:1::8.8.8.8",
    "discard only": "100::1",
    "dummy prefix": "100:0:0:1::1",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "benchmarking": "2001:2::1",
    "ORCHID": "2001:10::1",
    "ORCHIDv2": "2001:20::1",
    "documentation": "2001:db8::1",
    "documentation, larger": "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "segment routing": "5f00::1",
    "unassigned": "4000::1",
    "unique local": "fd00:ec2::254",
    "link local": "fe80::1",
    "site local": "fec0::1",
    "multicast": "ff02::1",
}
# An address that carries an IPv4 one is as good as what it carries.
CARRIERS = {
    "IPv4-mapped": "::ffff:{dotted}",
    "NAT64": "64:ff9b::{dotted}",
    "6to4": "2002:{high:x}:{low:x}:0:ffff:ffff:ffff:ffff",
}
NO_ADDRESS = ["", "localhost", "example.com", "0x7f.1", "127.1", "2130706433", "127.0.0.1 ", "[::1]", "0177.0.0.1"]


@pytest.mark.parametrize("address", BAD)
def test_address_is_denied(address: str) -> None:
    assert not Policy().permits(address)


@pytest.mark.parametrize("address", GOOD)
def test_address_is_allowed(address: str) -> None:
    assert Policy().permits(address)


@pytest.mark.parametrize(("first", "last"), SPECIAL)
def test_special_network_is_denied_from_its_first_address_to_its_last(first: str, last: str) -> None:
    middle = type(ip_address(first))((int(ip_address(first)) + int(ip_address(last))) // 2)

    assert not any(Policy().permits(str(address)) for address in (first, middle, last))


@pytest.mark.parametrize("address", OUTSIDE)
def test_neighbour_of_a_special_network_is_allowed(address: str) -> None:
    assert Policy().permits(address)


@pytest.mark.parametrize("kind", NAMED)
def test_every_special_kind_of_ipv6_is_denied(kind: str) -> None:
    assert not Policy().permits(NAMED[kind])


@pytest.mark.parametrize("carrier", CARRIERS)
def test_carried_ipv4_address_decides(carrier: str) -> None:
    def carrying(dotted: str) -> str:
        number = int(ip_address(dotted))
        return CARRIERS[carrier].format(dotted=dotted, high=number >> 16, low=number & 0xFFFF)

    inside = [address for pair in SPECIAL for address in pair if ":" not in address]
    outside = [address for address in OUTSIDE if ":" not in address]

    assert [address for address in inside if Policy().permits(carrying(address))] == []
    assert [address for address in outside if not Policy().permits(carrying(address))] == []
    assert Policy([ip_network("10.0.0.0/8")]).permits(carrying("10.0.0.1"))


@pytest.mark.parametrize("first", [first for first, _ in SPECIAL])
def test_operator_may_open_any_special_network(first: str) -> None:
    assert Policy([ip_network(first)]).permits(first)


def test_python_is_not_asked_what_is_global(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers differ from patch release to patch release."""
    for kind in (IPv4Address, IPv6Address):
        for name in ("global", "private", "reserved", "multicast", "loopback", "link_local", "unspecified"):
            monkeypatch.delattr(kind, f"is_{name}")

    assert all(Policy().permits(address) for address in GOOD)
    assert not any(Policy().permits(address) for address in BAD)


@pytest.mark.parametrize("text", NO_ADDRESS)
def test_what_is_not_a_numeric_address_is_denied(text: str) -> None:
    assert not Policy([ip_network("0.0.0.0/0"), ip_network("::/0")]).permits(text)


def test_operators_networks_are_allowed_and_nothing_beside_them() -> None:
    policy = Policy([ip_network("10.1.0.0/16"), ip_network("fd00::/8")])

    assert policy.permits("10.1.2.3") and policy.permits("::ffff:10.1.2.3") and policy.permits("fd00::1")
    assert not policy.permits("10.2.0.1") and not policy.permits("127.0.0.1") and not policy.permits("fe80::1")


def test_boot_assertion_leaves_out_what_the_operator_allowed() -> None:
    assert "127.0.0.1" in always_refused(Policy())
    assert "127.0.0.1" not in always_refused(Policy([ip_network("127.0.0.0/8")]))
    assert "169.254.169.254" in always_refused(Policy([ip_network("127.0.0.0/8")]))


def test_refusal_is_found_below_a_library_error() -> None:
    refusal = EgressDenied("example.com")
    try:
        try:
            raise refusal
        except EgressDenied as error:
            raise RuntimeError("the library's own") from error
    except RuntimeError as wrapped:
        assert denied(wrapped) is refusal
    assert denied(RuntimeError("another")) is None and denied(None) is None


def test_refusal_names_the_host_and_not_the_address_behind_it() -> None:
    assert "10.0.0.7" not in str(EgressDenied("intranet.example"))


class Liar(Resolver):
    """A name server that answers each question with the next of its addresses."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def addresses(self, host: str, port: int, family: Any = socket.AF_INET) -> list[Found]:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return [(socket.AF_INET, 0, answer)]


class Both(Liar):
    """A name with several addresses."""

    async def addresses(self, host: str, port: int, family: Any = socket.AF_INET) -> list[Found]:
        return [(socket.AF_INET, 0, answer) for answer in self.answers]


class Unguarded(AbstractResolver):
    """Leads everything to a forbidden address."""

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host="127.0.0.2", port=port, family=socket.AF_INET, proto=0, flags=0)]

    async def close(self) -> None:
        pass


@pytest.fixture
def only_one() -> Policy:
    """127.0.0.1 alone is allowed: its neighbours play the private network."""
    return Policy([ip_network("127.0.0.1/32")])


@pytest.fixture
def secret() -> Iterator[socket.socket]:
    """A listener on the forbidden 127.0.0.2."""
    with socket.create_server(("127.0.0.2", 0)) as listener:
        listener.settimeout(0.3)
        yield listener


def untouched(listener: socket.socket) -> bool:
    try:
        listener.accept()
    except TimeoutError:
        return True
    return False


async def get(connector: aiohttp.TCPConnector, url: str) -> int:
    async with aiohttp.ClientSession(connector=connector) as session, session.get(url) as answer:
        return answer.status


def refused(work: Any) -> EgressDenied:
    """The policy's refusal that a fetch ended with."""
    with pytest.raises((OSError, aiohttp.ClientError)) as caught:
        asyncio.run(work)
    refusal = denied(caught.value)
    assert refusal is not None, repr(caught.value)
    return refusal


class TestConnector:
    def test_allowed_address_is_fetched(self, origin: Origin, only_one: Policy) -> None:
        async def fetch() -> int:
            return await get(guarded_connector(only_one, Exempt()), origin.url("/article"))

        assert asyncio.run(fetch()) == 200

    @pytest.mark.parametrize(
        "host",
        [
            "127.0.0.1",
            "localhost",
            "0x7f.1",
            "0x7f000001",
            "2130706433",
            "127.1",
            "017700000001",
            "0",
            "[::1]",
            "[::ffff:127.0.0.1]",
        ],
    )
    def test_every_spelling_of_loopback_is_refused(self, origin: Origin, host: str) -> None:
        async def fetch() -> int:
            return await get(guarded_connector(Policy(), Exempt()), f"http://{host}:{origin.ports['plain']}/article")

        with pytest.raises((OSError, aiohttp.ClientError)) as caught:
            asyncio.run(fetch())
        # The client itself takes no IPv4 address but the dotted one; what it takes the policy sees.
        assert denied(caught.value) or isinstance(caught.value, aiohttp.InvalidUrlClientError)

    def test_name_that_leads_to_both_is_dialled_at_the_permitted_one_only(
        self, origin: Origin, only_one: Policy, secret: socket.socket
    ) -> None:
        async def fetch() -> int:
            connector = guarded_connector(only_one, Exempt())
            connector._resolver._names = Both("127.0.0.2", "127.0.0.1")  # type: ignore[attr-defined]
            return await get(connector, f"http://both.test:{origin.ports['plain']}/article")

        assert asyncio.run(fetch()) == 200
        assert untouched(secret)

    def test_rebinding_name_is_refused_at_its_second_answer(
        self, origin: Origin, only_one: Policy, secret: socket.socket
    ) -> None:
        port = secret.getsockname()[1]

        async def fetch() -> int:
            connector = guarded_connector(only_one, Exempt())
            connector._use_dns_cache = False
            connector._resolver._names = Liar("127.0.0.1", "127.0.0.2")  # type: ignore[attr-defined]
            async with aiohttp.ClientSession(connector=connector) as session:
                async with session.get(f"http://rebind.test:{origin.ports['plain']}/article") as answer:
                    assert answer.status == 200
                async with session.get(f"http://rebind.test:{port}/") as answer:
                    return answer.status

        assert refused(fetch()).host == "rebind.test"
        assert untouched(secret)

    def test_socket_itself_refuses_what_a_resolver_let_through(self, only_one: Policy, secret: socket.socket) -> None:
        """Were the resolver replaced or its filter broken, the address is still seen once more."""

        async def fetch() -> int:
            connector = guarded_connector(only_one, Exempt())
            connector._resolver = Unguarded()
            return await get(connector, f"http://innocent.test:{secret.getsockname()[1]}/")

        refused(fetch())
        assert untouched(secret)

    def test_operators_proxy_is_exempt_at_its_own_port_only(self, origin: Origin) -> None:
        proxy = f"http://127.0.0.1:{origin.ports['plain']}"

        async def fetch(port: int) -> int:
            return await get(guarded_connector(Policy(), Exempt([proxy])), f"http://127.0.0.1:{port}/article")

        assert asyncio.run(fetch(origin.ports["plain"])) == 200
        refused(fetch(origin.ports["other"]))

    @pytest.mark.parametrize("host", ["127.0.0.1", "both.test"])
    def test_port_of_another_protocol_is_refused(self, only_one: Policy, host: str) -> None:
        async def fetch() -> int:
            connector = guarded_connector(only_one, Exempt())
            connector._resolver._names = Both("127.0.0.1", "127.0.0.1")  # type: ignore[attr-defined]
            return await get(connector, f"http://{host}:25/")

        assert refused(fetch()).bad_port == 25

    def test_operators_proxy_may_have_any_port(self) -> None:
        async def fetch() -> int:
            return await get(guarded_connector(Policy(), Exempt(["http://127.0.0.1:6000"])), "http://127.0.0.1:6000/")

        with pytest.raises(aiohttp.ClientConnectorError) as caught:
            asyncio.run(fetch())
        assert denied(caught.value) is None  # Nobody listens there; it was tried.


class TestResolve:
    def test_port_of_another_protocol_is_refused_before_the_name_is_looked_up(self) -> None:
        with pytest.raises(EgressDenied, match="Port 25 is blocked"):
            asyncio.run(resolve("no-such-host.invalid", 25, Policy()))

    @pytest.mark.parametrize(
        "host", ["localhost", "127.0.0.1", "0x7f.1", "2130706433", "127.1", "0", "::1", "::ffff:127.0.0.1"]
    )
    def test_private_host_is_refused(self, host: str) -> None:
        with pytest.raises(EgressDenied):
            asyncio.run(resolve(host, 80, Policy()))

    def test_permitted_addresses_come_back(self) -> None:
        assert asyncio.run(resolve("127.1", 80, Policy([ip_network("127.0.0.0/8")]))) == ["127.0.0.1"]

    def test_unknown_host_is_an_error_of_its_own(self) -> None:
        with pytest.raises(OSError) as caught:
            asyncio.run(resolve("no-such-host.invalid", 80, Policy()))
        assert denied(caught.value) is None


def test_slow_name_servers_hold_up_no_other_name(monkeypatch: pytest.MonkeyPatch) -> None:
    known, released = socket.getaddrinfo, threading.Event()

    def slow(host: str, *more: Any) -> Any:
        if host.startswith("slow"):
            released.wait(30)
            raise socket.gaierror("nobody answers")
        return known(host, *more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    async def work() -> float:
        policy = Policy([ip_network("127.0.0.0/8")])
        slow_ones = [asyncio.ensure_future(resolve(f"slow{number}.test", 80, policy)) for number in range(20)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        assert await resolve("127.0.0.1", 80, policy) == ["127.0.0.1"]
        took = time.monotonic() - begun
        released.set()
        await asyncio.gather(*slow_ones, return_exceptions=True)
        return took

    assert asyncio.run(work()) < 10


def test_text_that_is_not_a_host_name_has_no_address() -> None:
    with pytest.raises(socket.gaierror):
        asyncio.run(resolve(f"{'a' * 70}.example", 80, Policy()))
