"""The value of `site:` in a query: a domain, and maybe a port and the beginning of a path."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from contract.host_name import ascii_name
from extraction.links.normal_form import normalise

_SCHEME = re.compile(r"^https?://", re.IGNORECASE)


@dataclass(frozen=True)
class Site:
    """A domain with its subdomains. `path` ends at a border of a path segment; it is empty for the whole site."""

    domain: str
    port: int | None = None
    path: str = ""

    @classmethod
    def of(cls, text: str) -> Site | None:
        """The site that a text names: `example.com`, `.org` or `https://example.com/docs`. None if it names none."""
        try:
            parts = urlsplit("http://" + _SCHEME.sub("", text).removeprefix("*").removeprefix("."))
            domain, port = ascii_name((parts.hostname or "").removesuffix(".")), parts.port
        except ValueError:
            return None
        path = urlsplit(normalise(f"http://{domain}{parts.path}")).path.rstrip("/")
        return cls(domain, port, path)


def pattern(sites: Iterable[Site]) -> str | None:
    """The regular expression of Postgres for the URLs of some sites. None without sites."""
    each = [_pattern(site) for site in sites]
    return rf"^https?://([^/?#@]*\.)?({'|'.join(each)})" if each else None


def _pattern(site: Site) -> str:
    port = r"(:\d+)?" if site.port is None else f":{site.port}"
    return rf"{re.escape(site.domain)}{port}{re.escape(site.path)}([/?#]|$)"
