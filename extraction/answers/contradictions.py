"""Whether what a page declares is contradicted by what it shows, or by what it declares elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from extraction.answers.declared_values import DeclaredValues
from extraction.answers.facts.page_entities import Declared
from extraction.answers.main_part import PRICE_PATHS, MainPart
from extraction.answers.page_values import PageValues
from extraction.answers.schema.names import letters
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.subjects import Subject
from extraction.answers.values.convert import same

# Kinds of values in which two sources can contradict each other.
EXACT = frozenset(("money", "date", "code", "count", "currency"))
_CENT = 0.01


class Contradictions:
    """The contradictions of one page."""

    def __init__(self, context: PageValues, declared: DeclaredValues, main: MainPart) -> None:
        self._context, self._declared, self._main = context, declared, main

    def is_disputed(self, asked: SchemaField, entities: Iterable[Declared], term: Term | None) -> bool:
        """Whether the one price beside the main heading is none of the declared ones, also not after rounding."""
        if term is None or term.holds != "money" or not PRICE_PATHS.intersection(term.paths):
            return False
        shown = self._main.amount(asked)
        declared = [
            value
            for each in entities
            for value, _ in self._context.converted(self._declared.raws(each, asked, term), asked, "money", each.source)
        ]
        return shown is not None and bool(declared) and not any(is_same_in_cents(value, shown) for value in declared)

    def is_contradicted(
        self, value: Any, asked: SchemaField, entity: Declared, subject: Subject, term: Term | None
    ) -> bool:
        """Whether the page shows another value than a declared one, or declares another one elsewhere."""
        if term is None or term.holds not in EXACT:
            return False
        if subject.is_page and term.holds == "money" and PRICE_PATHS.intersection(term.paths):
            shown = self._main.amount(asked)
            if shown is not None and not same(shown, value):
                return True
        if (
            subject.is_page
            and "startDate" in term.paths
            and isinstance(value, str)
            and self._is_after_another_day(value)
        ):
            return True
        for other in subject.entities:
            if other is not entity:
                values = self._context.converted(
                    self._declared.raws(other, asked, term), asked, term.holds, other.source
                )
                if values and not any(same(value, each) for each, _ in values):
                    return True
        return False

    def _is_after_another_day(self, moment: str) -> bool:
        """Whether another day is the first one that the page shows from its main heading on: the date may have been moved."""
        first = self._context.text.first_day_from(self._main.heading) if self._main.heading else None
        return first is not None and first != moment[:10]


def is_same_in_cents(value: Any, shown: Any) -> bool:
    """Whether two amounts are the same in whole cents."""
    if isinstance(value, (int, float)) and isinstance(shown, (int, float)):
        return abs(value - shown) < _CENT
    return same(value, shown)


def is_alike(value: Any, shown: Any) -> bool:
    """Whether a declared value is the shown one: amounts in whole cents, moments of one day, the same text or a longer one."""
    if isinstance(value, str) and isinstance(shown, str):
        short, long = sorted((letters(value[:500]), letters(shown[:500])), key=len)
        return value[:10] == shown[:10] or short in long
    return is_same_in_cents(value, shown)
