"""A value with its evidence: where it is on the page, whose it is, and how sure it is."""

from __future__ import annotations

from typing import Any

from extraction.answers import confidence
from extraction.answers.confidence import Grounds
from extraction.answers.evidence import Found
from extraction.answers.facts import cards
from extraction.answers.facts.page_entities import PAGE_SOURCES, Declared
from extraction.answers.facts.property_values import Raw
from extraction.answers.main_part import MainPart
from extraction.answers.page_heading import PageHeading
from extraction.answers.page_values import PageValues, Value
from extraction.answers.schema.names import words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.schema_answer import FieldEvidence
from extraction.answers.shown_values import labels_of
from extraction.answers.values.convert import text_of

# Kinds of values that a page shows if they count, so that markup which it does not show may be old.
_OFTEN_OLD = frozenset(("money", "phone", "count"))
_OFTEN_OLD_PATHS = frozenset(
    "startDate endDate eventStatus validThrough datePosted address address.streetAddress address.postalCode address.addressLocality"
    " streetAddress postalCode".split()
)
# Properties about another party for which many sites declare themselves.
_OFTEN_THE_SITE = frozenset(
    ("author", "hiringOrganization", "organizer", "performer", "offers.seller", "creator", "provider")
)
_WHOSE = {
    "card": "listed",
    "repeated": "listed",
    "table": "listed",
    "question": "listed",
    "block": "around the heading",
}
# Sources whose values are read from the visible page.
_READ_FROM_TEXT = frozenset(("card", "repeated", "table", "block", "label", "byline", "microdata", "rdfa"))
# Each cell of a row is a line.
_ROW_LINES = 10
_INTERNAL_NAMES = frozenset("status state type kind stage".split())


class ValueEvidence:
    """The evidence of one page's values."""

    def __init__(self, context: PageValues, main: MainPart, heading: PageHeading) -> None:
        self._context, self._main, self._heading = context, main, heading

    def valued(
        self,
        value: Any,
        raw: Raw,
        entity: Declared,
        asked: SchemaField,
        term: Term | None,
        *,
        is_contradicted: bool = False,
    ) -> Value | None:
        """The value with its evidence. None for a number of the application state that the page does not show."""
        labels = labels_of(asked.name, term)
        beside = self._lines_of_item(entity)
        found = self._located(value, raw, labels, term, beside)
        if found is None and entity.source in _READ_FROM_TEXT:
            found = self._located_in_item(value, raw, entity, beside)
        if found is None and entity.source == "state" and _is_internal(value, asked):
            return None
        is_sure = found is not None and (found.is_labelled or not isinstance(value, str) or " " in value)
        quote = None if is_sure else self._context.markup.quote(raw.value, raw.key)
        is_often_old = term is not None and (
            term.holds in _OFTEN_OLD or bool(_OFTEN_OLD_PATHS.intersection(term.paths))
        )
        grounds = Grounds(
            entity.source,
            self._whose(value, entity, term),
            self._which(raw, entity, term),
            is_contradicted=is_contradicted,
            is_often_old=is_often_old,
        )
        share = confidence.of_value(grounds, found, quote)
        # A single word may be somewhere in the text by chance: its declaration is the better evidence.
        return Value(value, FieldEvidence(share, quote or (found.passage if found else None)))

    def _which(self, raw: Raw, entity: Declared, term: Term | None) -> str:
        """How the property was found, as in `confidence.WHICH`."""
        if raw.key == "name" and entity.entity.get(cards.JOINED):
            return "part of a heading"
        if raw.key in entity.weak and raw.which == "same name":
            return "type or position"
        is_price = term is not None and term.holds == "money" and entity.source in PAGE_SOURCES
        return "one of several" if is_price and self._main.has_several_prices else raw.which

    def _whose(self, value: Any, entity: Declared, term: Term | None) -> str:
        """Whose value it is, as in `confidence.WHOSE`."""
        if entity.whose:
            return entity.whose
        if entity.source in _WHOSE:
            return _WHOSE[entity.source]
        if self.is_site_itself(value, term):
            return "the site"
        return "main" if entity.is_main else "alike"

    def is_site_itself(self, name: Any, term: Term | None) -> bool:
        """Whether the name of another party, such as the author, is that of the site."""
        is_party = term is not None and bool(_OFTEN_THE_SITE.intersection(term.paths))
        return is_party and isinstance(name, str) and self._heading.is_site(name)

    def _lines_of_item(self, entity: Declared) -> frozenset[int]:
        """The lines of the name of an entity in a list, or of its row, near which its short values are."""
        if entity.source == "card":
            return frozenset(self._context.text.lines_of(entity.entity.get("name")))
        if entity.source in ("repeated", "table") and entity.entity:
            first = self._context.text.lines_of(max(map(str, entity.entity.values()), key=len))
            return frozenset(line for start in first for line in range(start, start + _ROW_LINES))
        return frozenset()

    def _located_in_item(self, value: Any, raw: Raw, entity: Declared, beside: frozenset[int]) -> Found | None:
        """A value that is too short to be found alone, near the other texts of its item."""
        is_contribution = entity.whose == "contribution"
        if is_contribution:
            texts = [text for text in entity.entity.values() if isinstance(text, str)]
            beside = frozenset(line for text in texts for line in self._context.text.lines_of(text))
        # What a person wrote has numbers of its own.
        return self._context.text.locate_read((value, raw.value), beside, is_alone=is_contribution)

    def _located(
        self, value: Any, raw: Raw, labels: tuple[str, ...], term: Term | None, beside: frozenset[int]
    ) -> Found | None:
        found = self._context.text.locate(value, labels, money=bool(term and term.holds == "money"), beside=beside)
        if found is None and isinstance(raw.value, str) and not isinstance(value, bool):
            found = self._context.text.locate(text_of(raw.value), labels, beside=beside)
        return found


def _is_internal(value: Any, asked: SchemaField) -> bool:
    """Whether a value of the application state that no text shows may be cents or a state of the software."""
    if not isinstance(value, str):
        return True
    return value.strip().isdecimal() or bool(set(words(asked.name)) & _INTERNAL_NAMES)
