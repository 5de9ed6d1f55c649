"""Tables without ruled cells: rows whose pieces are below each other."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from extraction.document.pdf.page.text_lines import Line, is_mark, spaces
from extraction.document.pdf.ruled_tables import Table

_NUMERIC = re.compile(
    r"[-+(]?[€$£¥]?\s?[\d.,:/ \u00a0'%–-]*\d[\d.,:/ \u00a0'%–-]*[)%€$£¥]?(?:\s\w{1,3})?|[-–—]|n/a", re.I
)
# Rows of a table are further apart than lines of text, measured in font sizes.
_ROOMY = 1.42
_CELL_CHARACTERS_MAX = 90
_COLUMNS_MAX = 30

Row = list[list[Line]]


def table(pieces: Sequence[Sequence[Line]]) -> Table | None:
    """The table with these pieces, given row by row. None if they are something else, such as two addresses side by side."""
    lines = [line for row in pieces for line in row]
    if len(pieces) < 2 or sum(line.style.mono for line in lines) > 0.5 * len(lines):
        return None
    starts = _starts(lines)
    if not 1 < len(starts) <= _COLUMNS_MAX:
        return None
    rows = [_cells(row, starts) for row in pieces]
    distances = [one[0].y - other[0].y for one, other in pairwise(pieces)]
    if not _is_table(rows, median(distances) / max(1.0, median(line.size for line in lines))):
        return None
    rows = _joined(rows, distances)
    if len(rows) < 2 or sum(line.characters for line in lines) > _CELL_CHARACTERS_MAX * sum(
        bool(cell) for row in rows for cell in row
    ):
        return None
    return Table(rows, min(line.x0 for line in lines), max(line.x1 for line in lines), lines[0].top, lines[-1].bottom)


def is_justified(pieces: Sequence[Sequence[Line]]) -> bool:
    """Whether these are lines of text with stretched spaces, some of which happen to be at the same position."""
    stretched = whole = 0
    for row in pieces:
        cuts = [other.x0 - one.x1 for one, other in pairwise(row)]
        inner = [gap for line in row for gap in spaces(line.words)]
        if cuts:
            whole += 1
            stretched += max(cuts) < max(1.2 * row[0].size, min(2.2 * max(inner, default=0.0), 2 * row[0].size))
    return whole > 0 and stretched >= 0.5 * whole


def are_blocks(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether these are two blocks of short lines side by side, such as addresses."""
    for side in (left, right):
        lines = sorted(side, key=lambda line: -line.y)
        distances = [one.y - other.y for one, other in pairwise(lines)]
        if len(lines) < 2 or median(distances) > 1.6 * lines[-1].size:
            return False
    return True


def _starts(lines: list[Line]) -> list[float]:
    """Where the columns begin: a column is a part of the width that has text, next to one that has text in no row."""
    found: list[float] = []
    right = 0.0
    narrowest = 0.45 * median(line.size for line in lines)
    for line in sorted(lines, key=lambda each: each.x0):
        if not found or line.x0 > right + narrowest:
            found.append(line.x0)
            right = line.x1
        right = max(right, line.x1)
    return found


def _cells(row: Sequence[Line], starts: list[float]) -> Row:
    cells: Row = [[] for _ in starts]
    for line in row:
        cells[bisect_right(starts, line.x0 + 0.1) - 1].append(line)
    return cells


def _is_table(rows: list[Row], leading: float) -> bool:
    full = [row for row in rows if sum(map(bool, row)) > 1]
    if len(full) < 2 or any(all(not row[side] or is_mark(_text(row[side])) for row in rows) for side in (0, -1)):
        return False  # These are the marks of a list.
    if len(rows[0]) > 2 and 3 * len(full) >= len(rows):
        return True
    last = [_text(row[-1]) for row in full]
    numeric = len(full) > 2 and sum(bool(_NUMERIC.fullmatch(text)) for text in last) >= 0.5 * len(last)
    labels = sum(_text(row[0]).endswith(":") for row in full) >= 0.6 * len(full)
    headed = len(full) > 2 and full[0] is rows[0] and _is_bold(full[0]) and not any(map(_is_bold, full[1:]))
    return numeric or labels or headed or (leading >= _ROOMY and len(full) > 2 and 2 * len(full) >= len(rows))


def _is_bold(row: Row) -> bool:
    return all(line.style.bold for cell in row for line in cell)


def _text(cell: list[Line]) -> str:
    return " ".join(line.text for line in cell)


def _joined(rows: list[Row], distances: list[float]) -> list[Row]:
    """The rows; a line that continues the cells above it is joined to them."""
    tight = 1.15 * min(distances)
    is_spaced = max(distances) > 1.25 * min(distances)
    found = [rows[0]]
    for row, distance in zip(rows[1:], distances, strict=True):
        continues = (not row[0] or not all(row)) and is_spaced and distance <= tight
        if continues and (not row[0] or sum(map(bool, row)) == 1):
            found[-1] = [above + below for above, below in zip(found[-1], row, strict=True)]
        else:
            found.append(row)
    return found
