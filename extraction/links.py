"""The links of a page: absolute, each once, in document order, split by the site they lead to."""

from __future__ import annotations

from contract.results.page import Links
from extraction.document import Document
from extraction.sites import site_of
from extraction.urls import http_address


def read(document: Document) -> Links:
    """Links of the whole page, not only of its main content. Fragments are dropped; only http(s) counts."""
    here = {site_of(document.url), site_of(document.capture.url)}
    internal: list[str] = []
    external: list[str] = []
    for address in addresses(document):
        (internal if site_of(address) in here else external).append(address)
    return Links(internal=tuple(internal), external=tuple(external))


def addresses(document: Document) -> list[str]:
    """Every address that an `a` or `area` points to, absolute, each once, in order."""
    base = document.base_url
    written = dict.fromkeys(
        href for element in document.tree.iter("a", "area") if (href := element.get("href")) and href[0] != "#"
    )
    found = (http_address(base, href) for href in written)
    return list(dict.fromkeys(address for address in found if address))
