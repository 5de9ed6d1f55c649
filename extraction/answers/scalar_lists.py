"""The items of a list of texts, numbers or days in the schema: several values of one property."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from extraction.answers.facts import breadcrumbs
from extraction.answers.facts.page_entities import PAGE_SOURCES, Declared, PageEntities
from extraction.answers.facts.property_values import Raw, follow, position_of
from extraction.answers.field_values import FieldValues
from extraction.answers.page_values import Value
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.subjects import Subject
from extraction.answers.values.convert import text_of

ITEMS_MAX = 1_000
# A declared list counts if the page shows at least this share of its texts.
SHOWN_SHARE_MIN = 0.8
_ONE_OF_EACH = frozenset(("name", "headline", "title", "url", "description"))
# A comma between digits is a decimal comma: `42,5`.
_SEPARATORS = re.compile(r"\s*(?:;|(?<!\d),|,(?!\d))\s*")
# Lists whose items a page often writes into one text.
_SPLIT = frozenset(("keywords", "color", "material", "size", "recipeCuisine", "recipeCategory", "skills", "genre"))
_PEOPLE = frozenset(("author", "creator", "contributor", "editor"))
# Each of two words at least: `Albrecht, Ines` is one person.
_NAME = r"[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*){1,3}"
_SEVERAL_NAMES = re.compile(rf"{_NAME}(?:[,;]\s*{_NAME}){{1,60}}")


class ScalarLists:
    """The lists of scalars of one page."""

    def __init__(self, page: PageEntities, values: FieldValues) -> None:
        self._page, self._values = page, values

    def read(self, asked: SchemaField, subject: Subject, term: Term | None) -> list[Value]:
        """The values of a list of scalars, from the first entity that has any."""
        item = asked.item
        holds = term.holds if term else ""
        if term and term.kind == "breadcrumb":
            return self._names(breadcrumbs.read(self._page), asked, term)
        if term and (set(term.paths) & _ONE_OF_EACH):
            return []  # A page has one name and one URL: a list of them asks about other entities.
        for each in subject.entities:
            if term and term.paths[0] == "inLanguage" and each.source in PAGE_SOURCES:
                continue  # A list asks for the languages of an entity, not for that of the page.
            raws = [part for raw in self._values.declared.raws(each, asked, term) for part in _parts(raw)]
            if each.source == "rdfa":
                raws.sort(key=lambda raw: position_of(raw, self._page.document))
            values = self._values.declared.converted(raws[:ITEMS_MAX], item, holds, each.source)
            if (holds == "prose" or (term and "recipeIngredient" in term.paths)) and self._is_outdated(
                values, each.source
            ):
                continue
            found = [self._values.evidence.valued(value, raw, each, asked, term) for value, raw in values]
            if any(found) and (len(found) > 1 or holds != "money"):
                return [value for value in found if value is not None]
        return self._values.shown.list_by_label(asked, term) if subject.is_page else []

    def _is_outdated(self, values: list[tuple[Any, Raw]], source: str) -> bool:
        """Whether a declared list of texts is older than the page, which shows only some of them."""
        texts = [value for value, _ in values if isinstance(value, str)]
        shown = sum(self._values.shows_text(text) for text in texts)
        return source == "json-ld" and 0 < shown < SHOWN_SHARE_MIN * len(texts)

    def _names(self, entities: list[Declared], asked: SchemaField, term: Term) -> list[Value]:
        found = []
        for each in entities:
            raws = next(
                (raws for path in ("name", "item.name") if (raws := follow(each.entity, path, self._page.resolved))), []
            )
            values = self._values.declared.converted(raws, asked.item, "", each.source)
            found += [self._values.evidence.valued(value, raw, each, asked, term) for value, raw in values[:1]]
        return [value for value in found if value is not None]


def _parts(raw: Raw) -> Iterator[Raw]:
    """The items in one declared value: lines of instructions, or keywords between commas."""
    if isinstance(raw.value, str) and raw.key in _SPLIT:
        yield from (Raw(part, raw.key) for part in _SEPARATORS.split(raw.value) if part)
    elif isinstance(raw.value, str) and raw.key in _PEOPLE and _SEVERAL_NAMES.fullmatch(raw.value):
        yield from (Raw(part, raw.key) for part in _SEPARATORS.split(raw.value))
    elif isinstance(raw.value, str) and raw.key in ("recipeIngredient", "recipeInstructions", "ingredients"):
        yield from (Raw(line, raw.key) for line in text_of(raw.value, lines=True).split("\n") if line.strip())
    else:
        yield raw
