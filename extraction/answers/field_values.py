"""Chooses the value of a property: declared by the entity, shown with a label, or declared by the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from extraction.answers import confidence
from extraction.answers.composed_values import one_of
from extraction.answers.contradictions import EXACT, Contradictions, is_alike, is_same_in_cents
from extraction.answers.declared_values import DeclaredValues
from extraction.answers.facts import parties, titled_pairs, totals
from extraction.answers.facts.page_entities import PAGE_SOURCES, Declared, PageEntities
from extraction.answers.facts.property_values import Raw, all_additional
from extraction.answers.main_part import PRICED_KINDS, MainPart, is_only_named
from extraction.answers.outdated import Outdated
from extraction.answers.page_heading import PageHeading, asks_for_heading, asks_for_title, without_offer
from extraction.answers.page_values import PageValues, Value
from extraction.answers.schema import vocabulary
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.names import without_note, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.shown_values import ShownValues
from extraction.answers.subjects import Subject
from extraction.answers.unlabelled_values import UnlabelledValues
from extraction.answers.value_evidence import ValueEvidence
from extraction.answers.values import durations, weekdays
from extraction.declared.structured import EntityObject

# Kinds whose pages may be described by the page's own title, description and image.
_TITLED_KINDS = frozenset(("", "article", "video", "book", "course", "review"))
# Kinds of pages whose author and date are in a byline. On others it is that of a review or a comment.
_SIGNED_KINDS = frozenset(("", "article", "video", "recipe", "course", "question", "review"))
# Their main heading is a better title than what their markup declares: .886 against .875 on the development data.
_HEADED_KINDS = frozenset(("", "article", "review"))
_STATES = frozenset(("term", "unavailability"))
# Kinds of values that are read around the main heading without a label.
_SHOWN_HOLDS = frozenset(("", "count", "money", "term", "unavailability", "names", "currency"))
_PLACED = re.compile(
    r"\b(?:under|below|beneath|after|above|next to|beside)\s+(?:the|its)\s+(?:\w+\s+)?(?:headline|title|heading|name|image|price)\b"
    r"|\b(?:unter|über|neben) (?:der|dem)\b.{0,20}(?:überschrift|titel)|\bas shown\b|\bin the (?:box|table|sidebar|footer)\b",
    re.I,
)


# A value for machines: what the page shows under the name of the property is what a reader finds.
_CONSTANT = re.compile(r"[A-Z]{3,}(?:_[A-Z]{2,})+")

_SHOWN = Declared({}, "label", whose="shown")


class FieldValues:
    """The values of one page."""

    def __init__(self, page: PageEntities, text: str | None = None) -> None:
        self._page = page
        self._context = PageValues(page, text)
        self.main = MainPart(self._context)
        self.shown = ShownValues(self._context, self.main)
        self.declared = DeclaredValues(page, self._context)
        self._contradictions = Contradictions(self._context, self.declared, self.main)
        self.heading = PageHeading(page, self.main)
        self.evidence = ValueEvidence(self._context, self.main, self.heading)
        self.unlabelled = UnlabelledValues(page, self._context, self.evidence, self.heading)
        self.asked_names: frozenset[str] = frozenset()

    def with_page(self, subject: Subject, asked: SchemaField) -> Subject:
        """The subject with the page's own description, if it describes the subject too."""
        if not subject.is_page or any(each.source in PAGE_SOURCES for each in subject.entities):
            return subject
        typed = [each for each in self._page.page if subject.kind and subject.kind in each.kinds]
        describes = (
            subject.kind in _TITLED_KINDS
            or (subject.kind in PRICED_KINDS and subject.kind == self.heading.kind_of_page)
            or (any(each.is_main for each in subject.entities) and subject.kind != "organization")
            or typed
            or (self.heading.kind_of_page in ("", subject.kind) and self._shows(asked, subject))
        )
        about = [each for each in self._page.page if each.source != "byline" or subject.kind in _SIGNED_KINDS]
        return replace(subject, entities=(*subject.entities, *about)) if describes else subject

    def _shows(self, asked: SchemaField, subject: Subject) -> bool:
        """Whether the page shows a labelled value that only such an entity has, or one price beside its main heading."""
        if subject.kind in PRICED_KINDS and self.main.price is not None:
            return True
        return subject.kind not in ("organization", "question") and any(
            subject.kind in vocabulary.kinds_of(name, inner.texts)
            and self.shown.by_label(inner, subject, vocabulary.term_of(name, inner.texts, subject.kind)) is not None
            for name, inner in asked.properties.items()
            if not inner.is_list and not inner.is_object
        )

    def one(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        """The value of a scalar property, or None if the page has none or several."""
        found = self._one(asked, subject, term)
        is_former = term is not None and any("ListPrice" in path for path in term.paths)
        if found is not None and is_former and subject.is_page and self._is_main_price(found.value, asked):
            return None  # A price that is not above the current one was never reduced.
        if found is not None and subject.is_page and self._is_only_in_title(found, asked, term):
            return None  # It has the name of the site, of the catalogue or of the page's function, too.
        return found

    def _is_only_in_title(self, found: Value, asked: SchemaField, term: Term | None) -> bool:
        """Whether a name is the page's title of several parts, which the page shows nowhere as a whole."""
        is_name = asks_for_heading(asked) or asks_for_title(asked, term)
        return is_name and found.evidence.evidence is None and self.heading.is_composed(found.value)

    def _is_main_price(self, value: Any, asked: SchemaField) -> bool:
        shown = self.main.amount(asked)
        return shown is not None and is_same_in_cents(value, shown)

    def _one(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        found: Value | None = None
        own = [each for each in subject.entities if each.source not in PAGE_SOURCES]
        general = [each for each in subject.entities if each.source in PAGE_SOURCES]
        is_name = term is not None and term.paths[0] in ("headline", "name")
        if is_name and "name" in words(asked.name) and self.heading.is_of_function:
            general = []  # "Imprint" is not a company's name.
        if subject.is_page and term and term.paths[0] in ("headline", "name"):
            # The page's own title is without the name of the site, which Open Graph often has.
            general.sort(key=lambda each: each.source != "meta")
            own = [*(general[:1] if subject.kind in _HEADED_KINDS else ()), *own]
        elif subject.is_page and subject.kind in _HEADED_KINDS:
            # It is only read where it is better than what the markup declares.
            own = [*(each for each in general if each.source == "byline"), *own]
        if subject.is_page and (asks_for_heading(asked) or self.heading.is_topic(asked)):
            return self._named(self.heading.text, "meta", asked)
        if subject.is_page and (link := self.unlabelled.named_link(asked)):
            return link
        is_disputed = subject.is_page and self._contradictions.is_disputed(asked, (*own, *general), term)
        if is_disputed:
            own = general = []
        for each in own:
            found = found or self._declared(asked, each, subject, term)
        if subject.is_page:
            found = self._as_labelled(found, asked, subject, term)
        for each in general:
            found = found or self._declared(asked, each, subject, term)
        if found is None and subject.is_page:
            found = self.main.of_price(asked, subject, term, is_disputed=is_disputed) or self._of_main_block(
                asked, subject, term
            )
        if found is None and subject.is_page and asked.kinds and asked.kinds <= {"integer", "number"}:
            found = self._total(asked)
        if found is None and subject.is_page and asked.kinds <= {"string"}:
            found = self._hours(asked)
        if found is None and subject.is_page and asked.kinds <= {"string"}:
            found = self.unlabelled.one(asked, subject, term)
        is_rating = term is not None and any(path.startswith("aggregateRating.") for path in term.paths)
        if found is None and subject.is_page and is_rating and self.main.rating is not None:
            found = self._declared(asked, self.main.rating, subject, term)
        if found is None and subject.is_page and (asks_for_title(asked, term) or self.heading.names_subject(asked)):
            found = self.of_heading(asked, subject)
        if found is None and subject.is_page and not asked.is_list:
            found = self.shown.by_likeness(asked, subject, term, self.asked_names)
        return found

    def _total(self, asked: SchemaField) -> Value | None:
        """How many entities the page lists in all, if it says so once."""
        if not totals.asks_for(asked.name):
            return None
        number = totals.read(self.text, comma=self._context.comma)
        entity = Declared({}, "label", whose="shown", weak=frozenset(("total",)))
        return (
            None
            if number is None
            else self.evidence.valued(number, Raw(number, "total", "same name"), entity, asked, None)
        )

    def _hours(self, asked: SchemaField) -> Value | None:
        """The opening hours of a day of the week that a property is named after, if the page has one table of them."""
        day = weekdays.index_of(asked.name)
        if day is None:
            return None
        found = {hours for label, hours in self._opening_hours if day in weekdays.in_label(label)}
        if len(found) != 1:
            return None
        hours = found.pop()
        return self.evidence.valued(hours, Raw(hours, asked.name, "other label"), _SHOWN, asked, None)

    @cached_property
    def _opening_hours(self) -> list[tuple[str, str]]:
        tables = [block.pairs for block in titled_pairs.read(self._page.document) if block.are_days]
        return list(tables[0]) if len(tables) == 1 else []

    def of_heading(self, asked: SchemaField, subject: Subject) -> Value | None:
        """The main heading, for the name of what the page is about."""
        is_named = self.heading.names_subject(asked)
        return self._named(self.heading.of_subject(subject, is_named=is_named), "block", asked)

    def _named(self, text: str, source: str, asked: SchemaField) -> Value | None:
        return self.evidence.valued(text, Raw(text, "name"), Declared({}, source, True), asked, None) if text else None

    def _as_labelled(
        self, found: Value | None, asked: SchemaField, subject: Subject, term: Term | None
    ) -> Value | None:
        """The declared value, or the value that the page shows with a label if there is none or another one.

        Markup is often older than the page. A shown value that differs has a confidence of at most `CONTRADICTED_MAX`.
        """
        is_link = term is not None and term.labels[0] == "license" and str(found and found.value)[:4] == "http"
        if found is not None and isinstance(found.value, str) and _CONSTANT.fullmatch(found.value) and not asked.enum:
            shown = self.shown.by_label(asked, subject, _with_own_labels(term, asked), with_foreign=False)
            return found if shown is None or is_alike(found.value, shown.value) else shown
        if found is not None and (term is None or term.holds not in EXACT) and not is_link:
            return found
        is_counted = found is not None and term is not None and term.holds == "count"
        shown = self.shown.by_label(asked, subject, term, with_foreign=not is_counted)
        if is_link:
            return found if asked.format else shown  # What a page calls a licence is its name.
        if found is None or shown is None or is_alike(found.value, shown.value):
            return found or shown
        return replace(
            shown,
            evidence=replace(shown.evidence, confidence=min(shown.evidence.confidence, confidence.CONTRADICTED_MAX)),
        )

    def entities(self, asked: SchemaField, subject: Subject, term: Term | None) -> Iterator[tuple[str, Declared]]:
        """The entities at the end of a property's path, or that hold its value, with the kind that the vocabulary expects."""
        kind = (term.kind if term else "") or vocabulary.kind_named(asked.name)
        for each in subject.entities:
            for raw in self.declared.owners(each, asked, term):
                if isinstance(raw.value, dict):
                    name = raw.value.get("name")
                    whose = "the site" if self.evidence.is_site_itself(name, term) else each.whose
                    yield kind, Declared(raw.value, each.source, each.is_main, whose)
                elif term and term.holds in ("names", "url") and isinstance(raw.value, str):
                    key = "url" if term.holds == "url" else "name"
                    yield kind, Declared({key: raw.value}, each.source, each.is_main)

    def _declared(self, asked: SchemaField, entity: Declared, subject: Subject, term: Term | None) -> Value | None:
        holds = term.holds if term else ""
        if holds == "money" and not self.declared.has_asked_currency(entity, asked, term):
            return None
        by_path = self.declared.raws_by_path(entity, asked, term)
        source = entity.source
        values = next(
            (values for raws in by_path if (values := self._context.converted(raws, asked, holds, source))), []
        )
        if term and term.paths[0] == "inLanguage" and source in PAGE_SOURCES and subject.kind not in ("", "article"):
            return None  # The language of the page is not that of a course or a book.
        if holds == "prose" and source in PAGE_SOURCES:
            values = [one for one in values if not _is_cut(one[0]) and not _asks_for_place(asked)]
        if not values and holds == "money":
            values = self._context.converted(self.declared.single_price(entity, term), asked, holds, source)
        if not values:
            return None
        chosen = one_of(values, asked, holds)
        if chosen is None:
            return None
        value, raw = chosen
        if subject.is_page and asked.format != CLOCK and self._is_outdated(value, entity, term):
            return None
        if holds == "prose" and source in PAGE_SOURCES and isinstance(value, str):
            value = self._context.text.paragraph_from(value) or value
        if term and term.paths[0].endswith("addressLocality") and isinstance(value, str):
            value = without_note(value)
        if holds == "duration" and isinstance(value, str):
            value = self._shown_duration(value) or value
        if (
            term
            and term.paths[0] in ("name", "headline")
            and isinstance(value, str)
            and self.heading.is_title_with_site(value)
        ):
            value = self._page.title
        if term and term.paths[0] in ("name", "headline") and source in PAGE_SOURCES and isinstance(value, str):
            value = self.main.heading_of_title(value) or value
        if term and "name" in words(asked.name) and term.paths[0] == "name" and isinstance(value, str):
            value = without_offer(value) or value
        is_contradicted = self._contradictions.is_contradicted(value, asked, entity, subject, term)
        return self.evidence.valued(value, raw, entity, asked, term, is_contradicted=is_contradicted)

    def _is_outdated(self, value: Any, entity: Declared, term: Term | None) -> bool:
        of_known_type = bool(entity.kinds) or entity.source != "json-ld"
        return self._outdated.is_outdated(value, entity.source, term, of_known_type=of_known_type)

    @cached_property
    def _outdated(self) -> Outdated:
        return Outdated(self._context.text)

    def _shown_duration(self, value: str) -> str | None:
        """A declared duration as the page shows it: `14:37` of `PT14M37S`. None unless it shows it in one way."""
        length = durations.seconds(value) if value[:1] == "P" else None
        return self._context.text.duration(length) if length else None

    def party(self, asked: SchemaField) -> Declared | None:
        """Who offers the page's own entity, if a property asks for it by name."""
        if not parties.asks_for(words(asked.name)) or self._party is None:
            return None
        return Declared(self._party, "block", True, "a party")

    @cached_property
    def _party(self) -> EntityObject | None:
        return parties.read(self._page.document)

    @property
    def text(self) -> str:
        """The page's visible text."""
        return self._context.text.whole

    def shows_text(self, text: str) -> bool:
        """Whether the page's visible text has a text."""
        return self._context.text.has(text)

    def specifications(self, asked: SchemaField, subject: Subject) -> Iterator[tuple[str, Value]]:
        """What the page declares or shows in rows about its entity, by the page's own names. The first of equal names counts."""
        values = asked.values or SchemaField()
        known: set[str] = set()
        for each in subject.entities:
            for name, raw in all_additional(each.entity):
                found = self._context.converted([raw], replace(values, name=name), "", each.source)
                if (
                    found
                    and name
                    and name not in known
                    and (value := self.evidence.valued(*found[0], each, values, None))
                ):
                    known.add(name)
                    yield name, value
        rows = [pair for pairs in self.shown.labelled.values() for pair in pairs if pair.is_row and not pair.is_outside]
        for pair in rows if subject.is_page and not known else ():
            if pair.label not in known and (shown := self.shown.of_pairs([pair], values, "")):
                known.add(pair.label)
                yield pair.label, shown

    def _of_main_block(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        if (
            term is None
            or subject.kind not in PRICED_KINDS
            or term.holds not in _SHOWN_HOLDS
            or self.main.block is None
        ):
            return None
        if is_only_named(asked, subject) or (term.holds in _STATES and self._declares(asked, subject, term)):
            return None  # A state that differs between declared offers is not decided by what one of them shows.
        return self._declared(asked, self.main.block, subject, term)

    def _declares(self, asked: SchemaField, subject: Subject, term: Term) -> bool:
        own = [each for each in subject.entities if each.source not in PAGE_SOURCES]
        return any(each.entity.get("hasVariant") or self.declared.raws(each, asked, term) for each in own)


def _with_own_labels(term: Term | None, asked: SchemaField) -> Term | None:
    """The term with those of its labels that have no other words than the property's name."""
    own = frozenset(words(asked.name))
    return term and replace(term, labels=tuple(label for label in term.labels if own.issuperset(words(label))))


def _is_cut(value: Any) -> bool:
    return isinstance(value, str) and value.rstrip().endswith(("...", "…"))


def _asks_for_place(asked: SchemaField) -> bool:
    """Whether a description says where on the page the text is, so that the page's own description is another one."""
    return any(_PLACED.search(text[:300]) for text in asked.texts)
