"""The rows of a page's table as the items of a list: which column answers which property."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from extraction.answers.facts import prices
from extraction.answers.facts.page_entities import Declared
from extraction.answers.facts.tables import LINK, NAME, Table
from extraction.answers.repeated.matching import is_link
from extraction.answers.schema import columns, glossary, list_nouns, units, vocabulary, word_meanings
from extraction.answers.schema.names import forms, without_note, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.declared.text import days

ROWS_MAX, _SAMPLE = 1_000, 50
_BARE = re.compile(r"[-−]?\d[\d.,\s]*")
_MONEY = frozenset(
    "price cost fee amount total salary rent preis prix precio preco prezzo prijs pris cena fiyat hinta ar kosten tarif".split()
)
_TEXT_SHARE_MIN = 0.8
NAME_WORDS = frozenset("name title item nombre titel titre nome nom bezeichnung naam nazwa namn".split())
_NUMBER = re.compile(r"^[^\w]{0,4}\d[\d.,:\s%€$£-]*\S{0,3}$")


def read(tables: list[Table], asked_list: SchemaField, kind: str, language: str) -> list[Declared]:
    """The rows of the table with the most columns that the item's properties name, as entities with the schema's names.

    Columns without such a name are found by their type or their order; then they are in `Declared.weak`. Empty if no table has
    half of the properties, or if two have as many. A table under another heading than the list's name needs their names.
    """
    asked = asked_list.item
    needed = max(2, (len(asked.properties) + 1) // 2)
    every = [*tables, *(turned for table in tables if (turned := table.turned))]
    primary = language.partition("-")[0].casefold()
    named = [(table, columns_of) for table in every if (columns_of := _columns(table, asked, kind, primary))]
    matches = [_Match(table, found, {}) for table, found in named if len(found) >= needed]
    if not matches:
        titled = [(table, found) for table, found in named if _may_be_titled(table.title, asked_list.name)]
        both = (_Match(table, found, _by_type_or_order(table, asked, kind, found)) for table, found in titled)
        matches = [one for one in both if one.size >= needed]
    matches.sort(key=lambda one: -one.size)
    if not matches or (len(matches) > 1 and matches[1].size == matches[0].size):
        return []
    table, found = matches[0].table, matches[0].named
    return _entities(table, found, _by_type_or_order(table, asked, kind, found), asked)


def _may_be_titled(title: str, name: str) -> bool:
    """Whether the heading of a table may be that of a list: it has a word of its name, or is not a noun for another list."""
    if not title or vocabulary.names_any_list(name):
        return True
    shared = {word[:4] for word in words(name)} & {word[:4] for word in title.split()}
    return bool(shared) or not list_nouns.alike(title)


@dataclass(frozen=True)
class _Match:
    """A table with the headers of the properties: those that name them, and those of which only type or order speak for it."""

    table: Table
    named: dict[str, str]
    weak: dict[str, str]

    @property
    def size(self) -> int:
        return len(self.named) + len(self.weak)


def _entities(table: Table, named: dict[str, str], weak: dict[str, str], asked: SchemaField) -> list[Declared]:
    names = named | weak
    linked = next((name for name, inner in asked.properties.items() if name not in names and is_link(inner)), None)
    found = []
    for record in table.records[:ROWS_MAX]:
        entity: dict[str, Any] = {
            name: _with_unit(record[header], header, asked.properties[name])
            for name, header in names.items()
            if record.get(header)
        }
        if linked and LINK in record:
            entity[linked] = record[LINK]
        found.append(Declared(entity, "table", True, weak=frozenset(weak)))
    return found


def _with_unit(cell: str, header: str, asked: SchemaField) -> str:
    """A bare number with the unit of its header, for a property that asks for a unit: `20` under `Length mm`."""
    name = asked.name
    if units.asked_unit(name, asked.texts) is None or not _BARE.fullmatch(cell.strip()):
        return cell
    last = words(header)[-1:]
    is_unit = len(words(header)) > 1 and bool(last) and units.is_measure(last[0])
    own = words(name)[-1] if set(forms(name)) & set(forms(header)) and len(words(name)) > 1 else ""
    unit = last[0] if is_unit else own if units.is_measure(own) else ""
    return f"{cell} {unit}" if unit else cell


def _by_type_or_order(table: Table, asked: SchemaField, kind: str, named: dict[str, str]) -> dict[str, str]:
    """The headers of properties without a name in the table: the only one of their type, otherwise in the order of the schema."""
    headers = [header for header in table.headers if header and header not in named.values() and header != NAME]
    open_ones = [
        name
        for name, inner in asked.properties.items()
        if name not in named and not inner.is_list and not inner.is_object
    ]
    types = {header: _type_of_column(table, header) for header in headers}
    needs = {name: _type_of_property(asked.properties[name], kind) for name in open_ones}
    found: dict[str, str] = {}
    for type_of in ("date", "money", "number"):
        columns_of = [header for header in headers if types[header] == type_of]
        names = [name for name in open_ones if needs[name] == type_of]
        if len(columns_of) == len(names) == 1:
            found[names[0]] = columns_of[0]
    texts = [header for header in headers if header not in found.values()]
    names = [name for name in open_ones if name not in found]
    are_texts = all(types[header] == "text" for header in texts) and all(needs[name] == "text" for name in names)
    if len(texts) == len(names) > 1 and are_texts and len(named) > 1:
        found |= dict(zip(names, texts, strict=True))
    return found


def _type_of_column(table: Table, header: str) -> str:
    cells = [cell for record in table.records[:_SAMPLE] if (cell := record.get(header, "").strip(" -–—"))]
    if not cells:
        return ""
    if all(_is_day(cell) for cell in cells):
        return "date"
    if all(prices.has_amount(cell[:80]) for cell in cells):
        return "money"
    if all(_NUMBER.match(cell) for cell in cells):
        return "number"
    return "" if any(_NUMBER.match(cell) for cell in cells) else "text"


def _type_of_property(asked: SchemaField, kind: str) -> str:
    term = vocabulary.term_of(asked.name, asked.texts, kind)
    holds = term.holds if term else ""
    if asked.format == "date" or holds == "date" or "date" in words(asked.name):
        return "date"
    if holds == "money" or set(words(asked.name)) & _MONEY:
        return "money"
    if asked.kinds and asked.kinds <= {"integer", "number"}:
        return "number"
    return "text" if asked.kinds <= {"string"} and not asked.format and not asked.enum and not holds else ""


def _is_day(cell: str) -> bool:
    return len(cell) <= 40 and any(end - start >= 0.5 * len(cell) for start, end, _ in days.find(cell))


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
    for name, inner in asked.properties.items():
        if name not in found and (begun := _beginning(inner, kind, language, headers, found)):
            found[name] = begun
    found |= _by_words(table, asked, found)
    titles = [name for name in asked.properties if name not in found and set(words(name)) & NAME_WORDS]
    if titles and found and len(words(titles[0])) <= (2 if table.headers[0] == NAME else 1):
        texts = (header for header in table.headers if _is_text(table, header))
        if (first := next(texts, None)) is not None and first not in found.values():
            found[titles[0]] = first
    return found


def _by_words(table: Table, asked: SchemaField, found: dict[str, str]) -> dict[str, str]:
    """The headers whose words mean what the words of a property's name mean. Each is that of one property."""
    pairs = [
        (share, name, header)
        for header in dict.fromkeys(table.headers)
        if header and header not in found.values()
        for name, inner in asked.properties.items()
        if name not in found and not inner.is_object and (share := word_meanings.likeness(name, header))
    ]
    best: dict[str, str] = {}
    for share, name, header in sorted(pairs, reverse=True):
        is_alone = not any((other != name) != (another != header) and same == share for same, other, another in pairs)
        if is_alone and name not in best and header not in best.values():
            best[name] = header
    return best


def _beginning(
    asked: SchemaField, kind: str, language: str, headers: dict[str, str], found: dict[str, str]
) -> str | None:
    """The only open header that begins with a label of the property: `Price per piece, net`."""
    labels = [label for label in _labels(asked, kind, language) if len(label) > 3]
    open_ones = {
        header
        for form, header in headers.items()
        if header not in found.values() and any(form.startswith(f"{label} ") for label in labels)
    }
    return open_ones.pop() if len(open_ones) == 1 else None


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
