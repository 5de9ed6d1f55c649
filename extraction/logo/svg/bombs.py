"""Counts how many elements a renderer draws, because references may repeat a part of the document many times."""

from __future__ import annotations

from lxml import etree

from extraction.logo.svg.css import own_references

MAX_DRAWN = 50_000


def draws_too_much(root: etree._Element) -> bool:
    """Whether references repeat parts more than `MAX_DRAWN` times in all, or refer to themselves."""
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    drawn: dict[etree._Element, int] = {}
    waiting: list[tuple[etree._Element, bool]] = [(root, False)]
    entered: set[etree._Element] = set()
    while waiting:
        element, is_leaving = waiting.pop()
        if is_leaving:
            entered.discard(element)
            drawn[element] = 1 + sum(drawn[part] for part in _parts(element, by_id))
            if drawn[element] > MAX_DRAWN:
                return True
        elif element in entered:
            return True
        elif element not in drawn:
            entered.add(element)
            waiting.append((element, True))
            waiting += [(part, False) for part in _parts(element, by_id) if part not in drawn]
    return False


def _parts(element: etree._Element, by_id: dict[str | None, etree._Element]) -> list[etree._Element]:
    """The children, and the elements that this one refers to."""
    names = []
    for name, value in element.attrib.items():
        if name == "href":
            names.append(str(value).removeprefix("#"))
        elif "(" in value:
            names += own_references(str(value))
    return [*element, *(by_id[name] for name in names if name in by_id)]
