"""Lists in lists: the sections of a menu with their dishes, as blocks with blocks of one shape in them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from extraction.answers.facts.page_entities import Declared
from extraction.answers.repeated import cells, columns, matching
from extraction.answers.repeated.blocks import Series, may_be_block, shape_of
from extraction.answers.schema.names import words
from extraction.answers.schema.schema_field import SchemaField
from extraction.declared.structured import EntityObject
from extraction.document.tree import Tree, all_text

_ELEMENTS_MAX, _INNER_MAX = 2_000, 500
_SHARE_MIN, _MEAN_MIN = 0.6, 1.5
_TITLE_WORDS = frozenset(
    "section category group name title heading course seccion categoria secao rubrique categorie sezione kategorie bereich gruppe"
    " abschnitt sectie sekcja bolum avsnitt kategori nombre nome nom".split()
)


def read(series: Series, asked: SchemaField, kind: str, names: frozenset[str]) -> list[Declared]:
    """The blocks of a series with their titles and the blocks in them, as entities with the schema's own names.

    Empty unless the items of the list have one list of objects, and the blocks have inner ones of one shape.

    Args:
        names: what the inner list is called.
    """
    lists = [name for name, one in asked.item.properties.items() if one.is_list and one.item.is_object]
    titles = [
        name for name, one in asked.item.properties.items() if set(words(name)) & _TITLE_WORDS and not one.is_list
    ]
    if len(lists) != 1 or len(titles) > 1 or len(series.blocks) < 2:
        return []
    inner = asked.item.properties[lists[0]].item
    scalars = {name: one for name, one in inner.properties.items() if not one.is_list and not one.is_object}
    groups = _inner_blocks(series)
    rows = [[cells.read(block) for block in group] for group in groups]
    if not groups or not scalars:
        return []
    matcher = matching.matched(columns.of_rows([row for group in rows for row in group]), scalars, kind, names)
    values = _values(matcher, sum(map(len, rows)))
    entities, place = [], 0
    for block, group in zip(series.blocks, groups, strict=True):
        items = [one for one in values[place : place + len(group)] if one]
        place += len(group)
        entity: EntityObject = {lists[0]: items} if items else {}
        if titles and (title := _title(block, group)):
            entity |= {titles[0]: title}
        if items:
            entities.append(Declared(entity, "repeated", True))
    return entities if len(entities) > 1 else []


def _values(matcher: matching.Matcher, count: int) -> list[dict[str, str]]:
    return [
        {name: cell.text for name, column in matcher.found.items() if (cell := column.cells[place]) is not None}
        for place in range(count if matcher.found else 0)
    ]


def _inner_blocks(series: Series) -> list[list[Tree]]:
    """The inner blocks of each block, of the shape with most text that nearly all blocks have. Empty if there is none."""
    shapes: Counter[tuple[str, str]] = Counter()
    owners: Counter[tuple[str, str]] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for block in series.blocks:
        seen = set()
        for element in islice(block.iter(), _ELEMENTS_MAX):
            if element is not block and isinstance(element.tag, str) and may_be_block(element):
                shape = (element.tag, shape_of(element))
                shapes[shape] += len(all_text(element))
                counts[shape] += 1
                seen.add(shape)
        owners.update(seen)
    most = len(series.blocks)
    fitting = [
        shape
        for shape in shapes
        if owners[shape] >= _SHARE_MIN * most and _MEAN_MIN * most <= counts[shape] <= _INNER_MAX
    ]
    if not fitting:
        return []
    best = max(fitting, key=lambda shape: shapes[shape])
    return [
        [
            one
            for one in islice(block.iter(best[0]), _ELEMENTS_MAX)
            if one is not block and shape_of(one) == best[1] and may_be_block(one)
        ]
        for block in series.blocks
    ]


def _title(block: Tree, group: list[Tree]) -> str:
    """The first heading or title of a block outside of its inner blocks."""
    inside = {element for one in group for element in one.iter()}
    for cell, element in cells.with_elements(block):
        if element not in inside and (cell.is_heading or cell.is_title):
            return cell.text
    return ""
