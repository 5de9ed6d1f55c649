"""Facts that the page declares about its main entity, and that a reader looks for first: price, rating, place, phone, number.

They show which short blocks of the page belong to its main content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from extraction.declared import main_entity
from extraction.declared.structured import EntityObject, StructuredMarkup, objects_in, types_of
from extraction.document.document import Document

Kind = Literal["price", "rating", "votes", "day", "minutes", "text", "phone"]

_GOODS = frozenset(
    "Product ProductGroup IndividualProduct Vehicle Car Book Course SoftwareApplication Event MusicEvent Recipe JobPosting".split()
)
_TEXTS_OF_ARTICLES = re.compile(r"Article|Posting$|Report$")
_WRITING = re.compile(r"Article|Posting$|Report$|WebPage|WebSite|Breadcrumb|ItemList|FAQPage|SearchAction")
_IN_MICRODATA = re.compile(
    r"/(?:Product|Event|\w+Event|JobPosting|Place|LocalBusiness|Hotel|Restaurant|Store|Course|Book|Vehicle|Car)$"
)
_MARK = frozenset("WebSite WebPage BreadcrumbList SearchAction ImageObject SiteNavigationElement Organization".split())
_FACTS_MAX, _DEPTH_MAX, _TEXT_MAX_CHARS = 40, 6, 80
# Names of properties whose text is a fact, wherever they are inside the main entity.
_TEXTS = frozenset(
    "sku mpn gtin13 isbn streetAddress addressLocality jobTitle employmentType calories recipeYield softwareVersion license "
    "email".split()
)
_NAMED = frozenset(
    "brand location hiringOrganization performer organizer author creator instructor provider partOfSeries worksFor "
    "affiliation".split()
)
_AMOUNTS = frozenset("price lowPrice highPrice minValue maxValue".split())
_VOTES = frozenset(("reviewCount", "ratingCount"))
_NOT_ENTERED = frozenset(
    "review reviews isRelatedTo isSimilarTo itemReviewed publisher seller image logo potentialAction".split()
)
_DAYS = frozenset(
    "startDate endDate validThrough doorTime releaseDate datePosted datePublished dateModified uploadDate".split()
)
_DURATIONS = frozenset("totalTime prepTime cookTime duration timeRequired".split())
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ISO_DURATION = re.compile(r"P(?:0?D)?T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:[\d.]+S)?$")
_PHONE_DIGITS_MIN = 7


@dataclass(frozen=True)
class Fact:
    """One declared fact. `text` is the declared value; `amount` is set for prices, ratings, numbers of votes, and minutes."""

    kind: Kind
    text: str
    amount: Decimal | None = None


def read(document: Document, data: StructuredMarkup, title: str | None) -> list[Fact]:
    """The facts of the page's main entity. Empty if the page declares none, or several entities of one kind."""
    found: dict[Fact, None] = {}
    for entity in _main_entities(document, data, title):
        for fact in _facts(entity, 0):
            found[fact] = None
            if len(found) == _FACTS_MAX:
                return list(found)
    return list(found)


def _main_entities(document: Document, data: StructuredMarkup, title: str | None) -> list[EntityObject]:
    # The video in an article has the article's name.
    has_article = any(any(map(_TEXTS_OF_ARTICLES.search, types_of(node))) for node in data.nodes)
    nodes = [
        node for node in data.nodes if not _is_writing(node) and not (has_article and "VideoObject" in types_of(node))
    ]
    if not nodes and _has_goods(document):
        nodes = [item for item in map(_flat, data.microdata) if not _is_writing(item)]
    if not nodes:
        return []
    page = main_entity.PageIdentity(document, title)
    main_ids = main_entity.ids_of_main_entities(data.nodes)
    entities: list[EntityObject] = []
    for node in nodes:
        if any(name.endswith("Page") for name in types_of(node)):
            entities += objects_in(node.get("mainEntity"))
        elif str(node.get("@id")) in main_ids or page.is_about(node):
            entities.append(node)
    if entities:
        return entities
    goods = [node for node in nodes if _GOODS.intersection(types_of(node))]
    return goods if len({str(node.get("name")) for node in goods}) == 1 else []


def _is_writing(node: EntityObject) -> bool:
    names = types_of(node)
    return "JobPosting" not in names and any(map(_WRITING.search, names)) and not objects_in(node.get("mainEntity"))


def _has_goods(document: Document) -> bool:
    """Whether the page's microdata is worth the time of reading it."""
    return any(_IN_MICRODATA.search(item.get("itemtype") or "") for item in document.index.having("itemscope"))


def _flat(item: EntityObject) -> EntityObject:
    """A microdata item in the form of JSON-LD."""
    properties = item.get("properties")
    if not isinstance(properties, dict):
        return item
    return {"@type": item.get("type"), **{name: _flat_value(value) for name, value in properties.items()}}


def _flat_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_flat_value(each) for each in value]
    return _flat(value) if isinstance(value, dict) else value


def _facts(entity: EntityObject, depth: int) -> Iterator[Fact]:
    if depth > _DEPTH_MAX or (depth and _MARK.intersection(types_of(entity)) and "name" not in entity):
        return
    for name, value in entity.items():
        if name in _NOT_ENTERED:
            continue
        if name in _AMOUNTS or (name == "value" and "MonetaryAmount" in types_of(entity)):
            yield from _amounts("price", value)
        elif name == "ratingValue":
            yield from _amounts("rating", value)
        elif name in _VOTES:
            yield from _amounts("votes", value)
        elif name == "telephone":
            yield from (
                Fact("phone", digits) for text in _texts(value) if len(digits := _digits(text)) >= _PHONE_DIGITS_MIN
            )
        elif name in _DAYS:
            yield from (Fact("day", text[:10]) for text in _texts(value) if _ISO_DAY.match(text))
        elif name in _DURATIONS:
            yield from _minutes(value)
        elif name in _TEXTS:
            yield from (Fact("text", text) for text in _texts(value))
        elif name in _NAMED:
            yield from (Fact("text", text) for text in _texts(value))
            yield from (Fact("text", text) for inner in objects_in(value) for text in _texts(inner.get("name")))
        if isinstance(value, (dict, list)):
            for inner in objects_in(value):
                yield from _facts(inner, depth + 1)


def _minutes(value: Any) -> Iterator[Fact]:
    for text in _texts(value):
        if found := _ISO_DURATION.match(text):
            minutes = 60 * int(found[1] or 0) + int(found[2] or 0)
            if minutes:
                yield Fact("minutes", text, Decimal(minutes))


def _amounts(kind: Kind, value: Any) -> Iterator[Fact]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, (str, int, float)) and not isinstance(each, bool):
            text = str(each).strip()
            try:
                amount = Decimal(
                    text.replace(",", "") if text.count(",") != 1 or "." in text else text.replace(",", ".")
                )
            except InvalidOperation:
                continue
            if amount.is_finite() and amount > 0:
                yield Fact(kind, text, amount.normalize())


def _texts(value: Any) -> Iterable[str]:
    for each in value if isinstance(value, list) else [value]:
        text = " ".join(str(each).split()) if isinstance(each, (str, int)) and not isinstance(each, bool) else ""
        if 2 < len(text) <= _TEXT_MAX_CHARS:
            yield text


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)[-9:]
