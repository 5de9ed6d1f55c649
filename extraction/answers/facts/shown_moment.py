"""When an event is, by the only line with a day below the main heading: `Saturday 16 January 2027, 10.00 – 16.30`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema import word_meanings
from extraction.answers.values import weekdays
from extraction.declared.text import days
from extraction.document.document import Document
from extraction.document.tree import Tree, all_text, has_more_elements

_TAGS = frozenset("p div span li time dd td h2 h3".split())
_HEADINGS = frozenset("h1 h2 h3 h4".split())
_CHARS_MAX, _ELEMENTS_MAX = 120, 6
_TIME = re.compile(r"(?<![\d.,:])([01]?\d|2[0-3])[:.h]([0-5]\d)(?![\d.,:]\d)")


@dataclass(frozen=True)
class ShownMoment:
    """A day in ISO 8601, and from when to when on it, as `HH:MM` or empty. `text`: the line that has them."""

    text: str
    day: str
    start: str = ""
    end: str = ""


def read(document: Document) -> ShownMoment | None:
    """The moment, or None if no line between the main heading and the next one has a day, or several have."""
    found: dict[str, ShownMoment] = {}
    is_below = False
    for element, is_outside in areas.own_elements(document):
        if element.tag in _HEADINGS:
            if is_below and element.tag != "h1":
                break
            is_below = element.tag == "h1"
        elif is_below and not is_outside and element.tag in _TAGS and (one := _moment(element)):
            found.setdefault(one.day, one)
    return next(iter(found.values())) if len(found) == 1 else None


def part_of(name: str) -> str:
    """Which part of a moment a property asks for by its words: `start` for `begintijd`, `end` for `eindtijd`."""
    meant = frozenset().union(*(atom.meanings for atom in word_meanings.atoms(name)))
    if not meant & word_meanings.meaning_of("time"):
        return ""
    return next((part for part in ("start", "end") if meant & word_meanings.meaning_of(part)), "")


def _moment(element: Tree) -> ShownMoment | None:
    if has_more_elements(element, _ELEMENTS_MAX) or not 8 < len(all_text(element).strip()) <= _CHARS_MAX:
        return None
    text = text_of(element, _ELEMENTS_MAX)
    every = list(days.find(text)) if any(map(str.isdigit, text)) else []
    if len(every) != 1:
        return None
    first, last, day = every[0]
    before = text[:first].strip(" ,.")
    if before and not weekdays.in_label(before):
        return None
    times = [f"{hour.zfill(2)}:{minute}" for hour, minute in _TIME.findall(text[last:])]
    return ShownMoment(text, day.isoformat(), *(times if len(times) <= 2 else []))
