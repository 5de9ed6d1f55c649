"""The site of a URL: the registrable domain, or the host itself if it has none."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from tldextract import TLDExtract

from extraction.document.known_texts import remembered

# Uses the suffix list in the package, so that reading a page never makes a network request.
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None)

_NUMERIC = re.compile(r"[\d.]+$|\[")
_PLAIN_HOST = re.compile(r"https?://([A-Za-z0-9.-]+)(?=[/?#]|$)")


def site_of(url: str) -> str:
    """The site of a URL. Empty if the URL has no host."""
    plain = _PLAIN_HOST.match(url)
    if plain:
        return site_of_host(plain.group(1), None)
    try:
        parts = urlsplit(url)
        return site_of_host(parts.hostname or "", parts.port)
    except ValueError:
        return ""


def site_of_host(host: str, port: int | None) -> str:
    """`www.shop.example.co.uk` -> `example.co.uk`. For an IP address or a single-label name: the host with its port.

    A top-level domain that is not in the suffix list, such as that of a private network, is a suffix: `wiki.example.corp` ->
    `example.corp`. The list's own rules say so.
    """
    if domain := _registrable_domain(host):
        return domain
    return f"{host.lower()}:{port}" if port else host.lower()


@remembered(500_000)
def _registrable_domain(host: str) -> str:
    """The name below the suffix with the suffix. Empty for an IP address or a single-label name."""
    found = _SUFFIXES(host)
    if found.domain and found.suffix:
        return f"{found.domain}.{found.suffix}".lower()
    labels = host.lower().rstrip(".").split(".")
    if not found.suffix and len(labels) > 1 and all(labels) and labels[-1][0].isalpha() and ":" not in host:
        return ".".join(labels[-2:])
    return ""


def is_in_site(netloc: str, site: str) -> bool:
    """Whether a host (with an optional port) is in a site. Faster than comparing `site_of` for each host."""
    host = netloc.rpartition("@")[2].lower()
    if host == site:
        return True
    name = host.partition(":")[0]
    # A site with a port is an IP address or a single-label name. It has no subdomains.
    return "." in site and ":" not in site and not _NUMERIC.match(site) and (name == site or name.endswith("." + site))


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL, such as `https://example.com`, without the scheme's default port."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    default = 443 if parts.scheme == "https" else 80
    return f"{parts.scheme}://{host}" if parts.port in (None, default) else f"{parts.scheme}://{host}:{parts.port}"
