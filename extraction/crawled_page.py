"""The links that a crawl follows from a page, and the page's declared canonical URL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from extraction.document.addresses import http_address
from extraction.document.document import Document, open_page
from extraction.links import page_links
from extraction.links.scope import Link, Scope, key_of, link_filter
from extraction.page import read_document, read_with_text
from extraction.search import entry
from extraction.search.entry import SearchEntry
from extraction.verdicts.outcome import usable


@dataclass(frozen=True)
class Outlinks:
    """`links` are in document order, each key once. `canonical` is the page that this one declares as its canonical URL."""

    links: tuple[Link, ...] = ()
    canonical: Link | None = None


class KeptPage(NamedTuple):
    """A page that is read to be kept. `entry` is for the search index, None if the page must not be found there."""

    formats: PageFormats
    outlinks: Outlinks
    entry: SearchEntry | None


def read_kept(capture: PageCapture, options: ReadingOptions, scope: Scope | None) -> KeptPage:
    """Read a page as `read_crawled` does, with its entry for the search index. All come from the same parsed tree."""
    document = open_page(capture)
    found = read(document, scope) if scope and document.kind == "html" else Outlinks()
    may_be_found = entry.may_be_found(capture, document, options)
    formats, text = read_with_text(document, options)
    is_listed = may_be_found and usable(capture, formats.quality)
    return KeptPage(formats, found, entry.make(formats, text) if is_listed else None)


def read_crawled(capture: PageCapture, options: ReadingOptions, scope: Scope | None) -> tuple[PageFormats, Outlinks]:
    """Read a page as `extraction.page.read` does. The outlinks come from the same parsed tree.

    Args:
        scope: None when the crawl follows no links. The canonical URL is not read then either.
    """
    document = open_page(capture)
    found = read(document, scope) if scope and document.kind == "html" else Outlinks()
    return read_document(document, options), found


def read(document: Document, scope: Scope) -> Outlinks:
    """The outlinks of a page. Empty for a page outside the site, because external links are followed for one step only."""
    follow = link_filter(scope)
    if not follow.link(document.url).inside:
        return Outlinks()
    links: dict[str, Link] = {}
    for address in page_links.addresses(document):
        link = follow.follow(address)
        if link is not None:
            links.setdefault(link.key, link)
    return Outlinks(tuple(links.values()), _canonical(document, scope))


def _canonical(document: Document, scope: Scope) -> Link | None:
    """The declared canonical URL, if it is plausible: another page of this site.

        Many sites declare their home page as canonical on every page by mistake. Such a declaration is ignored, except on the
    home page itself.
    """
    declared = next(
        (
            link.get("href", "")
            for link in document.tree.iter("link")
            if "canonical" in (link.get("rel") or "").lower().split()
        ),
        None,
    )
    address = http_address(document.base_url, declared) if declared else None
    if address is None:
        return None
    link = link_filter(scope).link(address)
    if not link.inside or link.key == key_of(document.url, ignore_query=scope.ignore_query):
        return None
    if urlsplit(address).path in ("", "/") and urlsplit(document.url).path not in ("", "/"):
        return None
    return link
