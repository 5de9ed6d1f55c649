"""The address policy: which addresses and ports may be connected to. Asked where sockets open, and at the door of what
names one.

The table of what no public page lives at is our own: Python's answers differ from patch release to patch release.

To refuse one more network: a row with its reason in `SPECIAL`, its first and last address and the neighbours in
`tests/crawler/test_egress.py`. Sources are IANA's special-purpose registries for IPv4 and IPv6; what they call
globally reachable inside a wider row (192.0.0.9, 2001:1::1, …) serves protocols and no pages, and is refused with it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from contract.environment import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SPECIAL = [
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",  # this host on this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # Azure's platform address
        "169.254.0.0/16",  # link local, the clouds' metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays, retired
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
        # Global unicast is 2000::/3; all else is special (loopback, IPv4-compatible and -translated, local translation,
        # discard, segment routing, unique local, link local, site local, multicast) or nobody's.
        "::/3",
        "4000::/2",
        "8000::/1",
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
]
# IPv6 networks whose addresses lead to the IPv4 address they carry, this many bits from the right end.
CARRIERS = [
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (ipaddress.IPv6Network("2002::/16"), 80),  # 6to4
]
# Ports of other protocols, which browsers refuse too (WHATWG Fetch, "bad port"): what answers there may take the lines of
# a request's body for commands.
BAD_PORTS = frozenset((
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
    113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548,
    554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
    6666, 6667, 6668, 6669, 6679, 6697, 10080,
))  # fmt: skip


def carried(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one leads to, or None."""
    if isinstance(address, ipaddress.IPv6Address):
        for network, shift in CARRIERS:
            if address in network:
                return ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return None


def special(address: Address) -> bool:
    """Whether an address belongs to no public host; of one that carries an IPv4 address, ask what it carries."""
    return any(address.version == network.version and address in network for network in SPECIAL)


class Policy:
    """Says which addresses may be connected to: global unicast ones, and the networks that the operator allowed."""

    def __init__(self, allowed: Iterable[Network] = ()) -> None:
        self.allowed = tuple(allowed)

    def permits(self, text: str) -> bool:
        """Whether a numeric address may be connected to; False for what is no address."""
        try:
            address = ipaddress.ip_address(text.partition("%")[0])
        except ValueError:
            return False
        return self._permits(address)

    def refuses(self, url: str) -> bool:
        """Whether a valid URL names an address, in whatever spelling, that may not be connected to.

        Looks no name up: False says nothing about where a name leads.
        """
        address = literal(urlsplit(url).hostname or "")
        return address is not None and not self._permits(address)

    def _permits(self, address: Address) -> bool:
        if any(address.version == network.version and address in network for network in self.allowed):
            return True
        inner = carried(address)
        return self._permits(inner) if inner is not None else not special(address)


def literal(host: str) -> Address | None:
    """The address that a URL's host spells out, in numbers of any base and in few parts too; None for a name."""
    try:
        if ":" in host:
            return ipaddress.IPv6Address(host)
        return ipaddress.IPv4Address(socket.inet_aton(host.encode("idna").decode("ascii").removesuffix(".")))
    except (OSError, ValueError):
        return None


def refusal(host: str) -> str:
    """What the caller is told: the host that was asked for, never the address behind it."""
    return f"The address of {host} may not be fetched."


def port_refusal(port: int) -> str:
    """What the caller is told about a port of `BAD_PORTS`."""
    return f"Port {port} may not be fetched: it belongs to another protocol than HTTP."
