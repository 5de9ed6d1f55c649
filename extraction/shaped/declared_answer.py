"""Answers a JSON Schema from what a page declares and labels, without a language model.

The page's main thing comes before related ones. A value that is unclear or does not fit its type is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from extraction.declared.structured import types_of
from extraction.document.document import Document
from extraction.shaped import shaped_fields
from extraction.shaped.facts.things import Declared, PageThings
from extraction.shaped.field_values import FieldValues, Value
from extraction.shaped.list_items import ListItems
from extraction.shaped.schema import vocabulary
from extraction.shaped.schema import wanted as schemas
from extraction.shaped.schema.names import forms
from extraction.shaped.schema.vocabulary import KINDS, Term
from extraction.shaped.schema.wanted import Wanted
from extraction.shaped.shaped_fields import FieldEvidence, ShapedFields
from extraction.shaped.subjects import Subject, Subjects

VALUES_MAX = 5_000
_DEPTH_MAX = 12
Path = tuple[str | int, ...]
# Objects of these names only group properties of the same thing.
_GROUPS = frozenset(
    "detail info information data metadata meta attribute spec specification property basic general overview content page fact "
    "contact contact info contact information contact detail technical detail product detail".split()
) | {
    "contact info",
    "contact information",
    "contact detail",
    "product detail",
    "product info",
    "technical detail",
    "basic info",
}


def answer(document: Document, schema: Mapping[str, Any], text: str | None = None) -> ShapedFields:
    """The schema's fields that the page answers itself. Does not modify the tree. Empty for a page that is not HTML.

    Args:
        text: the page's visible text, if it has been read already.
    """
    wanted = schemas.read(schema)
    data: dict[str, Any] = {}
    fields: dict[str, FieldEvidence] = {}
    if document.kind == "html" and wanted.properties:
        answerer = _Answerer(document, text)
        data = answerer.root(wanted)
        fields = answerer.fields
    return ShapedFields(data, fields, tuple(shaped_fields.missing(data, wanted)))


def nothing(schema: Mapping[str, Any]) -> ShapedFields:
    """An empty answer."""
    return ShapedFields(missing=tuple(shaped_fields.missing({}, schemas.read(schema))))


class _Answerer:
    """Walks the schema. `fields` collects the evidence of each value by dotted name."""

    def __init__(self, document: Document, text: str | None) -> None:
        page = PageThings(document)
        self.fields: dict[str, FieldEvidence] = {}
        self._is_wrapped = False
        self._subjects = Subjects(page)
        self._values = FieldValues(page, text)
        self._lists = ListItems(page, self._subjects, self._values)

    def root(self, wanted: Wanted) -> dict[str, Any]:
        self._is_wrapped = len(wanted.properties) == 1
        return self._object(wanted, self._subjects.of_root(wanted), ())

    def _object(self, wanted: Wanted, subject: Subject, path: Path) -> dict[str, Any]:
        """The properties of an object. Names that any page has count only if the page is about such a thing."""
        data: dict[str, Any] = {}
        if len(path) > _DEPTH_MAX:
            return data
        subject = self._values.with_page(subject, wanted)
        for name, inner in wanted.properties.items():
            found = self._property(inner, subject, (*path, name))
            if found is not None:
                data[name] = found
        return data

    def _property(self, wanted: Wanted, subject: Subject, path: Path) -> Any:
        if len(self.fields) >= VALUES_MAX:
            return None
        term = vocabulary.term_of(wanted.name, wanted.texts, subject.kind)
        if wanted.is_list:
            return self._list(wanted, subject, term, path)
        if wanted.is_object:
            return self._nested(wanted, subject, term, path)
        return self._keep(self._values.one(wanted, subject, term), path)

    def _keep(self, value: Value | None, path: Path) -> Any:
        if value is None:
            return None
        self.fields[shaped_fields.dotted(path)] = value.evidence
        return value.value

    def _nested(self, wanted: Wanted, subject: Subject, term: Term | None, path: Path) -> dict[str, Any] | None:
        for kind, inner in self._values.things(wanted, subject, term):
            if found := self._object(wanted, _part(kind, inner), path):
                return found
        named = vocabulary.kind_named(wanted.name)
        if subject.is_page and named and (named != subject.kind or not subject.things):
            about = self._subjects.of_kind(named)
            if not about and not self._is_wrapped:
                return None
            return self._object(wanted, Subject(named, tuple(about), is_page=True), path) or None
        if self._is_wrapped and len(path) == 1:
            return self._object(wanted, self._subjects.of_root(wanted), path) or None
        if set(forms(wanted.name)) & _GROUPS or (named and named == subject.kind):
            return self._object(wanted, subject, path) or None
        return None

    def _list(self, wanted: Wanted, subject: Subject, term: Term | None, path: Path) -> list[Any] | None:
        if wanted.item.is_object:
            return self._objects(wanted, subject, term, path)
        found = [
            self._keep(value, (*path, place)) for place, value in enumerate(self._lists.scalars(wanted, subject, term))
        ]
        return self._counted(found, wanted)

    def _objects(self, wanted: Wanted, subject: Subject, term: Term | None, path: Path) -> list[Any] | None:
        found: list[Any] = []
        for kind, inner in self._lists.things(wanted, subject, term):
            item = self._object(wanted.item, _part(kind, inner), (*path, len(found)))
            if item and _has_required(item, wanted.item):
                found.append(item)
            if len(self.fields) >= VALUES_MAX:
                break
        return self._counted(found, wanted)

    @staticmethod
    def _counted(found: list[Any], wanted: Wanted) -> list[Any] | None:
        """The list if it has as many items as the schema allows, or None."""
        least, most = wanted.bounds.get("minItems", 0), wanted.bounds.get("maxItems")
        if isinstance(most, int) and len(found) > most:
            return None
        return found if found and (not isinstance(least, int) or len(found) >= least) else None


def _part(kind: str, thing: Declared) -> Subject:
    own = next((KINDS[name] for name in types_of(thing.thing) if name in KINDS), kind)
    return Subject(own, (thing,))


def _has_required(item: dict[str, Any], wanted: Wanted) -> bool:
    """Whether an item has at least one of the properties that its schema requires."""
    return not wanted.required or bool(wanted.required & item.keys())
