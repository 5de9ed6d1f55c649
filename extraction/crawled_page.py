"""The links that a crawl follows from a page, and the page's declared canonical URL."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from extraction.document.addresses import http_address
from extraction.document.document import Document, open_page
from extraction.links import page_links
from extraction.links.scope import Place, Scope, follower, key_of
from extraction.page import read_document


@dataclass(frozen=True)
class Outlinks:
    """`places` are in document order, each key once. `canonical` is the page that this one declares as its canonical URL."""

    places: tuple[Place, ...] = ()
    canonical: Place | None = None


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
    follow = follower(scope)
    if not follow.place(document.url).inside:
        return Outlinks()
    places: dict[str, Place] = {}
    for address in page_links.addresses(document):
        place = follow.follow(address)
        if place is not None:
            places.setdefault(place.key, place)
    return Outlinks(tuple(places.values()), _canonical(document, scope))


def _canonical(document: Document, scope: Scope) -> Place | None:
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
    place = follower(scope).place(address)
    if not place.inside or place.key == key_of(document.url, ignore_query=scope.ignore_query):
        return None
    if urlsplit(address).path in ("", "/") and urlsplit(document.url).path not in ("", "/"):
        return None
    return place
