"""The list of objects that a schema asks for, from the repeated blocks of a page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from extraction.answers.facts import contributions
from extraction.answers.facts.page_entities import Declared
from extraction.answers.facts.page_sections import are_sections
from extraction.answers.repeated import blocks, by_meaning, cells, columns, matching, sections
from extraction.answers.repeated.blocks import Series
from extraction.answers.repeated.cells import Cell
from extraction.answers.schema import glossary, list_nouns, vocabulary
from extraction.answers.schema.names import forms, letters
from extraction.answers.schema.schema_field import SchemaField
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree, all_text

SERIES_MAX, NAMES_MAX = 12, 300
_SECTION_NAMES = frozenset(
    "section category group course seccion categoria rubrique sezione kategorie bereich gruppe abschnitt".split()
)
_LONG, _NAME_MAX_CHARS = 4, 300
_SERIES_LOOKED_AT, _ELEMENTS_MAX = 60, 250


@dataclass(frozen=True)
class Answer:
    """The entities of one series, and how each property was found."""

    entities: tuple[Declared, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        return len(self.ways), len(self.entities)


def read(every: list[Series], asked: SchemaField, kind: str, *, may_be_unnamed: bool) -> list[Declared]:
    """The blocks of the only series whose names are the list's, as entities with the schema's own names.

    Properties that only the form of a text speaks for are in `Declared.weak`. Empty if no property is found, or if two series have
    as many.

    Args:
        may_be_unnamed: the page is about what it lists, so that its longest series may be the list without being named so.
    """
    names = names_of_list(asked.name)
    written = contributions.kind_of(asked.name)
    scalars = {name: one for name, one in asked.item.properties.items() if not one.is_list and not one.is_object}
    for series in [one for one in every if one.names & names][:SERIES_MAX] if _has_lists(asked) else ():
        inner = next(one for one in asked.item.properties.values() if one.is_list and one.item.is_object)
        if found := sections.read(series, asked, kind, names_of_list(inner.name)):
            return found
    if not scalars:
        return []
    answers = [
        answer
        for series in [one for one in every if one.names & names or _is_written(one, written)][:SERIES_MAX]
        if (answer := _answer(series, scalars, kind, names, is_written=bool(written))).entities
    ]
    if not answers and may_be_unnamed and (longest := _longest(every)) and not are_sections(longest.blocks):
        answer = _answer(longest, scalars, kind, names)
        answers = [answer] if len(answer.ways) >= max(2, len(scalars) / 2) else []
    answers.sort(key=lambda one: one.rank, reverse=True)
    if len(answers) > 1 and answers[0].rank == answers[1].rank:
        return []
    return list(answers[0].entities) if answers else []


def of_names(every: list[Series], asked: SchemaField, kind: str, names: list[str]) -> list[Declared | None]:
    """The block of each named entity, from the series whose blocks have one of the names each. Empty if there is none."""
    scalars = {name: one for name, one in asked.item.properties.items() if not one.is_list and not one.is_object}
    wanted = [letters(name) for name in names]
    if not 2 <= len(wanted) <= NAMES_MAX or not all(wanted) or len(set(wanted)) < len(wanted) or not scalars:
        return []
    best: list[Tree] = []
    long_enough = (one for one in every if len(wanted) <= len(one.blocks) <= 2 * len(wanted))
    for series in islice(long_enough, _SERIES_LOOKED_AT):
        owners: dict[str, list[Tree]] = {name: [] for name in wanted}
        for block in series.blocks:
            for text in _texts(block) & owners.keys():
                owners[text].append(block)
        found = [blocks[0] for blocks in owners.values() if len(blocks) == 1]
        if len(set(found)) == len(wanted) and (not best or _size(found) > _size(best)):
            best = found
    if not best:
        return []
    answer = _answer(Series(tuple(best), frozenset()), scalars, kind, names_of_list(asked.name))
    return list(answer.entities) if len(answer.entities) == len(best) else []


def _texts(block: Tree) -> set[str]:
    """The letters of the short texts of a block's elements."""
    return {
        letters(text)
        for element in islice(block.iter(), _ELEMENTS_MAX)
        if isinstance(element.tag, str) and len(text := all_text(element).strip()) <= _NAME_MAX_CHARS
    }


def _size(blocks: list[Tree]) -> int:
    return sum(len(all_text(block)) for block in blocks)


def _longest(every: list[Series]) -> Series | None:
    """The series with most text, if it is long and no other one has half of it, apart from those in its blocks."""
    sizes = sorted(
        ((sum(len(all_text(block)) for block in one.blocks), len(one.blocks), one) for one in every),
        key=lambda one: one[:2],
        reverse=True,
    )
    if not sizes:
        return None
    in_sections = (row for row in sizes if row[2].is_joined and _overlap(row[2], sizes[0][2]))
    size, count, first = next(in_sections, sizes[0]) if sizes[0][1] < _LONG else sizes[0]
    others = [size for size, _, one in sizes if one is not first and not _overlap(one, first)]
    return first if count >= _LONG and (not others or 2 * others[0] < size) else None


def _overlap(one: Series, other: Series) -> bool:
    """Whether the blocks of a series are in those of another one, or around them."""
    of_one, of_other = set(one.blocks), set(other.blocks)
    block, inner = one.blocks[0], other.blocks[0]
    return (
        bool(of_one & of_other)
        or any(around in of_other for around in block.iterancestors())
        or any(around in of_one for around in inner.iterancestors())
    )


def _has_lists(asked: SchemaField) -> bool:
    return any(one.is_list and one.item.is_object for one in asked.item.properties.values())


def _is_written(series: Series, kind: str) -> bool:
    """Whether the names of a series are those of a kind of contributions, such as reviews."""
    return bool(kind) and any(contributions.kind_of(name) == kind for name in series.names)


@remembered(200_000)
def names_of_list(name: str) -> frozenset[str]:
    """The names under which a page may have a list: its own, in the singular, in other languages, and of the same kind."""
    own = [name, *glossary.english_for(name), *glossary.labels_for(name)]
    kind = vocabulary.kind_named(name)
    own += vocabulary.names_of_kind(kind) if kind else ()
    written = contributions.kind_of(name)
    found = {form for one in own for form in forms(one)} | list_nouns.alike(name)
    for english in glossary.english_for(name):
        found |= list_nouns.alike(english)
    return frozenset(one for one in found if one and contributions.kind_of(one) in ("", written))


def _cells(block: Tree, series: Series) -> list[Cell]:
    """The cells of a block, and the heading of its section."""
    section = block.getparent()
    title = blocks.heading_of(section) if series.is_joined and section is not None else ""
    named = Cell(title, ("section",), _SECTION_NAMES, is_labelled=True)
    return [*cells.read(block), *([named] if title else [])]


def _answer(
    series: Series, scalars: dict[str, SchemaField], kind: str, names: frozenset[str], *, is_written: bool = False
) -> Answer:
    rows = [row for block in series.blocks if len(row := _cells(block, series)) > 1]
    if len(rows) < 2:
        return Answer()
    matcher = matching.matched(columns.of_rows(rows), scalars, kind, names)
    if is_written:
        matcher.by_writing()
    by_meaning.match(matcher)
    weak = frozenset(name for name, way in matcher.ways.items() if way != matching.NAMED)
    entities = []
    for place in range(len(rows)):
        values = {
            name: cell.link if matching.is_link(scalars[name]) and cell.link else cell.text
            for name, column in matcher.found.items()
            if (cell := column.cells[place]) is not None
        }
        if values:
            entities.append(Declared(values, "repeated", True, weak=weak))
    return Answer(tuple(entities), tuple(matcher.ways.items()))
