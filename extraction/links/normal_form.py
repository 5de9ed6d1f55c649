"""Normalises URLs, so that different spellings of one URL compare equal."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit, urlunsplit

from contract.host_name import to_ascii
from extraction.document.known_texts import remembered

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_OTHERS = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


@remembered(1_000_000)
def normalise(url: str) -> str:
    """The normal form of an http(s) URL.

    Scheme and host are lower case, and an international host is in its ASCII form. The default port and the fragment are
    dropped. Percent-encoding and dot segments are normalised. The order of the query does not change. A URL that cannot be parsed
    is returned unchanged.
    """
    try:
        parts = urlsplit(re.sub(r"[\t\r\n]", "", url.strip()))
        host, port = (parts.hostname or ""), parts.port
    except ValueError:
        return url
    if not host:
        return url
    scheme = parts.scheme.lower()
    user = parts.netloc.rpartition("@")[0]
    netloc = _ascii_host(host) + (f":{port}" if port and port != _DEFAULT_PORTS.get(scheme) else "")
    path = _without_dots(_escaped(parts.path)) or "/"
    return urlunsplit((scheme, f"{user}@{netloc}" if user else netloc, path, _escaped(parts.query), ""))


def _ascii_host(host: str) -> str:
    if ":" in host:
        return f"[{host}]"
    try:
        return to_ascii(host)
    except ValueError:
        return host.lower()


def _escaped(text: str) -> str:
    """Normalised percent-encoding: unreserved characters are decoded, all others use upper-case hexadecimal."""
    text = _STRAY_PERCENT.sub("%25", text)
    text = _ESCAPE.sub(_normal_escape, text)
    return _OTHERS.sub(lambda found: quote(found.group(), safe="", errors="replace"), text)


def _normal_escape(found: re.Match[str]) -> str:
    byte = int(found.group(1), 16)
    return chr(byte) if byte in _UNRESERVED else f"%{byte:02X}"


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    normal: list[str] = []
    segments = path.split("/")
    for index, segment in enumerate(segments):
        if segment == "..":
            if len(normal) > 1:
                normal.pop()
        elif segment != ".":
            normal.append(segment)
            continue
        if index == len(segments) - 1:
            normal.append("")
    return "/".join(normal)
