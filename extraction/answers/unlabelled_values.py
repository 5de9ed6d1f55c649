"""Values that a page shows without a label: links, whom to contact, its only address, when an event is."""

from __future__ import annotations

from functools import cached_property

from extraction.answers.facts import contact_block, named_links, shown_address, shown_moment
from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.property_values import Raw
from extraction.answers.facts.shown_address import ShownAddress
from extraction.answers.facts.shown_moment import ShownMoment
from extraction.answers.page_heading import PageHeading
from extraction.answers.page_values import PageValues, Value
from extraction.answers.repeated.by_meaning import part_of_place
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.subjects import Subject
from extraction.answers.value_evidence import ValueEvidence
from extraction.declared.structured import EntityObject

_LINK = Declared({}, "label", whose="shown")
_BLOCK = Declared({}, "block", whose="shown")
_ADDRESS_PARTS = {
    "street": "streetAddress", "postcode": "postalCode", "city": "addressLocality", "district": "district",
}  # fmt: skip
# Kinds of entities whose address a page shows without a label.
_PLACED_KINDS = frozenset(("", "estate", "event", "organization", "course"))
# Kinds that schemas of sessions are taken for, and what a plain `date` is in them.
_TIMED_KINDS, _DAYS_OF_EVENTS = frozenset(("event", "course", "product", "")), ("startDate", "datePublished")
_HOLDS = {"telephone": "phone", "email": "email"}


class UnlabelledValues:
    """Those of one page."""

    def __init__(self, page: PageEntities, context: PageValues, evidence: ValueEvidence, heading: PageHeading) -> None:
        self._document, self._context, self._evidence, self._heading = page.document, context, evidence, heading

    def one(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        """The value of a text, or None."""
        found = None
        if part := contact_block.asks_for(asked.name):
            found = self._of_contact(part, asked)
        if found is None and subject.kind in _PLACED_KINDS:
            found = self._of_address(asked, subject, term)
        if found is None and subject.kind in _TIMED_KINDS:
            found = self._of_moment(asked, subject, term)
        return found

    def named_link(self, asked: SchemaField) -> Value | None:
        """The address of the only link that is called what the property asks for."""
        name = named_links.name_of(asked.name) if asked.kinds <= {"string"} and not asked.enum else ""
        if not name or (address := self._links.get(name)) is None:
            return None
        return self._evidence.valued(address, Raw(address, "href", "other label"), _LINK, asked, None)

    def address(self, subject: Subject) -> ShownAddress | None:
        """The only address that the page shows, if it may be the subject's: that of a house or an event is near its name."""
        shown = self._address
        return shown if shown and (shown.is_near or subject.kind == "organization") else None

    def _of_contact(self, part: str, asked: SchemaField) -> Value | None:
        """What the page shows of whom to contact, by the schema.org property of a contact."""
        shown = self._contact.get(part) if self._contact else None
        raws = [Raw(shown, part, "other label")] if shown else []
        values = self._context.converted(raws, asked, _HOLDS.get(part, "names"))
        return self._evidence.valued(*values[0], _BLOCK, asked, None) if values else None

    def _of_address(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        """A part of the only address that the page shows, or the name above it of a company or a venue."""
        shown = self.address(subject)
        if shown is None:
            return None
        key = _ADDRESS_PARTS.get(part_of_place(asked.name), "")
        text = shown.address.get(key) if key else None
        if term and subject.kind == "organization" and {"name", "legalName"}.intersection(term.paths[:1]):
            text = shown.legal_name if self._heading.is_of_function else None
        elif term and term.holds == "place" and subject.kind == "event":
            text = shown.name
        return self._evidence.valued(text, Raw(text, key, "other label"), _BLOCK, asked, None) if text else None

    def _of_moment(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        """The day of an event, or from when to when it is, by the line below its name. Only a session has both times."""
        shown = self._moment
        if shown is None or (subject.kind != "event" and not shown.end):
            return None
        part = shown_moment.part_of(asked.name)
        text = {"start": shown.start, "end": shown.end}.get(part, "")
        if not part and asked.format != CLOCK and term is not None and term.paths[0] in _DAYS_OF_EVENTS:
            text = shown.day
        raws = [Raw(text, "", "other label")] if text else []
        values = self._context.converted(raws, asked, "")
        line = Raw(shown.text, "", "other label")
        return self._evidence.valued(values[0][0], line, _BLOCK, asked, None) if values else None

    @cached_property
    def _links(self) -> dict[str, str]:
        return named_links.read(self._document)

    @cached_property
    def _contact(self) -> EntityObject | None:
        return contact_block.read(self._document)

    @cached_property
    def _address(self) -> ShownAddress | None:
        return shown_address.read(self._document)

    @cached_property
    def _moment(self) -> ShownMoment | None:
        return shown_moment.read(self._document)
