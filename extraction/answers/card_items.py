"""The items of a list from blocks of one shape, such as the goods of a category or the people of a team."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property

from extraction.answers.facts import cards
from extraction.answers.facts.cards import Series
from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.page_sections import are_sections
from extraction.answers.field_values import FieldValues
from extraction.answers.schema import vocabulary
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.subjects import Subjects, name_of
from extraction.answers.values import numbers
from extraction.declared.structured import EntityObject

ITEMS_MAX = 1_000
_MANY = 8
_LONG = 5
# Some blocks lack a value that the others have.
_NEARLY = 0.34
# What entities of a kind show, whether it is asked for or not.
_MARKS = {"product": "offers", "event": "startDate"}
_MEASURED_MAX, _USUAL_SHARE = 40, 0.7
# Entities that belong to others. Blocks of goods are none, whatever else they have.
_PARTS = frozenset(("review", "comment", "question", "offer", "step"))
# How many asked properties a series has, its length, and its entities: none of sections of the page, which are no items.
_Ranked = tuple[float, int, list[Declared]]


class CardItems:
    """The blocks of one page."""

    def __init__(self, page: PageEntities, subjects: Subjects, values: FieldValues) -> None:
        self._page, self._subjects, self._values = page, subjects, values

    @cached_property
    def _series(self) -> list[Series]:
        return cards.read(self._page.document, comma=numbers.uses_comma(self._page.document.tree.get("lang")))

    def read(self, asked: SchemaField, kind: str, *, is_named: bool) -> list[Declared]:
        """The blocks of the only series that has most of an item's properties. None on a page about one entity.

        Args:
            is_named: the list's name says what its items are, or that they are any. Then fewer properties are enough.
        """
        if self._subjects.has_main:
            return []
        # Some shops call each page a product's. A page of one has its price beside its name.
        is_about_one = bool(kind) and kind == self._subjects.kind_of_page
        if is_about_one and (self._values.main.price or kind != "product"):
            return []
        if not is_named and not vocabulary.may_name_what_a_page_lists(asked.name):
            return []
        asks = [inner for inner in asked.item.properties.values() if not inner.is_list]
        if not is_named and len(asks) == 1:
            return []  # Any series has one text, such as its titles.
        share = 3 if is_named and kind not in _PARTS else 2
        needed = max(2, (len(asks) + share - 1) // share) if len(asks) > 1 else 1
        ranked = sorted(
            (
                (self._share_of(entities, asks, kind), len(entities), [] if are_sections(series.blocks) else entities)
                for series in self._series
                if self._share_of(_as_cards(series.sample), asks, kind) >= min(1, needed - 1.5)
                and (entities := _as_cards(series.entities))
            ),
            key=lambda one: one[:2],
            reverse=True,
        )
        least = _MANY if is_about_one else 2
        fitting = [one for one in ranked if one[0] >= needed - _NEARLY and one[1] >= least]
        if not fitting and is_named and kind not in _PARTS and self._dominates(ranked):
            fitting = ranked[:1]
        if not fitting or (len(fitting) > 1 and _compete(fitting[0], fitting[1])):
            return []
        return _like_the_others(fitting[0][2])[:ITEMS_MAX]

    @staticmethod
    def _dominates(ranked: list[_Ranked]) -> bool:
        """Whether the page has one long series, whose names are asked for, and no other of half its length."""
        lengths = sorted((length for _, length, _ in ranked), reverse=True)
        return (
            bool(ranked) and ranked[0][1] == lengths[0] >= _LONG and (len(lengths) < 2 or 2 * lengths[1] < lengths[0])
        )

    def of_names(self, names: list[str]) -> list[Declared]:
        """The blocks of the series that has most of the names, as letters. Empty if two have as many."""
        counts = [
            (len({name_of(entity) for entity in series.sample} & set(names)), series)
            for series in self._series
            if len(series.blocks) <= 2 * len(names)
        ]
        most = max((count for count, _ in counts), default=0)
        best = [series for count, series in counts if count == most and most > 1]
        return _as_cards(best[0].entities) if len(best) == 1 else []

    def _share_of(self, entities: list[Declared], asks: list[SchemaField], kind: str) -> float:
        """How many of the asked properties the entities of a series have, without the poorest third."""
        found = sorted((self._covered(each, asks, kind) for each in entities[:_MEASURED_MAX]), reverse=True)
        best = found[: max(1, (2 * len(found) + 2) // 3)]
        return sum(best) / len(best)

    def _covered(self, entity: Declared, asks: list[SchemaField], kind: str) -> int:
        named = sum(self._has(entity, inner, kind) or (inner.is_object and "offers" in entity.entity) for inner in asks)
        mark = _MARKS.get(kind, "")
        counted = any(self._is_mark(inner, kind, mark) and self._has(entity, inner, kind) for inner in asks)
        return named + (mark in entity.entity and not counted)

    @staticmethod
    def _is_mark(asked: SchemaField, kind: str, mark: str) -> bool:
        term = vocabulary.term_of(asked.name, asked.texts, kind)
        return asked.is_object or bool(term and any(path.startswith(mark) for path in term.paths))

    def _has(self, entity: Declared, asked: SchemaField, kind: str) -> bool:
        return bool(self._values.declared.raws(entity, asked, vocabulary.term_of(asked.name, asked.texts, kind)))


def _as_cards(entities: list[EntityObject]) -> list[Declared]:
    return [Declared(entity, "card", True) for entity in entities]


def _like_the_others(entities: list[Declared]) -> list[Declared]:
    """The entities without blocks of another purpose between them, such as an advertisement among goods.

    Where others say that they are sold out or reduced, an entity that does not is neither.
    """
    counts = Counter(key for each in entities for key in each.entity if key not in ("name", "additionalProperty"))
    usual = {key for key, count in counts.items() if count >= _USUAL_SHARE * len(entities)}
    retained = [each for each in entities if len(usual & each.entity.keys()) >= len(usual) / 2]
    if any(map(_is_reduced, retained)):
        retained = [replace(each, entity={**each.entity, "isReduced": _is_reduced(each)}) for each in retained]
    return [_with_state(each) for each in retained] if any(map(_is_sold_out, retained)) else retained


def _is_sold_out(entity: Declared) -> bool:
    return bool(entity.entity.get("offers", {}).get("availability") == "OutOfStock")


def _is_reduced(entity: Declared) -> bool:
    return "priceSpecification" in entity.entity.get("offers", {})


def _with_state(entity: Declared) -> Declared:
    offers = {"availability": "InStock", **entity.entity.get("offers", {})}
    return replace(entity, entity={**entity.entity, "offers": offers})


def _compete(one: _Ranked, other: _Ranked) -> bool:
    """Whether two series may both be what is asked about."""
    return other[0] > one[0] - 0.5 and 3 * other[1] > one[1]
