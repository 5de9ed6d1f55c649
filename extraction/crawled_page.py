"""Where a page of a crawl leads: the places to visit next, and the page that it says it is."""

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
    """`places` in document order, each key once. `canonical` is the page that this one declares itself a copy of."""

    places: tuple[Place, ...] = ()
    canonical: Place | None = None


def read_crawled(capture: PageCapture, options: ReadingOptions, scope: Scope | None) -> tuple[PageFormats, Outlinks]:
    """Read a page as `extraction.page.read` does, and its outlinks in the same parse.

    Args:
        scope: None where no link is followed; the canonical address is not asked for then either.
    """
    document = open_page(capture)
    found = read(document, scope) if scope and document.kind == "html" else Outlinks()
    return read_document(document, options), found


def read(document: Document, scope: Scope) -> Outlinks:
    """The outlinks of a page. A page outside the site leads nowhere: an external link is followed one step far."""
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
    """The declared canonical page where it is another one of this site that can be believed.

    A site that declares its start page on every page is a common mistake: only the start page's own spellings may.
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
