"""What markup declares for a property of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from extraction.answers.facts.property_values import Raw, additional, follow, named_alike
from extraction.answers.facts.things import Declared, PageThings
from extraction.answers.page_values import PageValues
from extraction.answers.schema import glossary, units
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.names import forms
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term

_CLOCK_PATHS = {"startDate": "startClock", "endDate": "endClock"}


class DeclaredValues:
    """The declared values of one page."""

    def __init__(self, page: PageThings, context: PageValues) -> None:
        self._page, self._context = page, context

    def converted(self, raws: list[Raw], asked: SchemaField, holds: str, source: str = "") -> list[tuple[Any, Raw]]:
        """As `PageValues.converted`."""
        return self._context.converted(raws, asked, holds, source)

    def raws(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of a property: by the first path that has any, otherwise by the property's own name."""
        return next(self.raws_by_path(thing, asked, term), [])

    def objects_first(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of the first path that ends in objects, otherwise of the first path."""
        by_path = list(self.raws_by_path(thing, asked, term))
        return next((raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)), [*by_path, []][0])

    def raws_by_path(self, thing: Declared, asked: SchemaField, term: Term | None) -> Iterator[list[Raw]]:
        """The declared values of a property, path by path, and last by the property's own name."""
        resolve = self._page.resolved
        # A row of a table, or a block of a series, has the schema's own names.
        paths = term.paths if term and thing.source not in ("table", "block") else ()
        if asked.format == CLOCK:
            paths = (*(_CLOCK_PATHS[path] for path in paths if path in _CLOCK_PATHS), *paths)
        for path in paths:
            if found := follow(thing.thing, path, resolve):
                yield found
        if found := named_alike(thing.thing, asked.name, resolve):
            yield found
        names = (asked.name, units.without_unit(asked.name), *(term.labels if term else ()))
        names += glossary.labels_for(asked.name) if "additionalProperty" in thing.thing else ()
        if found := additional(thing.thing, [form for name in names for form in forms(name)]):
            yield found

    def holders(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The objects of a property, the outermost if several paths end in one, otherwise the objects that hold its values."""
        paths = sorted(term.paths, key=lambda path: path.count(".")) if term else []
        paths += [path.rpartition(".")[0] for path in paths if "." in path]
        by_path = [found for path in paths if (found := follow(thing.thing, path, self._page.resolved))]
        by_path += [found for found in [named_alike(thing.thing, asked.name, self._page.resolved)] if found]
        return next(
            (raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)),
            by_path[0] if by_path else [],
        )

    def single_price(self, thing: Declared, term: Term | None) -> list[Raw]:
        """The price of offers whose lowest price is the highest."""
        if term is None or "offers.price" not in term.paths:
            return []
        low, high = (follow(thing.thing, f"offers.{key}", self._page.resolved) for key in ("lowPrice", "highPrice"))
        return low if low and {str(raw.value) for raw in low} == {str(raw.value) for raw in high} else []

    def has_asked_currency(self, thing: Declared, asked: SchemaField, term: Term | None) -> bool:
        """Whether an amount is in the currency that the property asks for, if it asks for one."""
        currency = units.asked_currency(asked.name, asked.texts)
        if currency is None or term is None:
            return True
        holders = {path.rpartition(".")[0] for path in term.paths}
        holders |= {
            holder.rpartition(".")[0] for holder in holders
        }  # A price specification has the currency of its offer.
        paths = [f"{holder}.{key}".lstrip(".") for holder in holders for key in ("priceCurrency", "currency")]
        found = [raw.value for path in paths for raw in follow(thing.thing, path, self._page.resolved)]
        return bool(found) and all(isinstance(one, str) and self._context.currency(one) == currency for one in found)
