"""The files of a home page that describe the brand: the web app manifest and the main style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from contract.capture import PageCapture
from extraction.document.addresses import http_address
from extraction.document.document import Document, open_page
from extraction.document.tree import Tree
from extraction.links.sites import site_of

STYLESHEETS_MAX = 6
STYLESHEET_MAX_BYTES = 1_000_000
LINKS_MAX = 500
# Style sheets of libraries say nothing about the company.
_LIBRARY = re.compile(
    r"font-?awesome|swiper|slick|owl\.carousel|fancybox|lightbox|cookie|consent|aos\.css|jquery|flatpickr|prism|highlight",
    re.I,
)
_PLAIN_MEDIA = re.compile(r"^\s*(?:$|all|screen|only screen|.*min-width)", re.I)


@dataclass(frozen=True, kw_only=True)
class SideFiles:
    """The URLs to fetch. `has_scripts`: a browser may show more than the page as it was received."""

    manifest: str | None = None
    stylesheets: tuple[str, ...] = ()
    has_scripts: bool = False


@dataclass(frozen=True, kw_only=True)
class FetchedFiles:
    """The fetched side files. `stylesheets` are in the order of `SideFiles`; files that failed are left out.

    `bimi`: the records in which the domain names the logo of its e-mail.
    """

    manifest: bytes | None = field(default=None, repr=False)
    stylesheets: tuple[bytes, ...] = field(default=(), repr=False)
    bimi: tuple[str, ...] = ()


def read(capture: PageCapture) -> SideFiles:
    """The files to fetch for a page.

    Raises:
        UnreadablePage: the body is binary.
    """
    document = open_page(capture)
    return of_document(document) if document.kind == "html" else SideFiles()


def of_document(document: Document) -> SideFiles:
    """The same for an open page."""
    links = list(islice(document.tree.iter("link"), LINKS_MAX))
    manifests = (_address(document, link) for link in links if "manifest" in _kinds(link))
    return SideFiles(
        manifest=next((address for address in manifests if address), None),
        stylesheets=tuple(_stylesheets(document, links)),
        has_scripts="<script" in document.text.lower(),
    )


def _stylesheets(document: Document, links: list[Tree]) -> list[str]:
    """The style sheets of the site itself first; of those that remain the last ones, because they win."""
    addresses = list(dict.fromkeys(_sheet_addresses(document, links)))
    if len(addresses) <= STYLESHEETS_MAX:
        return addresses
    site = site_of(document.url)
    ranked = sorted(addresses, key=lambda address: (site_of(address) == site, addresses.index(address)))
    return sorted(ranked[-STYLESHEETS_MAX:], key=addresses.index)


def _sheet_addresses(document: Document, links: list[Tree]) -> Iterator[str]:
    for link in links:
        kinds = _kinds(link)
        is_sheet = "stylesheet" in kinds or ("preload" in kinds and link.get("as") == "style")
        if not is_sheet or "alternate" in kinds or not _PLAIN_MEDIA.match(link.get("media") or ""):
            continue
        address = _address(document, link)
        if address and not _LIBRARY.search(address) and "fonts.googleapis" not in address:
            yield address


def _kinds(link: Tree) -> list[str]:
    return (link.get("rel") or "").lower().split()


def _address(document: Document, link: Tree) -> str | None:
    href = link.get("href")
    return http_address(document.base_url, href) if href else None
