"""The cells of repeated blocks as columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from extraction.answers.repeated import kinds_of_text
from extraction.answers.repeated.cells import Cell
from extraction.answers.schema.schema_field import SchemaField

CELLS_MAX, COLUMNS_MAX = 20_000, 300
_CONSTANT_ROWS_MIN = 3
Row = Sequence[Cell]


@dataclass(frozen=True, eq=False)
class Column:
    """The cells at one place of all blocks, None where a block has none. `order`: the mean place among the cells of a block."""

    cells: tuple[Cell | None, ...]
    order: float

    @cached_property
    def filled(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell is not None)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(cell.names for cell in self.filled))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(cell.text for cell in self.filled)

    @cached_property
    def share(self) -> float:
        """In how many of the blocks it is."""
        return len(self.filled) / len(self.cells)

    @cached_property
    def is_labelled(self) -> bool:
        return all(cell.is_labelled for cell in self.filled)

    @cached_property
    def is_count(self) -> bool:
        """Whether it has numbers that stand before what they count."""
        return all(cell.key[:1] == ("count",) for cell in self.filled)

    @cached_property
    def is_title(self) -> bool:
        return all(cell.is_title for cell in self.filled)

    @cached_property
    def is_heading(self) -> bool:
        return all(cell.is_heading for cell in self.filled)

    @cached_property
    def is_emphasised(self) -> bool:
        return all(cell.is_emphasised for cell in self.filled)

    @cached_property
    def is_leaf(self) -> bool:
        return all(cell.is_leaf for cell in self.filled)

    @cached_property
    def is_former(self) -> bool:
        return any(cell.is_struck_out for cell in self.filled)

    @cached_property
    def is_constant(self) -> bool:
        """Whether it says the same in all blocks, as a button does."""
        return len(self.filled) >= _CONSTANT_ROWS_MIN and len(set(self.texts)) == 1

    @cached_property
    def kinds(self) -> Counter[str]:
        return Counter(map(kinds_of_text.of_text, self.texts))

    def fitting(self, form: str, asked: SchemaField) -> float:
        """The share of its texts that have the form."""
        return sum(kinds_of_text.has_form(text, form, asked) for text in self.texts) / len(self.texts)


def of_rows(rows: Sequence[Row]) -> list[Column]:
    """The columns of some blocks, in their order. What only surrounds another column is joined with it."""
    if sum(map(len, rows)) > CELLS_MAX:
        return []
    cells: dict[tuple[str, ...], list[Cell | None]] = defaultdict(lambda: [None] * len(rows))
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell.key not in cells and len(cells) >= COLUMNS_MAX:
                continue
            if cells[cell.key][number] is None:
                cells[cell.key][number] = cell
                places[cell.key].append(place)
    columns = [Column(tuple(found), sum(places[key]) / len(places[key])) for key, found in cells.items()]
    return sorted(_joined(columns), key=lambda one: one.order)


def _joined(columns: list[Column]) -> Iterator[Column]:
    """The columns, those with the same texts as one that has the names of all."""
    groups: dict[tuple[str | None, ...], list[Column]] = defaultdict(list)
    for column in columns:
        groups[tuple(cell.text if cell else None for cell in column.cells)].append(column)
    for group in groups.values():
        yield Column(
            tuple(_one(list(alike)) for alike in zip(*(one.cells for one in group), strict=True)), group[-1].order
        )


def _one(alike: list[Cell | None]) -> Cell | None:
    """Cells of one text at one place as the innermost of them, with what all of them say."""
    cells = [cell for cell in alike if cell is not None]
    if not cells:
        return None
    return replace(
        cells[-1],
        names=frozenset().union(*(cell.names for cell in cells)),
        is_title=any(cell.is_title for cell in cells),
        is_heading=any(cell.is_heading for cell in cells),
        is_labelled=any(cell.is_labelled for cell in cells),
        is_leaf=cells[-1].is_leaf or len(cells) > 1,
        link=next((cell.link for cell in cells if cell.link), ""),
    )
