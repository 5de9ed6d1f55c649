"""Answers a JSON Schema from what a page declares and labels, without a language model.

The page's main entity comes before related ones. A value that is unclear or does not fit its type is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from extraction.answers import attached_texts, schema_answer
from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.field_values import FieldValues
from extraction.answers.list_items import ListItems
from extraction.answers.page_values import Value
from extraction.answers.repeated.by_meaning import part_of_place
from extraction.answers.scalar_lists import ScalarLists
from extraction.answers.schema import clock_times, dotted_names, groups, units, vocabulary, written_texts
from extraction.answers.schema import schema_field as schemas
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.party_words import SOMEONE_ELSE
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import KINDS, Term
from extraction.answers.schema_answer import FieldEvidence, SchemaAnswer
from extraction.answers.subjects import Subject, Subjects
from extraction.declared.structured import types_of
from extraction.document import known_elements
from extraction.document.document import Document
from extraction.document.hidden.elements import mark

VALUES_MAX = 5_000
_DEPTH_MAX = 12
Path = tuple[str | int, ...]
# Kinds of entities that a page without markup shows, and whose names say nothing about who else is on the page.
_SHOWN_KINDS = frozenset(("product", "estate", "book", "recipe", "job", "course", "event", "video", "article"))
# Objects of these names are the page itself.
_PAGE_OBJECTS = frozenset(
    "category collection listing search calendar section results catalogue catalog topic thread page list kategorie categoria kategoria"
    " sammlung coleccion collezione software dataset".split()
)
_TITLE_NAMES = frozenset(("name", "title", "heading", "headline"))
_FEES = frozenset("fee fees charge charges surcharge gebuhr frais".split())
# Objects of these names hold what a page lists of its entity, under the page's own names.
_SPECIFICATIONS = frozenset(
    "specification spec technical specification technical detail technical data attribute detail property characteristic feature"
    " parameter fact technische daten eigenschaften merkmale caracteristique caracteristica".split()
) | {"technical specification", "technical detail", "technical data", "tech spec", "product detail", "product attribute",
     "key fact", "product specification", "technische daten", "additional property", "additional info"}  # fmt: skip


def answer(
    document: Document, schema: Mapping[str, Any] | SchemaField, text: str | None = None, prompt: str | None = None,
    page: PageEntities | None = None,
) -> SchemaAnswer:  # fmt: skip
    """The schema's fields that the page answers itself. Only marks hidden elements in the tree. Empty for a page that is not HTML.

    Args:
        schema: as the caller wrote it, or as `schema_field.read` returns it.
        text: the page's visible text, if it has been read already.
        prompt: the caller's instruction, which may ask for texts that a page does not have.
        page: what the page declares, for a caller that reads it afterwards.
    """
    asked = schema if isinstance(schema, SchemaField) else schemas.read(schema)
    data: dict[str, Any] = {}
    fields: dict[str, FieldEvidence] = {}
    if document.kind == "html" and asked.properties:
        mark(document.index)
        with known_elements.unmodified():
            reader = _SchemaReader(page or PageEntities(document), text, prompt or "")
            data, fields = reader.root(asked), reader.fields
    return SchemaAnswer(data, fields, tuple(schema_answer.missing(data, asked)))


def nothing(schema: Mapping[str, Any]) -> SchemaAnswer:
    """An empty answer."""
    return SchemaAnswer(missing=tuple(schema_answer.missing({}, schemas.read(schema))))


class _SchemaReader:
    """Walks the schema. `fields` collects the evidence of each value by dotted name."""

    def __init__(self, page: PageEntities, text: str | None, prompt: str) -> None:
        self.fields: dict[str, FieldEvidence] = {}
        self._is_wrapped = False
        self._language = page.document.tree.get("lang") or ""
        self._prompt, self._url = prompt, page.document.url
        self._subjects = Subjects(page)
        self._values = FieldValues(page, text)
        self._lists = ListItems(page, self._subjects, self._values)
        self._scalars = ScalarLists(page, self._values)

    def root(self, asked: SchemaField) -> dict[str, Any]:
        self._is_wrapped = len(asked.properties) == 1
        self._values.asked_names = frozenset(_names_in(asked))
        if asked.alternatives:
            return self._best(asked.alternatives)
        return self._object(asked, self._subjects.of_root(asked), ())

    def _best(self, alternatives: Iterable[SchemaField]) -> dict[str, Any]:
        """The alternative of which the page answers most, with what it requires before others."""
        answers = []
        for one in alternatives:
            self.fields = {}
            data = self._object(one, self._subjects.of_root(one), ())
            answers.append((not one.required or one.required <= data.keys(), len(self.fields), data, self.fields))
        *_, data, self.fields = max(answers, key=lambda one: one[:2])
        return data

    def _object(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any]:
        """The properties of an object. Names that any page has count only if the page is about such an entity."""
        data: dict[str, Any] = {}
        if len(path) > _DEPTH_MAX:
            return data
        subject = self._values.with_page(subject, asked)
        for name, inner in clock_times.marked(asked.properties).items():
            found = self._property(inner, subject, (*path, name), asked.properties.keys())
            if found is not None:
                data[name] = found
        for name in [name for name in data if _repeats_headline(name, data) or _is_half(name, data)]:
            del data[name]
            self.fields.pop(dotted_names.of_path((*path, name)), None)
        return data

    def _property(self, asked: SchemaField, subject: Subject, path: Path, beside: Collection[str]) -> Any:
        if len(self.fields) >= VALUES_MAX:
            return None
        term = vocabulary.term_of(asked.name, asked.texts, subject.kind)
        if term and term.holds == "money" and _FEES.intersection(words(asked.name)) and "price" in beside:
            term = None  # A fee beside a price is added to it.
        if term and term.holds == "date" and asked.kinds and asked.kinds <= {"integer", "number"}:
            term = None  # `doors` as a number are not the time at which they open.
        if term and term.holds in ("prose", "term") and asked.kinds and asked.kinds <= {"integer", "number"}:
            term = None  # A number in a text about the entity is not its number.
        if term and term.holds == "duration" and units.asks_for_measure(asked.name, asked.texts):
            term = None  # `length_mm` is not a time.
        if self._is_written(asked, term):
            return None
        if asked.is_list:
            return self._list(asked, subject, term, path)
        if asked.is_object:
            return self._nested(asked, subject, term, path)
        if asked.is_map:
            return self._map(asked, subject, path)
        return self._keep(self._without_attached(self._values.one(asked, subject, term), asked, term), path)

    def _without_attached(self, found: Value | None, asked: SchemaField, term: Term | None) -> Value | None:
        """The value without what stands beside it in the same text, or None if it cannot be what was asked."""
        if found is None or not isinstance(found.value, str):
            is_other = found is not None and attached_texts.is_of_other_part(
                found.value, asked.name, found.evidence.evidence
            )
            return None if is_other else found
        own = attached_texts.without(found.value, asked, term, self._url)
        return None if own is None else replace(found, value=own)

    def _is_written(self, asked: SchemaField, term: Term | None) -> bool:
        """Whether the caller wants a text in a form that only a person or a language model can write."""
        text = asked.item if asked.is_list else asked
        if not text.kinds <= {"string"} or text.is_object or text.enum or text.format:
            return False
        asks = (*asked.texts, self._prompt) if term and term.holds == "prose" else asked.texts
        return written_texts.asks_for_written_text(asks, self._language)

    def _keep(self, value: Value | None, path: Path) -> Any:
        if value is None:
            return None
        self.fields[dotted_names.of_path(path)] = value.evidence
        return value.value

    def _nested(self, asked: SchemaField, subject: Subject, term: Term | None, path: Path) -> dict[str, Any] | None:
        for kind, inner in self._values.entities(asked, subject, term):
            if found := self._object(asked, _part(kind, inner), path):
                return found
        named = vocabulary.kind_named(asked.name)
        about = self._subjects.of_kind(named) if subject.is_page and named else []
        if not about and self._names_someone_else(asked, named):
            return self._party(asked, subject, path)
        if subject.is_page and named and (named != subject.kind or not subject.entities):
            if not about and not self._is_wrapped:
                return self._labelled(asked, subject, path) if named in _SHOWN_KINDS else None
            return self._object(asked, Subject(named, tuple(about), is_page=True), path) or None
        if self._is_wrapped and len(path) == 1:
            return self._object(asked, self._subjects.of_root(asked), path) or None
        if subject.is_page and part_of_place(asked.name) == "whole" and (found := self._address(asked, subject, path)):
            return found
        if groups.is_group(asked) or (named and named == subject.kind):
            return self._object(groups.with_group_names(groups.without_names(asked)), subject, path) or None
        return self._labelled(asked, subject, path)

    def _address(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any]:
        """The properties of the only address that the page shows."""
        shown = self._values.unlabelled.address(subject)
        if shown is None:
            return {}
        return self._object(asked, Subject("address", (Declared(shown.address, "block", True, "shown"),)), path)

    def _names_someone_else(self, asked: SchemaField, kind: str) -> bool:
        """Whether an object is about another party than the page's own entity. A company may be the owner of the page."""
        if not set(words(asked.name)) & SOMEONE_ELSE or groups.is_group(asked):
            return False
        return not (self._is_wrapped and kind == "organization" and self._subjects.is_page_of_owner)

    def _party(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any] | None:
        """The properties of another party, from its own block. The labels of the page's own entity do not answer them."""
        party = self._values.party(asked) if subject.is_page else None
        return self._object(asked, Subject("organization", (party,)), path) or None if party else None

    def _heading(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any]:
        """The main heading as the name of an object that is what the page is about: `category.title`, `book.name`."""
        named = SchemaField(asked.name, frozenset({"string"}))
        is_own = set(words(asked.name)[-1:]) & _PAGE_OBJECTS or self._values.heading.names_subject(
            named, is_object=True
        )
        for name, inner in asked.properties.items() if is_own else ():
            if name.lower() in _TITLE_NAMES or vocabulary.is_title(name):
                found = self._keep(self._values.of_heading(inner, replace(subject, entities=())), (*path, name))
                return {name: found} if found is not None else {}
        return {}

    def _labelled(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any] | None:
        """The properties of an object of an unknown name that the page shows under their own labels.

        Names that any entity has, such as `name` or `phone`, may be those of another entity and are left out.
        """
        if not subject.is_page:
            return None
        found = self._object(groups.without_general_names(asked), Subject(subject.kind, (), is_page=True), path)
        found |= self._heading(asked, subject, path)
        return {name: found[name] for name in asked.properties if name in found} or None

    def _map(self, asked: SchemaField, subject: Subject, path: Path) -> dict[str, Any] | None:
        """The specifications of the page's own entity, under the names that the page has."""
        if not set(forms(asked.name)) & _SPECIFICATIONS:
            return None
        found = {name: self._keep(value, (*path, name)) for name, value in self._values.specifications(asked, subject)}
        return found or None

    def _list(self, asked: SchemaField, subject: Subject, term: Term | None, path: Path) -> list[Any] | None:
        if asked.item.is_object:
            return self._objects(asked, subject, term, path)
        found = [
            self._keep(value, (*path, position))
            for position, value in enumerate(self._scalars.read(asked, subject, term))
        ]
        return self._counted(found, asked)

    def _objects(self, asked: SchemaField, subject: Subject, term: Term | None, path: Path) -> list[Any] | None:
        found: list[Any] = []
        for kind, inner in self._lists.entities(asked, subject, term):
            item = self._object(asked.item, _part(kind, inner), (*path, len(found)))
            if item and _has_required(item, asked.item):
                found.append(item)
            if len(self.fields) >= VALUES_MAX:
                break
        return self._counted(found, asked)

    @staticmethod
    def _counted(found: list[Any], asked: SchemaField) -> list[Any] | None:
        """The list if it has as many items as the schema allows, or None."""
        least, most = asked.bounds.get("minItems", 0), asked.bounds.get("maxItems")
        if isinstance(most, int) and len(found) > most:
            return None
        return found if found and (not isinstance(least, int) or len(found) >= least) else None


def _names_in(asked: SchemaField) -> Iterator[str]:
    """The names of all single properties of a schema, outside of lists."""
    for name, inner in asked.properties.items():
        if inner.is_object:
            yield from _names_in(inner)
        elif not (inner.is_list and inner.item.is_object):
            yield name


def _repeats_headline(name: str, data: Mapping[str, Any]) -> bool:
    """Whether `product_name` has the headline that the schema asks for beside it: the headline says more than a name."""
    return "headline" in data and bool(vocabulary.kinds_of_prefix(name)) and data[name] == data["headline"]


def _is_half(name: str, data: Mapping[str, Any]) -> bool:
    """Whether another property has the same text of several parts, of which each may be one."""
    value = data[name]
    if not isinstance(value, str) or "," not in value or not any(map(str.isdigit, value)):
        return False
    return any(other != name and found == value for other, found in data.items())


def _part(kind: str, entity: Declared) -> Subject:
    own = next((KINDS[name] for name in types_of(entity.entity) if name in KINDS), kind)
    return Subject(own, (entity,))


def _has_required(item: dict[str, Any], asked: SchemaField) -> bool:
    """Whether an item has at least one of the properties that its schema requires."""
    return not asked.required or bool(asked.required & item.keys())
