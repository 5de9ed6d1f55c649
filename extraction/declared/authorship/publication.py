"""The publication date that a page's markup declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice

from extraction.declared.structured import EntityObject
from extraction.declared.text import dates
from extraction.document.tree import Tree

_PROPERTIES = ("datePublished", "dateCreated", "uploadDate", "datePosted")
# To add one: its name in lower case. The first that holds a date wins.
_METAS = (
    "article:published_time", "og:published_time", "datepublished", "article:published", "date", "dc.date.issued",
    "dcterms.issued", "dcterms.created", "dc.date", "dc.date.created", "dcterms.date", "pubdate", "publishdate", "publish-date",
    "publish_date", "publication_date", "published_time", "published-date", "publisheddate", "parsely-pub-date",
    "sailthru.date", "citation_publication_date", "citation_online_date", "article.published", "originalpublicationdate",
    "ptime", "displaydate", "rnews:datepublished", "cxenseparse:recs:publishtime", "bt:pubdate", "release_date", "created",
    "article:publish_time", "og:publish_date", "og:article:published_time", "citation_date", "dc.date.published",
    "article_date_original",
)  # fmt: skip
# Maximum number of marked elements that are read, and of their different days. With more, the page is a list.
_MARKED_MAX, _DAYS_MAX = 30, 2
_DAY_CHARS = len("2024-05-01")


def of_entities(entities: Iterable[EntityObject]) -> Iterator[str]:
    """The declared texts of the first property that any of the entities has, then of the next."""
    known = list(entities)
    for key in _PROPERTIES:
        yield from (entity[key] for entity in known if isinstance(entity.get(key), str))


def of_metas(metas: Mapping[str, str]) -> Iterator[str]:
    """The texts of `meta` elements that declare a publication date."""
    yield from (metas[name] for name in _METAS if name in metas)


def of_marked(elements: Iterable[Tree]) -> list[str]:
    """The texts of elements that are marked as publication dates. Empty if they hold many different days, as in a list."""
    found: list[str] = []
    for element in islice(elements, _MARKED_MAX):
        found.append(element.get("datetime") or element.get("content") or "".join(element.itertext()))
    days = {day[:10] for text in found if (day := dates.iso(text))}
    return found if len(days) <= _DAYS_MAX else []


def marked_times(elements: Iterable[Tree]) -> Iterator[Tree]:
    """The `time` elements that are marked as publication dates."""
    for element in elements:
        label = element.get("class") or ""
        if element.get("pubdate") is not None or "published" in label or "entry-date" in label:
            yield element


def first(texts: Iterable[str]) -> str | None:
    """The first text that is a complete date, in ISO 8601."""
    return next((found for text in texts if (found := dates.iso(text))), None)


def is_in_utc(declared: str) -> bool:
    """Whether a date is a moment in UTC. The page may show it in another time zone."""
    return declared.endswith("Z")


def with_shown_zone(declared: str, shown: str) -> str:
    """A moment in UTC, in the time zone of what the page shows if both are the same moment."""
    return shown if len(shown) > _DAY_CHARS and _moment(shown) == _moment(declared) else declared


def _moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
