"""What markup declares for a property of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.property_values import Raw, additional, follow, named_alike
from extraction.answers.page_values import PageValues
from extraction.answers.schema import glossary, units
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.names import forms
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term

_CLOCK_PATHS = {"startDate": "startClock", "endDate": "endClock"}


class DeclaredValues:
    """The declared values of one page."""

    def __init__(self, page: PageEntities, context: PageValues) -> None:
        self._page, self._context = page, context

    def converted(self, raws: list[Raw], asked: SchemaField, holds: str, source: str = "") -> list[tuple[Any, Raw]]:
        """As `PageValues.converted`."""
        return self._context.converted(raws, asked, holds, source)

    def raws(self, entity: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of a property: by the first path that has any, otherwise by the property's own name."""
        return next(self.raws_by_path(entity, asked, term), [])

    def objects_first(self, entity: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of the first path that ends in objects, otherwise of the first path."""
        by_path = list(self.raws_by_path(entity, asked, term))
        return next((raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)), [*by_path, []][0])

    def raws_by_path(self, entity: Declared, asked: SchemaField, term: Term | None) -> Iterator[list[Raw]]:
        """The declared values of a property, path by path, and last by the property's own name."""
        resolve = self._page.resolved
        # A row of a table, or a block of a series, has the schema's own names.
        paths = term.paths if term and entity.source not in ("table", "repeated") else ()
        if asked.format == CLOCK:
            paths = (*(_CLOCK_PATHS[path] for path in paths if path in _CLOCK_PATHS), *paths)
        for path in paths:
            if found := follow(entity.entity, path, resolve):
                yield found
        if found := named_alike(entity.entity, asked.name, resolve):
            yield found
        names = (asked.name, units.without_unit(asked.name), *(term.labels if term else ()))
        names += glossary.labels_for(asked.name) if "additionalProperty" in entity.entity else ()
        if found := additional(entity.entity, [form for name in names for form in forms(name)]):
            yield found

    def owners(self, entity: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The objects of a property, the outermost if several paths end in one, otherwise the objects that hold its values."""
        paths = sorted(term.paths, key=lambda path: path.count(".")) if term else []
        paths += [path.rpartition(".")[0] for path in paths if "." in path]
        by_path = [found for path in paths if (found := follow(entity.entity, path, self._page.resolved))]
        by_path += [found for found in [named_alike(entity.entity, asked.name, self._page.resolved)] if found]
        return next(
            (raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)),
            by_path[0] if by_path else [],
        )

    def single_price(self, entity: Declared, term: Term | None) -> list[Raw]:
        """The price of offers whose lowest price is the highest."""
        if term is None or "offers.price" not in term.paths:
            return []
        low, high = (follow(entity.entity, f"offers.{key}", self._page.resolved) for key in ("lowPrice", "highPrice"))
        return low if low and {str(raw.value) for raw in low} == {str(raw.value) for raw in high} else []

    def has_asked_currency(self, entity: Declared, asked: SchemaField, term: Term | None) -> bool:
        """Whether an amount is in the currency that the property asks for, if it asks for one."""
        currency = units.asked_currency(asked.name, asked.texts)
        if currency is None or term is None:
            return True
        owners = {path.rpartition(".")[0] for path in term.paths}
        owners |= {owner.rpartition(".")[0] for owner in owners}  # A price specification has the currency of its offer.
        paths = [f"{owner}.{key}".lstrip(".") for owner in owners for key in ("priceCurrency", "currency")]
        found = [raw.value for path in paths for raw in follow(entity.entity, path, self._page.resolved)]
        return bool(found) and all(isinstance(one, str) and self._context.currency(one) == currency for one in found)
