"""The links of a page: absolute, each once, in document order, split into internal and external."""

from __future__ import annotations

from contract.results.page import Links
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.links.robots_directives import is_nofollow
from extraction.links.sites import is_in_site, site_of


def read(document: Document) -> Links:
    """Links of the whole page, not only of its main content. Fragments are dropped. Only http(s) links are included."""
    sites = {site_of(document.url), site_of(document.capture.url)}
    known: dict[str, bool] = {}
    internal: list[str] = []
    external: list[str] = []
    for address in addresses(document):
        host = address.split("/", 3)[2].partition("?")[0]
        inside = known.get(host)
        if inside is None:
            inside = known[host] = any(is_in_site(host, site) for site in sites)
        (internal if inside else external).append(address)
    return Links(internal=tuple(internal), external=tuple(external))


def addresses(document: Document, *, with_nofollow: bool = True) -> list[str]:
    """The absolute URL of every `a` and `area`, each once, in document order. Those with `rel=nofollow` can be left out."""
    base = document.base_url
    written = dict.fromkeys(
        href
        for element in document.index.tagged("a", "area")
        if (href := element.get("href")) and href[0] != "#" and (with_nofollow or not is_nofollow(element))
    )
    return list(dict.fromkeys(address for href in written if (address := http_address(base, href))))
