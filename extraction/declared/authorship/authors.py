"""The author that a page's markup declares: JSON-LD, `meta` elements, microdata, links to authors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from extraction.declared.authorship import people
from extraction.declared.structured import EntityObject, types_of
from extraction.document.letters import letters
from extraction.document.tree import Tree

# To add one: its name in lower case. The first that holds a name wins.
_METAS = ("author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "byl", "article:author_name", "authors", "dc.contributor")  # fmt: skip
# Maximum number of marked elements that are read, and of different names. With more, the page is a list.
_MARKED_MAX, _NAMES_MAX = 30, 2
_PAPER_AUTHORS_MAX = 100
_NO_PERSON_TYPES = frozenset("Organization Corporation NewsMediaOrganization LocalBusiness WebSite Brand".split())


@dataclass(frozen=True)
class Author:
    """One or more declared names, joined by commas. `is_sure`: at least one is the name of a person."""

    names: str
    is_sure: bool


def of_entities(
    entities: Iterable[EntityObject], by_id: Mapping[str, EntityObject], site_names: set[str]
) -> Iterator[Author]:
    """The author of each entity that declares one."""
    for entity in entities:
        found = list(_people(entity.get("author") or entity.get("creator"), by_id))
        if found:
            is_sure = any(person and _is_person(name, site_names) for name, person in found)
            yield Author(", ".join(dict.fromkeys(name for name, _ in found)), is_sure)


def of_metas(metas: Mapping[str, str], site_names: set[str]) -> Iterator[Author]:
    """The author of each `meta` element that declares one."""
    for key in _METAS:
        if name := people.person(metas.get(key)):
            yield Author(name, _is_person(name, site_names))


def of_papers(metas: Iterable[Tree]) -> str | None:
    """The authors of a scientific paper, each declared by its own `meta` element, such as `Doe, Jane`."""
    names: list[str] = []
    for meta in metas:
        if (meta.get("name") or "").lower() == "citation_author" and (name := people.person(meta.get("content"))):
            names.append(_first_name_first(name))
    return ", ".join(dict.fromkeys(names[:_PAPER_AUTHORS_MAX])) or None


def of_marked(elements: Iterable[Tree]) -> str | None:
    """The first name in the elements that are marked as authors. None if they hold many different names."""
    names: list[str] = []
    for element in islice(elements, _MARKED_MAX):
        name_element = next(element.iterfind(".//*[@itemprop='name']"), element)
        name = people.person(name_element.get("content") or "".join(name_element.itertext()))
        if name and name not in names:
            names.append(name)
    return names[0] if 0 < len(names) <= _NAMES_MAX else None


def objects_in(value: Any, by_id: Mapping[str, EntityObject]) -> list[EntityObject]:
    """The objects in a property value. References by `@id` are resolved."""
    found = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            found.append({**by_id.get(str(item.get("@id")), {}), **item})
    return found


def _people(value: Any, by_id: Mapping[str, EntityObject]) -> Iterator[tuple[str, bool]]:
    """Each name in an author property, and whether its type can be a person."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str) and (name := people.person(item)):
            yield name, True
    for entity in objects_in(value, by_id):
        is_person = not _NO_PERSON_TYPES.intersection(types_of(entity))
        name = entity.get("name")
        for part in name if isinstance(name, list) else [name]:
            if found := people.person(part):
                yield found, is_person


def _first_name_first(name: str) -> str:
    """`Doe, Jane` -> `Jane Doe`."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first else name


def _is_person(name: str, site_names: set[str]) -> bool:
    """Whether a name is neither that of the site nor a login such as `jdoe7`."""
    return letters(name) not in site_names and (" " in name or name != name.casefold())
