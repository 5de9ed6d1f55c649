"""The rows of a page's table as the items of a list: which column answers which property."""

from __future__ import annotations

import re
from typing import Any

from extraction.answers.facts.tables import LINK, NAME, Table
from extraction.answers.facts.things import Declared
from extraction.answers.schema import columns, glossary, vocabulary
from extraction.answers.schema.names import forms, without_note, words
from extraction.answers.schema.schema_field import SchemaField

ROWS_MAX = 1_000
_TEXT_SHARE_MIN = 0.8
NAME_WORDS = frozenset("name title item nombre titel titre nome nom bezeichnung naam nazwa namn".split())
_NUMBER = re.compile(r"^[^\w]{0,4}\d[\d.,:\s%€$£-]*\S{0,3}$")


def read(tables: list[Table], asked: SchemaField, kind: str, language: str) -> list[Declared]:
    """The rows of the table with the most columns that the item's properties name, as things with the schema's names.

    Empty if no table has half of the properties, or if two have as many.
    """
    needed = max(2, (len(asked.properties) + 1) // 2)
    every = [*tables, *(turned for table in tables if (turned := table.turned))]
    found = [(table, _columns(table, asked, kind, language.partition("-")[0].casefold())) for table in every]
    fitting = sorted((one for one in found if len(one[1]) >= needed), key=lambda one: -len(one[1]))
    if not fitting or (len(fitting) > 1 and len(fitting[1][1]) == len(fitting[0][1])):
        return []
    return _things(*fitting[0], asked)


def _things(table: Table, names: dict[str, str], asked: SchemaField) -> list[Declared]:
    linked = next((name for name, inner in asked.properties.items() if name not in names and _is_link(inner)), None)
    found = []
    for record in table.records[:ROWS_MAX]:
        thing: dict[str, Any] = {name: record[header] for name, header in names.items() if record.get(header)}
        if linked and LINK in record:
            thing[linked] = record[LINK]
        found.append(Declared(thing, "table", True))
    return found


def _columns(table: Table, asked: SchemaField, kind: str, language: str) -> dict[str, str]:
    """The header of each property that the table has a column for. The first column of texts is that of the names."""
    headers: dict[str, str] = {}
    for header in table.headers:
        for form in (*forms(without_note(header)), header.strip().casefold()):
            headers.setdefault(form, header)
    found: dict[str, str] = {}
    for name, inner in asked.properties.items():
        matched = next((headers[form] for form in _labels(inner, kind, language) if form in headers), None)
        if matched is not None and matched not in found.values():
            found[name] = matched
    titles = [name for name in asked.properties if name not in found and set(words(name)) & NAME_WORDS]
    if titles and found and len(words(titles[0])) <= (2 if table.headers[0] == NAME else 1):
        texts = (header for header in table.headers if _is_text(table, header))
        if (first := next(texts, None)) is not None and first not in found.values():
            found[titles[0]] = first
    return found


def _labels(asked: SchemaField, kind: str, language: str) -> list[str]:
    term = vocabulary.term_of(asked.name, asked.texts, kind)
    labels = [form for label in (asked.name, *(term.labels if term else ())) for form in forms(label)]
    alike = [header for form in forms(asked.name) for header in columns.headers_of(form, language)]
    return [*labels, *alike, *glossary.labels_for(asked.name)]


def _is_text(table: Table, header: str) -> bool:
    if header == NAME:
        return True
    cells = [record.get(header, "") for record in table.records[:ROWS_MAX]]
    texts = [cell for cell in cells if len(cell) > 1 and not _NUMBER.match(cell)]
    return len(texts) >= _TEXT_SHARE_MIN * len(cells)


def _is_link(asked: SchemaField) -> bool:
    term = vocabulary.term_of(asked.name, asked.texts, "")
    return asked.format in ("uri", "url") or bool(term and term.holds == "url" and "url" in term.paths)
