"""The items of a list of the schema: several values of a property, or the things that a page lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from html import escape
from typing import Any

from extraction.declared.structured import types_of
from extraction.shaped.facts import questions, tables
from extraction.shaped.facts.property_values import Raw, days_of, follow, steps
from extraction.shaped.facts.tables import LINK, Table
from extraction.shaped.facts.things import Declared, PageThings
from extraction.shaped.field_values import FieldValues, Value
from extraction.shaped.schema import vocabulary
from extraction.shaped.schema.names import forms, without_note
from extraction.shaped.schema.vocabulary import Term
from extraction.shaped.schema.wanted import Wanted
from extraction.shaped.subjects import Subject, Subjects
from extraction.shaped.values.convert import text_of

ITEMS_MAX = 1_000
_SEPARATORS = re.compile(r"\s*[,;]\s*")
# Lists whose items a page often writes into one text.
_SPLIT = frozenset(("keywords", "color", "material", "size", "recipeCuisine", "recipeCategory", "skills", "genre"))


class ListItems:
    """The lists of one page."""

    def __init__(self, page: PageThings, subjects: Subjects, values: FieldValues) -> None:
        self._page, self._subjects, self._values = page, subjects, values

    def scalars(self, wanted: Wanted, subject: Subject, term: Term | None) -> list[Value]:
        """The values of a list of scalars, from the first thing that has any."""
        item = wanted.item
        holds = term.holds if term else ""
        if term and term.kind == "breadcrumb":
            return self._names(self._breadcrumbs(), wanted, term)
        for each in subject.things:
            raws = [part for raw in self._values.raws(each, wanted, term) for part in _parts(raw, holds)]
            if each.source == "rdfa":
                raws.sort(key=self._place)
            values = self._values.converted(raws[:ITEMS_MAX], item, holds)
            found = [self._values.valued(value, raw, each, wanted, term) for value, raw in values]
            if any(found):
                return [value for value in found if value is not None]
        shown = self._values.one(_single(wanted), Subject(subject.kind, is_page=subject.is_page), term)
        return [shown] if shown else []

    def _names(self, things: list[Declared], wanted: Wanted, term: Term) -> list[Value]:
        found = []
        for each in things:
            raws = next(
                (raws for path in ("name", "item.name") if (raws := follow(each.thing, path, self._page.resolved))), []
            )
            values = self._values.converted(raws, wanted.item, "")
            found += [self._values.valued(value, raw, each, wanted, term) for value, raw in values[:1]]
        return [value for value in found if value is not None]

    def _place(self, raw: Raw) -> int:
        """Where the page writes a value. RDFa has no order of its own."""
        if isinstance(raw.value, dict):
            return 0
        return self._page.document.text.find(escape(str(raw.value), quote=False))

    def things(self, wanted: Wanted, subject: Subject, term: Term | None) -> Iterator[tuple[str, Declared]]:
        """The things of a list of objects: parts of the subject, else what the page lists, else questions and table rows."""
        found = False
        kind = (term.kind if term else "") or vocabulary.kind_named(wanted.name) or self._subjects.kind_of(wanted.item)
        for each in self._parts_of(wanted, subject, term):
            found = True
            yield kind, each
        if found or not subject.is_page:
            return
        yield from ((kind, each) for each in self._on_page(wanted, kind))

    def _parts_of(self, wanted: Wanted, subject: Subject, term: Term | None) -> list[Declared]:
        if term and term.kind == "breadcrumb":
            return self._breadcrumbs()
        for each in subject.things:
            raws = self._values.objects_first(each, wanted, term)
            if term and term.kind == "step":
                raws = list(steps(raws, whole=True))
            elif term and term.kind == "hours":
                raws = [day for raw in raws for day in days_of(raw)]
            if each.source == "rdfa":
                raws.sort(key=self._place)
            found = [_thing_of(raw, each, term) for raw in raws[:ITEMS_MAX]]
            if any(found):
                return [thing for thing in found if thing]
        return []

    def _breadcrumbs(self) -> list[Declared]:
        lists = [each for each in self._page.typed if "BreadcrumbList" in types_of(each.thing)]
        entries = follow(lists[0].thing, "itemListElement", self._page.resolved) if lists else []
        return [Declared(raw.value, lists[0].source, True) for raw in entries if isinstance(raw.value, dict)]

    def _on_page(self, wanted: Wanted, kind: str) -> list[Declared]:
        found = self._subjects.listed(kind)
        if not found and kind == "question":
            found = [Declared(each, "question", True) for each in self._questions]
        return found[:ITEMS_MAX] or self._rows(wanted, kind)

    @cached_property
    def _questions(self) -> list[dict[str, str]]:
        return questions.read(self._page.document)

    @cached_property
    def _tables(self) -> list[Table]:
        return tables.read(self._page.document)

    def _rows(self, wanted: Wanted, kind: str) -> list[Declared]:
        """The rows of the only table whose headers name most of an item's properties, as things with the schema's names."""
        columns = [(table, _columns(table, wanted.item, kind)) for table in self._tables]
        fitting = [
            (table, names) for table, names in columns if len(names) >= max(2, (len(wanted.item.properties) + 1) // 2)
        ]
        if len(fitting) != 1:
            return []
        table, names = fitting[0]
        linked = next(
            (name for name, inner in wanted.item.properties.items() if name not in names and _is_link(inner)), None
        )
        found = []
        for record in table.records[:ITEMS_MAX]:
            thing: dict[str, Any] = {name: record[header] for name, header in names.items() if record.get(header)}
            if linked and LINK in record:
                thing[linked] = record[LINK]
            found.append(Declared(thing, "table", True))
        return found


def _columns(table: Table, wanted: Wanted, kind: str) -> dict[str, str]:
    """The header of each property that the table has a column for."""
    headers = {form: header for header in reversed(table.headers) for form in reversed(forms(without_note(header)))}
    found: dict[str, str] = {}
    for name, inner in wanted.properties.items():
        term = vocabulary.term_of(name, inner.texts, kind)
        names = [form for label in (name, *(term.labels if term else ())) for form in forms(label)]
        header = next((headers[form] for form in names if form in headers), None)
        if header is not None and header not in found.values():
            found[name] = header
    return found


def _is_link(wanted: Wanted) -> bool:
    term = vocabulary.term_of(wanted.name, wanted.texts, "")
    return wanted.format in ("uri", "url") or bool(term and term.holds == "url" and "url" in term.paths)


def _thing_of(raw: Raw, holder: Declared, term: Term | None) -> Declared | None:
    """A part as a thing. A plain value becomes the name, the text or the URL of one."""
    if isinstance(raw.value, dict):
        return Declared(raw.value, holder.source, holder.is_main)
    if term is None or not isinstance(raw.value, str):
        return None
    key = {"url": "url", "prose": "text"}.get(term.holds, "name")
    return Declared({key: raw.value}, holder.source, holder.is_main)


def _parts(raw: Raw, holds: str) -> Iterator[Raw]:
    """The items in one declared value: lines of instructions, or keywords between commas."""
    if isinstance(raw.value, str) and raw.key in _SPLIT:
        yield from (Raw(part, raw.key) for part in _SEPARATORS.split(raw.value) if part)
    elif isinstance(raw.value, str) and raw.key in ("recipeIngredient", "recipeInstructions", "ingredients"):
        yield from (Raw(line, raw.key) for line in text_of(raw.value, lines=True).split("\n") if line.strip())
    else:
        yield raw


def _single(wanted: Wanted) -> Wanted:
    """One item of a list under the list's own name."""
    item = wanted.item
    return Wanted(wanted.name, item.kinds, wanted.texts, item.format, item.enum, bounds=item.bounds)
