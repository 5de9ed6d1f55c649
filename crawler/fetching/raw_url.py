"""URLs for the request line, exactly as the caller or a redirect wrote them.

An origin may distinguish `%7E` from `~`, `a%2Fb` from `a/b` and `/x/../y` from `/y`, so URLs are not normalized. Only
characters that a request line cannot contain (blanks, quotes, braces, non-ASCII) are percent-encoded, as in browsers.
One exception: the client cannot send a `?` with nothing after it.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from w3lib.url import safe_url_string

from contract.host_name import to_ascii

# Every character of RFC 3986, its escapes (malformed ones too), and `|`, which browsers send unencoded.
_UNQUOTED = "%:/?#[]@!$&'()*+,;=-._~|"
_PARTS = re.compile(r"(?is)(https?):/*([^/?#]*)([^?#]*)([^#]*)(#.*)?")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_BLANKS = re.compile(r"[\t\r\n]")
_DEFAULT_PORT = {"http": ":80", "https": ":443"}


def to_wire(url: str) -> str:
    """An http(s) URL for a request line: the host in ASCII and lower case, path and query unchanged.

    Raises:
        ValueError: the host or the port is invalid.
    """
    scheme, host, path, query, fragment = _parts(url)
    return f"{scheme}://{host}{path or ('/' if query else '')}{query}{fragment}"


def redirect_target(base: str, location: bytes) -> str | None:
    """The URL of a redirect, as its Location header has it. None if it is not an http(s) URL.

    A Location without a fragment keeps that of `base`, as in browsers.

    Raises:
        ValueError: the host or the port is invalid.
    """
    text = _BLANKS.sub("", location.decode("utf-8", "surrogateescape").strip())
    scheme, host, path, query, fragment = _parts(base)
    if text.startswith("//"):
        text = f"{scheme}:{text}"
    if not _SCHEME.match(text):
        text = f"{scheme}://{host}{_below(path or '/', query, text)}"
    elif not _PARTS.fullmatch(text):
        return None
    return to_wire(text if "#" in text else text + fragment)


def cache_url(url: str) -> str:
    """The URL for the cache key: equal exactly for URLs that send the same request to the same origin.

    The normal form is not used: two different requests would share one cache entry, which a caller could poison.
    A fragment remains where an application uses it for routing: `#/users`, `#!users`.
    """
    scheme, host, path, query, fragment = _parts(url)
    route = fragment if fragment.startswith(("#/", "#!")) else ""
    return f"{scheme}://{host.removesuffix(_DEFAULT_PORT[scheme])}{path or '/'}{query}{route}"


def _below(base_path: str, base_query: str, reference: str) -> str:
    """Path and query of a reference without scheme and host, resolved against a base."""
    if reference.startswith("/"):
        return reference
    if not reference or reference.startswith("#"):
        return base_path + base_query + reference
    if reference.startswith("?"):
        return base_path + reference
    folder = base_path.rpartition("/")[0] + "/"
    while found := re.match(r"(\.\.?)(?:/|(?=[?#]|$))", reference):
        if found[1] == "..":
            folder = folder[:-1].rpartition("/")[0] + "/"
        reference = reference[found.end() :]
    return folder + reference


def _parts(url: str) -> tuple[str, str, str, str, str]:
    """Scheme, host with port, path, query with its `?`, fragment with its `#`: all as they are sent."""
    found = _PARTS.fullmatch(url)
    if found is None or not found[2]:
        raise ValueError(f"not an HTTP or HTTPS URL: {url[:100]!r}")
    scheme = found[1].lower()
    host = urlsplit(safe_url_string(f"{scheme}://{_ascii_netloc(found[2])}/")).netloc
    path, query, fragment = (_legal(part or "") for part in found.group(3, 4, 5))
    return scheme, host, path, query, fragment


def _ascii_netloc(netloc: str) -> str:
    """User, host and port with the host in ASCII. Scrapy's own conversion follows IDNA 2003."""
    user, at, host_port = netloc.rpartition("@")
    if host_port.isascii():
        return netloc
    host, colon, port = host_port.partition(":")
    return f"{user}{at}{to_ascii(host)}{colon}{port}"


def _legal(text: str) -> str:
    return quote(text.encode("utf-8", "surrogateescape"), safe=_UNQUOTED)
