"""Parsers of the settings in `contract.environment`. Each raises ValueError with a message that completes "is not valid: "."""

from __future__ import annotations

import base64
import ipaddress
import os
from collections.abc import Callable
from urllib.parse import urlsplit

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# Uses of a page that its site may refuse.
USES = ("ai-train", "ai-input", "search", "tdm")
SEARCH_PROVIDERS = ("index", "searxng", "brave", "ddgs")
# Longest pause between two attempts to deliver a webhook. Much shorter than jobs and their events are stored.
PAUSE_MAX_SECONDS = 86_400
HOST_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._")


def networks(text: str) -> tuple[Network, ...]:
    """Comma-separated CIDRs."""
    return tuple(ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


def host_names(text: str) -> frozenset[str]:
    """Comma-separated host names, without ports."""
    found = frozenset(part.strip().lower() for part in text.split(",") if part.strip())
    if any(set(name) - HOST_LETTERS for name in found):
        raise ValueError("must be host names without ports")
    return found


def trusted_proxies(text: str) -> tuple[Network, ...]:
    """Comma-separated CIDRs of reverse proxies."""
    found = networks(text)
    if any(network.prefixlen == 0 for network in found):
        # Callers would be proxies, too: each of them could invent its address.
        raise ValueError("must not contain all addresses")
    return found


def url(*schemes: str) -> Callable[[str], str]:
    """A URL with one of these schemes."""

    def parse(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in schemes:
            raise ValueError(f"must be a URL that starts with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        return text.rstrip("/") if parts.scheme.startswith("http") else text

    return parse


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A parser of whole numbers between two limits."""

    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return parse


def one_of(*words: str) -> Callable[[str], str]:
    """One of these words."""

    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"must be one of: {', '.join(words)}")
        return text

    return parse


def some_of(*words: str) -> Callable[[str], tuple[str, ...]]:
    """Some of these words, comma-separated."""

    def parse(text: str) -> tuple[str, ...]:
        found = tuple(part.strip() for part in text.split(",") if part.strip())
        if not set(found) <= set(words):
            raise ValueError(f"must be some of: {', '.join(words)}")
        return found

    return parse


def contacts(text: str) -> tuple[str, ...]:
    """Comma-separated addresses of people, as `security.txt` has them."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if any(not each.startswith(("mailto:", "https://", "tel:")) or set(each) & set(" \r\n") for each in found):
        raise ValueError("must be addresses that start with mailto:, https:// or tel:")
    return found


def ed25519_key(text: str) -> bytes:
    """A private Ed25519 key: its 32 bytes in base64."""
    try:
        found = base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise ValueError("must be the 32 bytes of a private Ed25519 key in base64")
    return found


def program(text: str) -> str:
    """The path of an executable file."""
    if not os.path.isfile(text) or not os.access(text, os.X_OK):
        raise ValueError("must be the path of an executable file")
    return text


def seconds(text: str, most: int = 3_600) -> float:
    """A number of seconds, at most `most`."""
    message = f"must be a number of seconds above 0 and at most {most}"
    try:
        value = float(text)
    except ValueError as error:
        raise ValueError(message) from error
    if not 0 < value <= most:
        raise ValueError(message)
    return value


def pauses(text: str) -> tuple[float, ...]:
    """Comma-separated numbers of seconds."""
    return tuple(seconds(part, PAUSE_MAX_SECONDS) for part in text.split(","))


def providers(text: str) -> tuple[str, ...]:
    """Comma-separated names of search engines."""
    return tuple(one_of(*SEARCH_PROVIDERS)(part.strip()) for part in text.split(","))


def proxies(text: str) -> dict[str, str]:
    """A comma-separated list of `URL` (for all countries) and `de=URL` (for one country), as {"": URL, "DE": URL}."""
    proxies = {}
    for part in (p.strip() for p in text.split(",")):
        country, separator, address = part.partition("=")
        if not separator or len(country) != 2:
            country, address = "", part
        proxies[country.upper()] = url("http", "https")(address)
    return proxies


def database(text: str) -> str:
    """The URL of a Postgres database, in SQLAlchemy's form."""
    if not text.startswith(("postgresql://", "postgres://", "postgresql+psycopg2://")):
        raise ValueError("must be a URL that starts with postgresql://")
    return "postgresql+psycopg2://" + text.split("://", 1)[1]


def versions(text: str) -> tuple[int, int]:
    """Two comma-separated whole numbers: how many versions are kept, and for how many days."""
    count, _, days = (part.strip() for part in text.partition(","))
    return whole_number(1, 1_000)(count), whole_number(1, 3_650)(days)
