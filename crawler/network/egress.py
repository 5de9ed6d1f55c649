"""Applies the address policy (`contract.addresses`) where sockets open. It checks addresses, never names.

Two components use the same `Policy`: the plain client's connector (`guarded_connector`), and for the browser a forward
proxy (`ForwardProxy`). The proxy resolves a name once, checks the addresses and connects to a checked one. So DNS
rebinding, redirects and subresources cannot bypass the policy. To permit a private network, an operator adds it to
ORBWEAVER_ALLOWED_NETWORKS.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from contract.addresses import BAD_PORTS, Policy
from crawler.failures import EgressDenied
from crawler.network.dns import FETCH_RESOLVER, Resolver


class Exempt:
    """The operator's own proxies or servers: the only (address, port) pairs that need no permission."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._hosts = {proxy_address(url) for url in proxies}
        self._addresses = set(self._hosts)

    def learn(self, host: str, port: int, address: str) -> bool:
        """Store an address of a proxy's host name. Returns False if the host is not a proxy."""
        if (host, port) in self._hosts:
            self._addresses.add((address, port))
            return True
        return False

    def __contains__(self, pair: tuple[str, int]) -> bool:
        return pair in self._addresses


class GuardedResolver(AbstractResolver):
    """Resolves names and returns only addresses that the policy permits."""

    def __init__(self, policy: Policy, exempt: Exempt, names: Resolver = FETCH_RESOLVER) -> None:
        self._policy = policy
        self._exempt = exempt
        self._names = names

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        if (host, port) not in self._exempt:
            require_permitted_port(host, port)
        permitted = [
            ResolveResult(
                hostname=host, host=address, port=port, family=kind, proto=protocol, flags=socket.AI_NUMERICHOST
            )
            for kind, protocol, address in await self._names.addresses(host, port, family)
            if self._exempt.learn(host, port, address) or self._policy.permits(address)
        ]
        if not permitted:
            raise EgressDenied(host)
        return permitted

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


def guarded_connector(policy: Policy, exempt: Exempt, **options: Any) -> aiohttp.TCPConnector:
    """A connector that opens no socket to an address that the policy denies.

    The resolver filters the addresses of names. The socket factory checks every address again, including literal ones.
    """

    def open_socket(info: Any) -> socket.socket:
        family, kind, protocol, _, (address, port, *_) = info
        if (address, port) not in exempt:
            require_permitted_port(address, port)
            if not policy.permits(address):
                raise EgressDenied(address)
        return socket.socket(family, kind, protocol)

    resolver = GuardedResolver(policy, exempt)
    return aiohttp.TCPConnector(resolver=resolver, socket_factory=open_socket, ttl_dns_cache=10, **options)


def require_permitted_port(host: str, port: int) -> None:
    """Reject ports of other protocols.

    Raises:
        EgressDenied: the port is one of them.
    """
    if port in BAD_PORTS:
        raise EgressDenied(host, bad_port=port)


async def resolve(host: str, port: int, policy: Policy, names: Resolver = FETCH_RESOLVER) -> list[str]:
    """Permitted addresses of a host.

    Raises:
        EgressDenied: the host has addresses but none is permitted, or the port is not permitted.
        OSError: it has no address.
    """
    require_permitted_port(host, port)
    permitted = [address for _, _, address in await names.addresses(host, port) if policy.permits(address)]
    if not permitted:
        raise EgressDenied(host)
    return permitted


def always_refused(policy: Policy) -> list[str]:
    """Addresses that this policy must deny. The start-up check tries to fetch each, and every fetch must fail."""
    forbidden = ["169.254.169.254", "0.0.0.0", "127.0.0.1", "10.0.0.1", "224.0.0.1", "::1"]
    return [text for text in forbidden if not any(ipaddress.ip_address(text) in network for network in policy.allowed)]


def proxy_address(url: str) -> tuple[str, int]:
    """(host, port) of a proxy URL."""
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
