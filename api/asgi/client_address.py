"""The IP address of a caller, also behind reverse proxies of the operator (`ORBWEAVER_TRUSTED_PROXIES`).

A trusted proxy appends the address that it got the request from to `X-Forwarded-For` or `Forwarded` (RFC 7239). Everything
to the left of that was sent by the caller and may be invented. So the addresses are read from the right, as long as the
address that reported the next one is itself trusted.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from itertools import islice

from api.asgi.answer import Headers, Message
from contract.setting_values import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
UNKNOWN = "unknown"
X_FORWARDED_FOR, FORWARDED = b"x-forwarded-for", b"forwarded"
# Longer chains of proxies are not read.
HOPS_MAX = 32
# `[2001:db8::1]:4711`, `192.0.2.1:4711`: the port is optional.
_WITH_PORT = re.compile(r"\[([^\]]*)\](?::\w+)?|(\d+\.\d+\.\d+\.\d+)(?::\w+)?")
# Forwarded: elements between commas, of pairs between semicolons. A quoted text may contain both.
_ELEMENT = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*+")*+')
_PAIR = re.compile(r'\s*([\w!#$%&\'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*+)"|([^\s",;]*+))\s*+(?:;|$)', re.ASCII)


def of(scope: Message) -> str:
    """The address in an ASGI scope. Of a request behind a trusted proxy, `with_client` has put the caller's there."""
    return str((scope.get("client") or (UNKNOWN,))[0])


def with_client(scope: Message, trusted: tuple[Network, ...]) -> Message:
    """The scope with the caller's address instead of the trusted proxy's. The same scope when no proxy is trusted."""
    if not trusted:
        return scope
    peer = of(scope)
    found = client_address(peer, scope["headers"], trusted)
    return scope if found == peer else {**scope, "client": (found, 0)}


def client_address(peer: str, headers: Headers, trusted: tuple[Network, ...]) -> str:
    """The caller's address: that of the peer, unless the peer is a trusted proxy that reports another one.

    When the proxy sends both headers and they disagree, one of them comes from the caller. Then the proxy's address counts.
    """
    if not _is_trusted(parse(peer), trusted):
        return peer
    found = {
        _first_untrusted(peer, hops, trusted)
        for hops in (_x_forwarded_for(headers), _forwarded(headers))
        if hops is not None
    }  # fmt: skip
    return found.pop() if len(found) == 1 else peer


def parse(text: str) -> Address | None:
    """An IP address with or without port. IPv4 inside IPv6 as IPv4. None for anything else, such as `unknown`."""
    text = text.strip()
    if match := _WITH_PORT.fullmatch(text):
        text = match[1] or match[2] or ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted(peer: str, trusted: tuple[Network, ...]) -> bool:
    """Whether a peer is one of the trusted proxies."""
    return _is_trusted(parse(peer), trusted)


def _is_trusted(address: Address | None, trusted: tuple[Network, ...]) -> bool:
    return address is not None and any(address in network for network in trusted)


def _first_untrusted(peer: str, hops: Iterator[str], trusted: tuple[Network, ...]) -> str:
    """The first address from the right that is not a trusted proxy's. A value that is not an address ends the search."""
    found = peer
    for hop in islice(hops, HOPS_MAX):
        address = parse(hop)
        if address is None:
            break
        found = str(address)
        if not _is_trusted(address, trusted):
            break
    return found


def _x_forwarded_for(headers: Headers) -> Iterator[str] | None:
    value = _joined(headers, X_FORWARDED_FOR)
    return None if value is None else reversed(value.split(","))


def _forwarded(headers: Headers) -> Iterator[str] | None:
    value = _joined(headers, FORWARDED)
    return None if value is None else map(_for, reversed(_elements(value)))


def _elements(value: str) -> list[str]:
    """The elements of a Forwarded header. Empty when a quoted text has no end."""
    found, offset = [], 0
    while (match := _ELEMENT.match(value, offset)) is not None:
        found.append(match[0])
        offset = match.end() + 1
        if offset > len(value):
            return found
        if value[match.end()] != ",":
            break
    return []


def _for(element: str) -> str:
    """The `for` of an element. Empty when there is none, or the element is malformed."""
    found, offset = "", 0
    while offset < len(element):
        if (pair := _PAIR.match(element, offset)) is None:
            return ""
        if pair[1].lower() == "for":
            found = pair[2] or pair[3] or ""
        offset = pair.end()
    return found


def _joined(headers: Headers, header: bytes) -> str | None:
    """A header that may be sent several times, as one value (RFC 9110, 5.3)."""
    values = [value.decode("latin-1") for name, value in headers if name.lower() == header]
    return ",".join(values) if values else None
