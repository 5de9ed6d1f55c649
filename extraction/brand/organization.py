"""The organisation that a page declares about itself: JSON-LD, microdata or RDFa."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from extraction.brand import clean_text
from extraction.declared import rdfa
from extraction.declared.structured import EntityObject, StructuredMarkup, types_of
from extraction.document.addresses import http_address
from extraction.links.sites import site_of

_TYPES = re.compile(
    r"(Organization|Corporation|Business|Brand|Company|Store|Shop|Restaurant|Hotel|NGO|Airline|School|University|Agency|"
    r"Hospital|Clinic|Dentist|Service$|Consortium|Project$|Publisher|Team$|Club|Museum|Library|Bank)"
)
# A page about something else names other organisations under these properties.
_OF_OTHERS = frozenset((
    "review", "reviews", "author", "sponsor", "member", "memberOf", "customer", "client", "parentOrganization",
    "hiringOrganization", "seller", "itemReviewed", "brand", "manufacturer", "performer", "organizer", "affiliation",
    "alumniOf", "knowsAbout", "itemListElement",
))  # fmt: skip
_DEPTH_MAX = 6
_ORGANIZATIONS_MAX = 50
SAME_AS_MAX = 60


@dataclass(frozen=True, kw_only=True)
class Organization:
    """What an organisation declares. `source` is the kind of markup, `properties` has everything by its short name."""

    source: str
    name: str | None = None
    legal_name: str | None = None
    description: str | None = None
    slogan: str | None = None
    logos: tuple[str, ...] = ()
    same_as: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    properties: EntityObject = field(default_factory=dict, repr=False)


def read(data: StructuredMarkup) -> Organization | None:
    """The organisation of the site, or None. One with the site's own URL is preferred, then the one that declares most."""
    base = data.document.base_url
    found: list[tuple[int, Organization]] = []
    for source, entities in (("jsonld", data.nodes), ("microdata", data.microdata), ("rdfa", _rdfa(data))):
        by_id = {str(entity["@id"]): entity for entity in entities if isinstance(entity.get("@id"), str)}
        for entity in _organizations(entities):
            found.append(_with_rank(entity, source, by_id, base))
            if len(found) == _ORGANIZATIONS_MAX:
                break
    return max(found, key=lambda ranked: ranked[0])[1] if found else None


def _rdfa(data: StructuredMarkup) -> list[EntityObject]:
    return rdfa.as_nested_entities(data.rdfa) if "typeof" in data.document.text else []


def _organizations(value: Any, depth: int = 0) -> Iterator[EntityObject]:
    if depth > _DEPTH_MAX:
        return
    if isinstance(value, list):
        for item in value:
            yield from _organizations(item, depth + 1)
    elif isinstance(value, dict):
        if any(_TYPES.search(name) for name in types_of(value)):
            yield value
        for key, inner in value.items():
            if isinstance(inner, (dict, list)) and key.rpartition("/")[2] not in _OF_OTHERS:
                yield from _organizations(inner, depth + 1)


def _with_rank(
    entity: EntityObject, source: str, by_id: dict[str, EntityObject], base: str
) -> tuple[int, Organization]:
    values = properties_of(entity)
    organization = Organization(
        source=source,
        name=clean_text.line(_text(values.get("name")), clean_text.NAME_MAX_CHARS),
        legal_name=clean_text.line(_text(values.get("legalName")), clean_text.NAME_MAX_CHARS),
        description=clean_text.line(_text(values.get("description"))),
        slogan=clean_text.line(_text(values.get("slogan")), 200),
        logos=tuple(address for text in _images(values.get("logo"), by_id) if (address := http_address(base, text))),
        same_as=tuple(text for text in _texts(values.get("sameAs")) if text.startswith("http"))[:SAME_AS_MAX],
        types=tuple(types_of(entity)),
        properties=values,
    )
    address = http_address(base, _text(values.get("url")) or "") if values.get("url") else None
    rank = 3 * bool(organization.logos) + 2 * bool(organization.name) + bool(organization.same_as)
    if address:
        rank += 6 if site_of(address) == site_of(base) else -6
    return rank, organization


def properties_of(entity: EntityObject) -> EntityObject:
    """The properties by short name. Microdata nests them; RDFa names them by URL."""
    inner = entity.get("properties")
    values = inner if isinstance(inner, dict) else entity
    return {key.rpartition("/")[2]: value for key, value in values.items()}


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    found = [item.get("@value", item.get("@id")) if isinstance(item, dict) else item for item in values]
    return [text.strip() for text in found if isinstance(text, str) and text.strip()]


def _text(value: Any) -> str | None:
    return next(iter(_texts(value)), None)


def _images(value: Any, by_id: dict[str, EntityObject]) -> list[str]:
    """The URLs of an image: a string, an ImageObject, a reference to one, or a list of these."""
    found: list[str] = []
    for item in (value if isinstance(value, list) else [value])[:10]:
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict):
            whole = {**by_id.get(str(item.get("@id")), {}), **item}
            values = properties_of(whole)
            found += _texts(values.get("contentUrl") or values.get("url") or whole.get("@value"))[:1]
    return found
