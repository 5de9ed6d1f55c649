"""Values of two visits that differ: of a schema, of selectors, the price, the title, the status."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from extraction.answers.evidence import PageText
from extraction.changes.change import Aspect, FieldChange
from extraction.changes.texts import normal_form
from extraction.changes.version import FieldValue, Version

# Values are looked for in the beginning of a longer text, and at most this many of them.
TEXT_MAX_CHARS = 200_000
VALUES_MAX = 100
_MONEY = frozenset(("price", "lowprice", "highprice", "amount", "cost", "fee", "total"))


class Passages:
    """Finds values in the Markdown of one visit. The text is read at the first use."""

    def __init__(self, markdown: str) -> None:
        self._markdown = markdown
        self._left = VALUES_MAX

    @cached_property
    def _text(self) -> PageText:
        return PageText(self._markdown[:TEXT_MAX_CHARS])

    def of(self, value: Any, name: str) -> str | None:
        """A passage that has the value, the best one near the last part of its dotted name. None if the text does not show it."""
        if value is None or isinstance(value, (list, dict)) or not self._left:
            return None
        self._left -= 1
        label = next((part for part in reversed(name.split(".")) if not part.isdigit()), name)
        found = self._text.locate(value, [label], money=True if label.casefold() in _MONEY else None)
        return found.passage if found else None


FIELDS_MAX = 500


def changes(before: Version, after: Version, compared: Collection[Aspect]) -> tuple[FieldChange, ...]:
    """The changed values, at most `FIELDS_MAX`."""
    found = [change for change in _all(before, after) if change.aspect in compared][:FIELDS_MAX]
    old, new = Passages(before.markdown), Passages(after.markdown)
    return tuple(_with_evidence(change, old, new) for change in found)


def _with_evidence(change: FieldChange, old: Passages, new: Passages) -> FieldChange:
    """A changed value with the passages that show it. A title and a status are what the page says itself."""
    if change.aspect in ("json", "price"):
        values = (change.old, change.new) if change.aspect == "json" else map(_amount, (change.old, change.new))
        shown = [side.of(value, change.name) for side, value in zip((old, new), values, strict=True)]
    elif change.aspect == "title":
        shown = [change.old, change.new]
    elif change.aspect == "status":
        shown = [None if value is None else f"HTTP {value}" for value in (change.old, change.new)]
    else:
        return change
    return replace(change, old_evidence=change.old_evidence or shown[0], new_evidence=change.new_evidence or shown[1])


def _amount(price: str | None) -> float | str | None:
    """The number of a price such as `49.00 EUR`."""
    number = (price or "").partition(" ")[0]
    try:
        return float(number)
    except ValueError:
        return price


def _all(before: Version, after: Version) -> Iterator[FieldChange]:
    yield from _price(before, after)
    for name in _names(before.json, after.json):
        old, new = before.json.get(name, FieldValue(None)), after.json.get(name, FieldValue(None))
        if not _equal(old.value, new.value):
            yield FieldChange("json", name, old.value, new.value, old.evidence, new.evidence)
    for name in _names(before.selected, after.selected):
        was, now = before.selected.get(name, ()), after.selected.get(name, ())
        # Equal elements in another order do not count as a change: a selector finds lists, too.
        if _normal(was) != _normal(now):
            yield FieldChange("selectors", name, list(was) or None, list(now) or None)
    if normal_form.of_title(before.title or "") != normal_form.of_title(after.title or ""):
        yield FieldChange("title", "title", before.title, after.title)
    if before.status != after.status:
        yield FieldChange("status", "status", before.status, after.status)


def _price(before: Version, after: Version) -> Iterator[FieldChange]:
    old, new = _money(before), _money(after)
    if old != new:
        yield FieldChange("price", "price", old, new)


def _money(version: Version) -> str | None:
    return None if version.price is None else " ".join(filter(None, (version.price, version.currency)))


def _names(one: Collection[str], other: Collection[str]) -> list[str]:
    return list(dict.fromkeys((*one, *other)))


def _equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal for a reader: white space does not count, and 1 is 1.0, but not true."""
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.split()) == " ".join(other.split())
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _normal(texts: Collection[str]) -> Counter[str]:
    return Counter(filter(None, (normal_form.of_text(text) for text in texts)))
