"""The address policy: which IP addresses and ports the service may connect to.

It is checked wherever a socket opens, and by the API for URLs whose host is an IP address. The table of blocked networks
is written out here because the `ipaddress` module of the standard library changes it between patch releases.

To block another network, add a row with the reason to `SPECIAL_NETWORKS`, and its first and last address and their
neighbours to `tests/crawler/network/test_egress.py`. The sources are IANA's special-purpose registries for IPv4 and IPv6.
The registries call some addresses inside these networks globally reachable (192.0.0.9, 2001:1::1, …). They serve
protocols, not pages, so they are blocked too.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from contract.host_name import to_ascii
from contract.setting_values import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SPECIAL_NETWORKS = [
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
        # Global unicast is 2000::/3. Everything else is special (loopback, IPv4-compatible and -translated, local
        # translation, discard, segment routing, unique local, link local, site local, multicast) or not assigned.
        "::/3",
        "4000::/2",
        "8000::/1",
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
]
# IPv6 networks whose addresses contain an IPv4 address, and how many bits from the right end it is.
IPV4_IN_IPV6 = [
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (ipaddress.IPv6Network("2002::/16"), 80),  # 6to4
]
# Ports of other protocols, which browsers block too (WHATWG Fetch, "bad port"): a server there may execute the lines of a
# request body as commands.
BAD_PORTS = frozenset((
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
    113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548,
    554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
    6666, 6667, 6668, 6669, 6679, 6697, 10080,
))  # fmt: skip


def embedded_ipv4(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to, or None."""
    if isinstance(address, ipaddress.IPv6Address):
        for network, shift in IPV4_IN_IPV6:
            if address in network:
                return ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return None


def is_special(address: Address) -> bool:
    """Whether an address is in a special network. Does not look at an IPv4 address inside an IPv6 address."""
    return any(address.version == network.version and address in network for network in SPECIAL_NETWORKS)


class Policy:
    """Permits global unicast addresses and the networks that the operator allowed."""

    def __init__(self, allowed: Iterable[Network] = ()) -> None:
        self.allowed = tuple(allowed)

    def permits(self, text: str) -> bool:
        """Whether the service may connect to this IP address. False when the text is not an IP address."""
        try:
            address = ipaddress.ip_address(text.partition("%")[0])
        except ValueError:
            return False
        return self._permits(address)

    def refuses(self, url: str) -> bool:
        """Whether the host of a valid URL is an IP address that is blocked, in any spelling.

        Host names are not resolved: they are checked when the socket opens.
        """
        address = address_of(urlsplit(url).hostname or "")
        return address is not None and not self._permits(address)

    def _permits(self, address: Address) -> bool:
        if any(address.version == network.version and address in network for network in self.allowed):
            return True
        inner = embedded_ipv4(address)
        return self._permits(inner) if inner is not None else not is_special(address)


def address_of(host: str) -> Address | None:
    """The IP address that a URL's host spells, also as `0x7f.1` or `2130706433`. None when the host is a name."""
    try:
        if ":" in host:
            return ipaddress.IPv6Address(host)
        return ipaddress.IPv4Address(socket.inet_aton(to_ascii(host).removesuffix(".")))
    except (OSError, ValueError):
        return None


def refusal(host: str) -> str:
    """The message for the caller. It names the host of the URL, never the IP address that it resolves to."""
    return (
        f"The address of {host} is blocked: it is not public. "
        "The operator of the service can permit a private network with ORBWEAVER_ALLOWED_NETWORKS."
    )


def port_refusal(port: int) -> str:
    """The message for the caller about a port of `BAD_PORTS`."""
    return f"Port {port} is blocked: it belongs to a protocol other than HTTP."
