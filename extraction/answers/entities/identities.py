"""The identifiers and names by which two rows are recognised as the same entity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from extraction.answers.schema.names import letters, words
from extraction.answers.values import numbers
from extraction.document.letters import folded
from extraction.links.sites import site_of

# Keys by kind of identifier.
Identity = dict[str, frozenset[str]]

# Strongest first. A website is shared by the branches and products of a company, so it only distinguishes entities, as traits do.
KINDS = ("gtin", "sku", "email", "url", "event", "name")
_TRAIT = "trait"
_PROPERTIES = {
    "gtin": "gtin gtin8 gtin12 gtin13 gtin14 ean ean13 upc isbn isbn13 barcode",
    "sku": "sku mpn articlenumber itemnumber productid partnumber",
    "email": "email emailaddress contactemail",
    "url": "url link producturl pageurl permalink canonicalurl href",
    "domain": "website domain homepage companyurl companywebsite",
    "name": "name title headline productname companyname eventname jobtitle fullname articletitle recipename",
    _TRAIT: "startdate date eventdate published datepublished city location venue address street company companyname employer brand"
    " model size color colour author price phone telephone mobile role jobtitle position birthdate isbn year version",
}
_KIND_OF = {name: kind for kind, names in _PROPERTIES.items() for name in names.split() if kind != _TRAIT}
_TRAITS = frozenset(_PROPERTIES[_TRAIT].split())
_STARTS = frozenset("startdate start starttime startdatetime startsat begins eventdate date datetime".split())
_PLACES = frozenset("location venue place venuename locationname".split())
_TIME_OF_DAY = re.compile(r"\d{1,2}:\d{2}")
_DEPTH_MAX, _FIELDS_MAX = 2, 200
_TEXT_MAX_CHARS = 2_000
_LEGAL_FORMS = frozenset(
    "inc llc ltd limited gmbh ag corp corporation co company plc sa sarl srl spa bv nv oy ab as kg ug se".split()
)


def contradict(mine: Identity, theirs: Identity, kind: str) -> bool:
    """Whether two entities that share a key of this kind differ in what identifies them.

    A number of the maker or the seller decides alone. A place and a start join events of which one's name is a
    part of the other's. An e-mail address may belong to an office, and a URL to a list: they join only rows of one name, or of
    which one has none.
    """
    if kind == "gtin":
        return False
    if kind == "sku":
        return _differ(mine, theirs, "gtin")
    if kind == "event":
        return not _named_alike(mine, theirs) or any(_differ(mine, theirs, each) for each in ("gtin", "sku"))
    traits = [each for each in mine if each.startswith(_TRAIT)]
    if kind != "name":
        # Without two names, only what both rows have can say that they are two: the roles of an office's address.
        more = () if mine.get("name") and theirs.get("name") else traits
        return any(_differ(mine, theirs, each) for each in ("gtin", "sku", "name", *more))
    return any(_differ(mine, theirs, each) for each in ("gtin", "sku", "domain", "email", "url", *traits))


def _named_alike(mine: Identity, theirs: Identity) -> bool:
    """Whether one name has all words of the other one, or one row has no name: `Jazz Night` and `Jazz Night with Kim`."""
    ones, others = ([set(name.split()) for name in each.get("name", ())] for each in (mine, theirs))
    return not ones or not others or any(one <= other or other <= one for one in ones for other in others)


def _differ(mine: Identity, theirs: Identity, kind: str) -> bool:
    """Whether both have keys of a kind, but none in common. Article numbers are compared within one scope only."""
    one, other = mine.get(kind), theirs.get(kind)
    if not one or not other or not one.isdisjoint(other):
        return False
    return kind != "sku" or bool({key.split()[0] for key in one} & {key.split()[0] for key in other})


def of(data: Mapping[str, Any], url: str) -> Identity:
    """The keys of one row.

    Args:
        url: the page of the row. Article numbers hold within one site or brand only.
    """
    found: dict[str, set[str]] = {}
    fields = list(_scalars(data, 0))[:_FIELDS_MAX]
    brand = next((letters(value) for name, value in fields if letters(name) == "brand" and isinstance(value, str)), "")
    for name, value in fields:
        text = str(value)[:_TEXT_MAX_CHARS].strip()
        kind = _KIND_OF.get(letters(name))
        if kind and text:
            found.setdefault(kind, set()).update(_keys(kind, text, url, brand))
        if letters(name) in _TRAITS and text:
            found.setdefault(f"{_TRAIT} {letters(name)}", set()).add(_comparable(text))
    if event := _event(fields):
        found["event"] = {event}
    return {kind: frozenset(keys) for kind, keys in found.items() if keys}


def _event(fields: list[tuple[str, Any]]) -> str:
    """The start and the place of an event. Empty without a time of day: a place has several events a day."""
    texts = [(letters(name), value) for name, value in fields if isinstance(value, str)]
    start = next((value for name, value in texts if name in _STARTS and _TIME_OF_DAY.search(value[:60])), "")
    place = next((value for name, value in texts if name in _PLACES), "")
    return f"{_comparable(start[:60])} {_comparable(place[:200])}" if start and place.strip() else ""


def _scalars(data: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
    """The scalar fields of a row, and those of an object that wraps it."""
    for name, value in data.items():
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            yield str(name), value
        elif isinstance(value, Mapping) and len(data) == 1 and depth < _DEPTH_MAX:
            yield from _scalars(value, depth + 1)


def _keys(kind: str, text: str, url: str, brand: str) -> Iterator[str]:
    if kind == "gtin":
        digits = numbers.digits(text)
        if 8 <= len(digits) <= 14:
            yield digits.zfill(14)
    elif kind == "sku":
        if len(code := letters(text)) >= 3:
            yield from (f"{scope} {code}" for scope in (_host(url), brand) if scope)
    elif kind == "email":
        if "@" in text:
            yield text.casefold().removeprefix("mailto:")
    elif kind == "url":
        if address := _address(text):
            yield address
    elif kind == "domain":
        if host := _host(text if "//" in text else f"http://{text}"):
            yield site_of(f"http://{host}/") or host
    elif name := _name(text):
        yield name


def _name(text: str) -> str:
    """The words of a name without legal forms and articles. Order and punctuation do not matter for the end of a name."""
    retained = [word for word in words(folded(text)) if word not in _LEGAL_FORMS and word != "the"]
    return " ".join(retained) or _comparable(text)


def _comparable(text: str) -> str:
    return re.sub(r"\W+", " ", folded(text)).strip()


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _address(text: str) -> str:
    """A URL for comparison: without scheme, `www`, fragment and final slash. Empty for the root of a site."""
    bare = text.partition("#")[0].rpartition("//")[2].removeprefix("www.").rstrip("/")
    return bare if "/" in bare or "?" in bare else ""
