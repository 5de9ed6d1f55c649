"""Which entries of a search engine's answer are returned. Every option of the query is applied again, to every engine."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from marshmallow import ValidationError

from contract.addresses import Policy
from contract.fields.basic import UNSTORABLE
from contract.fields.url import HttpUrl
from crawler.providers.search.query import FoundPage, SearchHit, SearchQuery
from extraction.links.normal_form import normalise
from extraction.links.scope import key_of
from extraction.search import countries

TITLE_MAX_CHARS, SNIPPET_MAX_CHARS = 300, 500
# A page's age by time range. A day more than the words say: dates of pages often have no time and no zone.
AGES = {
    "day": timedelta(days=2), "week": timedelta(days=8), "month": timedelta(days=32), "year": timedelta(days=367),
}  # fmt: skip
_URL = HttpUrl()
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


def accepted(query: SearchQuery, found: Iterable[FoundPage], policy: Policy) -> tuple[SearchHit, ...]:
    """The entries that fit the query, each page once, ranked from 1, up to the end of the query's page."""
    hits: list[SearchHit] = []
    for page in _unique(page for page in found if _fits(query, page, policy)):
        title = plain(page.title, TITLE_MAX_CHARS) or page.url
        snippet = plain(page.snippet, SNIPPET_MAX_CHARS)
        hits.append(SearchHit(title=title, url=page.url, snippet=snippet, rank=len(hits) + 1))
        if len(hits) == query.most:
            break
    return tuple(hits)


def is_within(host: str, domain: str) -> bool:
    """Whether a host is a domain or one of its subdomains."""
    return host == domain or host.endswith(f".{domain}")


def plain(text: str, max_chars: int) -> str:
    """Text without tags, control characters and marks that turn the direction of text; cut between words."""
    text = " ".join(_CONTROLS.sub(" ", UNSTORABLE.sub("", text)).split())
    if len(text) <= max_chars:
        return text
    blank = text.rfind(" ", max_chars // 2, max_chars)
    return text[: blank if blank > 0 else max_chars - 1] + " …"


def without_tags(text: str) -> str:
    """The text of a fragment of HTML, as search engines use it to emphasise words."""
    return html.unescape(_TAG.sub("", text))


def _unique(pages: Iterable[FoundPage]) -> Iterator[FoundPage]:
    """Each page once, as crawls and extracts count them: campaign parameters and the scheme make no other page."""
    seen: set[str] = set()
    for page in pages:
        key = key_of(page.url)
        if key not in seen:
            seen.add(key)
            yield page


def _fits(query: SearchQuery, page: FoundPage, policy: Policy) -> bool:
    try:
        url = _URL.deserialize(page.url)
        host = (urlsplit(normalise(url)).hostname or "").rstrip(".")
    except (ValidationError, ValueError):
        return False
    if policy.refuses(url):
        return False
    if query.include_domains and not any(is_within(host, domain) for domain in query.include_domains):
        return False
    if any(is_within(host, domain) for domain in query.exclude_domains):
        return False
    country = countries.of_host(host)
    if query.country and country and country != query.country:
        return False
    age = AGES.get(query.time_range or "")
    return age is None or page.dated is None or page.dated > datetime.now(UTC) - age
