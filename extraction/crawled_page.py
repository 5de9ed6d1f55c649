"""Reads a captured page whole: formats, the links that a crawl follows, the search entry, answers to questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from contract.sketch import sketch_of
from extraction.answers import answered_page
from extraction.answers.answered_page import AnsweredPage, PageQuestion
from extraction.declared import usage_terms
from extraction.document.addresses import http_address
from extraction.document.document import Document, open_page
from extraction.links import page_links
from extraction.links.robots_directives import forbids_following
from extraction.links.scope import Link, Scope, key_of, link_filter
from extraction.page import read_with_text
from extraction.search import entry
from extraction.search.entry import SearchEntry
from extraction.verdicts.outcome import usable

# The headers of a response that reading depends on. A reader gets no others.
READ_HEADERS = usage_terms.READ_HEADERS | {
    "cache-control", "cf-mitigated", "content-language", "content-type", "x-datadome", "x-robots-tag",
}  # fmt: skip


@dataclass(frozen=True)
class Outlinks:
    """`links` are in document order, each key once. `canonical` is the page that this one declares as its canonical URL.

    `sketch` shows whether the content of two pages is alike (`contract.sketch`).
    """

    links: tuple[Link, ...] = ()
    canonical: Link | None = None
    sketch: str | None = None


class ReadPage(NamedTuple):
    """A page that was read. `entry` is for the search index, None if the page must not be found there or is not stored.

    `answered` is what the page answers to each question, in their order.
    """

    formats: PageFormats
    outlinks: Outlinks = Outlinks()
    entry: SearchEntry | None = None
    answered: tuple[AnsweredPage, ...] = ()


def read_page(
    capture: PageCapture,
    options: ReadingOptions,
    scope: Scope | None = None,
    *,
    is_stored: bool = False,
    questions: tuple[PageQuestion, ...] = (),
) -> ReadPage:
    """Read a page as `extraction.page.read` does, with all else that is needed of it. It is parsed once.

    Args:
        scope: which links are followed. None when no links are. The canonical URL is not read then either.
        is_stored: whether the capture is stored, so that the search index has it.
    """
    document = open_page(capture)
    answered = tuple(answered_page.read_document(_copy(document), question) for question in questions)
    found = read(document, scope) if scope and document.kind == "html" else Outlinks()
    may_be_found = is_stored and entry.may_be_found(capture, document, options)
    formats, text = read_with_text(document, options)
    if scope:
        found = replace(found, sketch=sketch_of(text))
    is_listed = may_be_found and usable(capture, formats.quality)
    return ReadPage(formats, found, entry.make(formats, text) if is_listed else None, answered)


def _copy(document: Document) -> Document:
    return document.copy() if document.kind == "html" else document


def read(document: Document, scope: Scope) -> Outlinks:
    """The outlinks of a page. Empty for a page outside the site, because external links are followed for one step only.

    Links that the page asks robots not to follow are left out, unless the scope has `ignore_nofollow`.
    """
    follow = link_filter(scope)
    if not follow.link(document.url).inside:
        return Outlinks()
    links: dict[str, Link] = {}
    for address in _followed(document, scope):
        link = follow.follow(address)
        if link is not None:
            links.setdefault(link.key, link)
    return Outlinks(tuple(links.values()), _canonical(document, scope))


def _followed(document: Document, scope: Scope) -> list[str]:
    if scope.ignore_nofollow:
        return page_links.addresses(document)
    return [] if forbids_following(document) else page_links.addresses(document, with_nofollow=False)


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
