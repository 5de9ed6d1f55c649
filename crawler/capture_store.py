"""Stores captures in the cache, and their entries in the search index."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import Connection

from contract.capture import CaptureRequest, PageCapture
from crawler.fetching.raw_url import cache_url
from crawler.items import PageItem
from extraction.links.normal_form import normalise
from extraction.search import countries
from extraction.search.entry import SearchEntry
from models import capture as captures
from models import capture_renewal
from models.capture_renewal import Renewal
from models.search import search_page


def store(connection: Connection, items: Iterable[PageItem]) -> None:
    """Store or renew the captures of successful pages, if caching is allowed, and then their entries of the search index."""
    stored = [item for item in items if item.packed is not None or item.renews is not None]
    new = [_new_capture(item.request, item.capture, item.packed) for item in stored if item.packed is not None]
    captures.store(connection, new)
    renewals = [Renewal(item.renews, item.capture.headers) for item in stored if item.renews is not None]
    capture_renewal.renew(connection, renewals)
    search_page.store(connection, [found_page(item.capture, item.entry) for item in stored if item.entry is not None])


def found_page(capture: PageCapture, entry: SearchEntry) -> search_page.NewSearchPage:
    """A page as a row of the search index."""
    url = cache_url(capture.final_url)
    normal_url = normalise(url)
    host = urlsplit(normal_url).hostname or ""
    return search_page.NewSearchPage(
        normal_url=normal_url, url=url, host=host, country=countries.of_host(host), title=entry.title, text=entry.text,
        language=entry.language, published=entry.published, digest=entry.digest, title_words=entry.title_words,
        words=entry.words,
    )  # fmt: skip


def store_capture(connection: Connection, request: CaptureRequest, capture: PageCapture, packed: bytes) -> None:
    """Store a capture in the cache. `packed` is its compressed body."""
    captures.store(connection, [_new_capture(request, capture, packed)])


def _new_capture(request: CaptureRequest, capture: PageCapture, packed: bytes) -> captures.NewCapture:
    owner = UUID(request.workspace_id) if request.private and request.workspace_id else None
    return captures.NewCapture(captures.key_of(request, cache_url(request.url)), capture, packed, owner)
