"""Checks a model's data by the page: values that are not on the page are dropped, the others get their passage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from extraction.answers.evidence import PageText
from extraction.answers.replies.derived import DerivedValues, urls_of
from extraction.answers.replies.quotes import Quotes
from extraction.answers.replies.schema_parts import allows, below, is_closed_set
from extraction.answers.schema import dotted_names, vocabulary
from extraction.answers.schema_answer import FieldEvidence

# Confidence in a value that the schema's own list of values offers, and that no passage shows.
CHOSEN = 0.4
# A model may take the right words for the wrong field.
FOUND_MAX = 0.9
# Confidence in a text that the model gave for several properties, where no label of the property is near. Small models
# repeat one name for everything.
REPEATED = 0.4
# A quote of the model that has the value: the page says it there, if the model took the right position.
QUOTED = 0.7
# Derived values with a quote are a little surer, but never sure.
WITH_QUOTE, DERIVED_MAX = 0.1, 0.5


@dataclass
class Claims:
    """What remains of a model's data.

    Attributes:
        data: the values that the page supports.
        fields: the evidence of each, by dotted name.
        unsupported: dotted names of the values that were dropped.
        derived: dotted names of values that no passage shows: from the schema's own list, or derived from the page.
    """

    data: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, FieldEvidence] = field(default_factory=dict)
    unsupported: list[str] = field(default_factory=list)
    derived: list[str] = field(default_factory=list)


_NOTHING = object()


@dataclass(frozen=True)
class Page:
    """The text of a page, for checking a model's data. `derived` decides about values that are not verbatim in it."""

    text: PageText
    derived: DerivedValues

    @classmethod
    def of(cls, text: str) -> Page:
        return cls(PageText(text), DerivedValues(text, urls_of(text)))


def check(
    data: Mapping[str, Any], schema: Mapping[str, Any] | None, page: Page, quotes: Mapping[str, str] | None = None
) -> Claims:
    """The claims of one answer that the page supports. Members that the schema does not ask for are dropped.

    Args:
        quotes: by dotted name of a value, or of the object or item that it is in, the passage that the model quoted for it.
    """
    return _Check(page, Quotes(quotes or {}, page.text)).of_object(data, schema)


@dataclass(frozen=True)
class _Position:
    """Where a value is.

    Attributes:
        path: its dotted name in the resulting data.
        source: its dotted name in the model's data, in which quotes are named.
        labels: its property's name, then those of the objects around it.
        beside: the lines of other values of its item.
    """

    schema: Any
    path: str = ""
    source: str = ""
    labels: tuple[str, ...] = ("",)
    beside: frozenset[int] = frozenset()

    def member(self, name: str, beside: frozenset[int]) -> _Position:
        return _Position(
            below(self.schema, name), dotted_names.member(self.path, name), dotted_names.member(self.source, name),
            (name, *self.labels), beside,
        )  # fmt: skip

    def item(self, position: int, source: int) -> _Position:
        """An item of the list: its number in the resulting list, and in the model's list."""
        return replace(
            self, schema=below(self.schema, 0), path=dotted_names.member(self.path, position),
            source=dotted_names.member(self.source, source),
        )  # fmt: skip


class _Check:
    """Checks one answer."""

    def __init__(self, page: Page, quotes: Quotes) -> None:
        self._page, self._quotes, self._claims = page, quotes, Claims()

    def of_object(self, data: Mapping[str, Any], schema: Mapping[str, Any] | None) -> Claims:
        self._claims.data = self._members(data, _Position(schema))
        _doubt_repeated(self._claims)
        return self._claims

    def _members(self, members: Mapping[str, Any], position: _Position) -> dict[str, Any]:
        beside = _lines_of(members, self._page.text)
        found = {
            name: self._retained(value, position.member(name, beside))
            for name, value in members.items()
            if allows(position.schema, name)
        }
        return {name: value for name, value in found.items() if value is not _NOTHING}

    def _retained(self, value: Any, position: _Position) -> Any:
        if isinstance(value, Mapping):
            return self._members(value, position) or _NOTHING
        if isinstance(value, list):
            return self._items(value, position)
        return self._value(value, position)

    def _items(self, items: list[Any], position: _Position) -> Any:
        """The supported items. Their numbers in dotted names are those in the resulting list."""
        claims = self._claims
        retained: list[Any] = []
        known: set[str] = set()
        for source, item in enumerate(items):
            here = position.item(len(retained), source)
            one = self._retained(item, here)
            if one is not _NOTHING:
                canonical = json.dumps(one, sort_keys=True)
                if canonical in known:
                    _forget(claims, here.path)
                else:
                    known.add(canonical)
                    retained.append(one)
            elif claims.unsupported[-1:] == [here.path]:
                claims.unsupported[-1] = position.path  # The number now belongs to another item.
        return retained or _NOTHING

    def _value(self, value: Any, position: _Position) -> Any:
        if isinstance(value, str) and not value.strip():
            return _NOTHING
        evidence = self._located(value, position) or self._derived(value, position)
        if evidence is None:
            self._claims.unsupported.append(position.path)
            return _NOTHING
        self._claims.fields[position.path] = evidence
        if evidence.confidence <= DERIVED_MAX:
            self._claims.derived.append(position.path)
        return value

    def _located(self, value: Any, position: _Position) -> FieldEvidence | None:
        """The evidence of a value that the page has. A quote that contains the value says which of several positions is meant."""
        found = self._page.text.locate(
            value,
            _labels(position.schema, position.labels),
            money=_is_money(position.labels[0]) or None,
            beside=position.beside,
        )
        quote = None if isinstance(value, bool) or (found and found.is_labelled) else self._quotes.of(position.source)
        if quote and PageText(quote).has(value):
            return FieldEvidence(max(QUOTED, found.confidence if found else 0.0), quote)
        return FieldEvidence(min(FOUND_MAX, found.confidence), found.passage) if found else None

    def _derived(self, value: Any, position: _Position) -> FieldEvidence | None:
        """The evidence of a value that is not verbatim on the page, or None if the page does not have it in any notation."""
        if isinstance(value, bool) or is_closed_set(position.schema) or self._page.text.has(value):
            confidence: float | None = CHOSEN
        else:
            confidence = self._page.derived.confidence(value, position.schema, position.labels[0])
        if confidence is None:
            return None
        quote = self._quotes.of(position.source)
        return FieldEvidence(min(DERIVED_MAX, confidence + WITH_QUOTE) if quote else confidence, quote)


def _doubt_repeated(claims: Claims) -> None:
    """Lower the confidence in texts that were given for several properties of one object."""
    for path, members in list(_objects(claims.data, "")):
        texts = Counter(value for value in members.values() if isinstance(value, str))
        for name, value in members.items():
            here = dotted_names.member(path, name)
            evidence = claims.fields.get(here)
            if isinstance(value, str) and texts[value] > 1 and evidence and evidence.confidence < FOUND_MAX:
                claims.fields[here] = replace(evidence, confidence=min(REPEATED, evidence.confidence))


def _objects(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, Mapping):
        yield path, value
        for name, inner in value.items():
            yield from _objects(inner, dotted_names.member(path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(inner, dotted_names.member(path, index))


def _lines_of(members: Mapping[str, Any], text: PageText) -> frozenset[int]:
    """The lines of an object's own values."""
    found = (text.lines_of(value) for value in members.values() if isinstance(value, (str, int, float)))
    return frozenset().union(*found)


def _forget(claims: Claims, path: str) -> None:
    """Drop the evidence of an item that is in the list already. It was added last."""
    while claims.fields:
        last = next(reversed(claims.fields))
        if last != path and not last.startswith(f"{path}."):
            return
        del claims.fields[last]


def _is_money(name: str) -> bool:
    term = vocabulary.term_of(name, (), "product")
    return term is not None and term.holds == "money"


def _labels(schema: Any, labels: tuple[str, ...]) -> tuple[str, ...]:
    title = schema.get("title") if isinstance(schema, Mapping) else None
    return (*labels[:1], title) if isinstance(title, str) else labels[:1]
