"""Tables with ruled cells: a grid of lines, and the words between them."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extraction.document.pdf.page.drawn_rules import Rule, Rules
from extraction.document.pdf.page.page_words import Word
from extraction.document.pdf.page.text_lines import Line, line_of, pieces

# Larger grids are drawings or graph paper.
_LINES_MAX = 300
_CELLS_MAX = 6_000
_TOUCH = 3.0


@dataclass
class Table:
    """A table: rows of cells; each cell is lines from top to bottom."""

    rows: list[list[list[Line]]]
    x0: float
    x1: float
    top: float
    bottom: float

    @property
    def lines(self) -> list[Line]:
        return [line for row in self.rows for cell in row for line in cell]

    @property
    def columns(self) -> int:
        return max(len(row) for row in self.rows)


@dataclass(frozen=True)
class Grid:
    """The positions of the lines of one table, from left to right and from bottom to top."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    vertical: tuple[Rule, ...]
    horizontal: tuple[Rule, ...]

    def contains(self, word: Word) -> bool:
        middle, height = (word.x0 + word.x1) / 2, word.y + 0.3 * word.size
        return self.xs[0] < middle < self.xs[-1] and self.ys[0] < height < self.ys[-1]


def found(words: list[Word], rules: Rules) -> tuple[list[Table], list[Word]]:
    """The tables with ruled cells, and the words outside of them."""
    tables: list[Table] = []
    for grid in _grids(rules):
        inside = [word for word in words if grid.contains(word)]
        table = _filled(grid, inside) if inside else None
        if table:
            in_table = set(map(id, inside))
            words = [word for word in words if id(word) not in in_table]
            tables.append(table)
    return tables, words


def _grids(rules: Rules) -> list[Grid]:
    """Groups of lines that cross or touch each other, if they can be the borders of a table."""
    horizontal, vertical = rules.horizontal, rules.vertical
    if not 1 < len(horizontal) <= _LINES_MAX or not 1 < len(vertical) <= _LINES_MAX:
        return []
    group = list(range(len(horizontal) + len(vertical)))

    def root(index: int) -> int:
        while group[index] != index:
            group[index] = group[group[index]]
            index = group[index]
        return index

    for row, across in enumerate(horizontal):
        for column, down in enumerate(vertical, len(horizontal)):
            if (
                across.start - _TOUCH <= down.at <= across.end + _TOUCH
                and down.start - _TOUCH <= across.at <= down.end + _TOUCH
            ):
                group[root(row)] = root(column)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for index, rule in enumerate((*horizontal, *vertical)):
        groups[root(index)][index >= len(horizontal)].append(rule)
    grids = [
        Grid(_positions(downs), _positions(acrosses), tuple(downs), tuple(acrosses))
        for acrosses, downs in groups.values()
    ]
    return [
        grid for grid in grids if len(grid.xs) > 2 and len(grid.ys) > 1 and len(grid.xs) * len(grid.ys) <= _CELLS_MAX
    ]


def _positions(rules: Iterable[Rule]) -> tuple[float, ...]:
    """The different positions of the lines, in ascending order."""
    found: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not found or at - found[-1] > _TOUCH:
            found.append(at)
    return tuple(found)


def _filled(grid: Grid, words: list[Word]) -> Table | None:
    """The words in the cells of the grid. None if this is a frame around text and no table."""
    cells: dict[tuple[int, int], list[Word]] = defaultdict(list)
    owners = _owners(grid)
    last = len(grid.ys) - 2
    for word in words:
        column = bisect_right(grid.xs, (word.x0 + word.x1) / 2) - 1
        row = last - (bisect_right(grid.ys, word.y + 0.3 * word.size) - 1)
        cells[owners[row, column]].append(word)
    rows = [[_lines(cells.get((row, column), [])) for column in range(len(grid.xs) - 1)] for row in range(last + 1)]
    rows = [part for row in rows for part in _split(row)]
    filled = [column for column in range(len(grid.xs) - 1) if any(row[column] for row in rows)]
    rows = [[row[column] for column in filled] for row in rows if any(row)]
    if (
        len(rows) < 2
        or len(filled) < 2
        or sum(bool(cell) for row in rows for cell in row) < 0.4 * len(rows) * len(filled)
    ):
        return None
    return Table(rows, grid.xs[0], grid.xs[-1], grid.ys[-1], grid.ys[0])


def _owners(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """For each cell, the cell at the top left of those that no line separates from it."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    middles = [(grid.ys[rows - row] + grid.ys[rows - row - 1]) / 2 for row in range(rows)]
    centres = [(grid.xs[column] + grid.xs[column + 1]) / 2 for column in range(columns)]
    walls = {
        (row, column) for rule in grid.vertical for row, column in _crossed(rule, grid.xs, middles, by_column=True)
    }
    floors = {
        (row, column)
        for rule in grid.horizontal
        for row, column in _crossed(rule, grid.ys[::-1], centres, by_column=False)
    }
    owners: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            owner = row, column
            if column and (row, column) not in walls:
                owner = owners[row, column - 1]
            elif row and (row, column) not in floors:
                owner = owners[row - 1, column]
            owners[row, column] = owner
    return owners


def _crossed(
    rule: Rule, positions: Sequence[float], middles: Sequence[float], *, by_column: bool
) -> Iterable[tuple[int, int]]:
    """The cells (row, column) whose left or upper edge the line is."""
    nearest = min(range(len(positions)), key=lambda index: abs(positions[index] - rule.at))
    for index, middle in enumerate(middles):
        if rule.start - _TOUCH <= middle <= rule.end + _TOUCH:
            yield (index, nearest) if by_column else (nearest, index)


def _split(row: list[list[Line]]) -> list[list[list[Line]]]:
    """The row, or one row per line if the lines of all cells are beside each other: no lines are drawn between the rows."""
    heights = [[line.y for line in cell] for cell in row if cell]
    first = heights[0] if heights else []
    aligned = len(heights) > 1 and all(
        len(other) == len(first) and all(abs(one - two) < 2 for one, two in zip(first, other, strict=True))
        for other in heights
    )
    if len(first) < 3 or not aligned:
        return [row]
    return [[[cell[index]] if cell else [] for cell in row] for index in range(len(first))]


def _lines(words: list[Word]) -> list[Line]:
    """The lines of a cell, from top to bottom."""
    found = sorted(pieces(words), key=lambda line: (-round(line.y), line.x0))
    rows: list[list[Line]] = []
    for line in found:
        if rows and abs(rows[-1][0].y - line.y) < 0.3 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line_of(sorted((word for line in row for word in line.words), key=lambda word: word.x0)) for row in rows]
