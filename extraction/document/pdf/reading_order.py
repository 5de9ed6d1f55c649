"""The reading order of a page: columns one after the other, tables as a whole, everything else from top to bottom.

Bands are parts of the page at different heights. A gutter is a gap that continues over several bands: the text on its sides is
in columns, or is a table without lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from extraction.document.pdf import unruled_tables
from extraction.document.pdf.page.text_lines import Line, merged
from extraction.document.pdf.ruled_tables import Table

Part = Line | Table
# Lines of one column, from top to bottom, or a table.
Region = list[Line] | Table
# A page with more bands is read from top to bottom.
BANDS_MAX = 250
_DEPTH_MAX = 6
_GAPS_MAX = 12
# This many times the gaps of a band are compared on a page: a page of text needs a tenth of it.
STEPS_MAX = 15_000
# A gutter that means nothing is tried again from this many of the next bands.
_ATTEMPTS_MAX = 3
# The space between two lines of a column, in font sizes.
_SPACE_MAX = 1.5
_INFINITE = 1e9


@dataclass
class Band:
    """Parts whose heights overlap. `gaps` are the horizontal intervals without text, with the two outer ones."""

    parts: list[Part]
    top: float
    bottom: float
    gaps: list[tuple[float, float]]

    @property
    def x0(self) -> float:
        return self.gaps[0][1]

    @property
    def x1(self) -> float:
        return self.gaps[-1][0]


@dataclass(frozen=True)
class Gutter:
    """A gap that continues from one band to the band before `end`. `crossed` is the number of bands with text on both sides."""

    x0: float
    x1: float
    end: int
    crossed: int


@dataclass
class Steps:
    """How many more comparisons of gaps a page may cost. Without any left, it is read from top to bottom."""

    left: int = STEPS_MAX


def regions(parts: Sequence[Part], depth: int = 0, steps: Steps | None = None) -> list[Region]:
    """The parts of a page in reading order."""
    steps = steps or Steps()
    bands = _bands(parts)
    if len(bands) > BANDS_MAX or depth > _DEPTH_MAX:
        return _strip(_parts(bands))
    found: list[Region] = []
    pending: list[Band] = []
    index, attempts = 0, Counter[int]()
    while index < len(bands):
        gutter = _gutter(bands, index, steps)
        divided = (
            _divided(bands, index, gutter, pending, depth, steps)
            if gutter and attempts[gutter.end] < _ATTEMPTS_MAX
            else None
        )
        attempts[gutter.end if gutter else 0] += 1
        if gutter and divided:
            found += [*_strip(_parts(pending)), *divided[0]]
            pending, index = [], divided[1]
        else:
            pending.append(bands[index])
            index += 1
    return found + _strip(_parts(pending))


def _parts(bands: Sequence[Band]) -> list[Part]:
    return [part for band in bands for part in band.parts]


def _divided(
    bands: list[Band], start: int, gutter: Gutter, pending: list[Band], depth: int, steps: Steps
) -> tuple[list[Region], int] | None:
    """The columns or the table at the gutter, and the number of the next band. None if the gap means nothing.

    Bands at the end of `pending` are removed from there if they belong to the columns.
    """
    inside = _parts(bands[start : gutter.end])
    left, right = ([part for part in inside if (part.x0 < gutter.x0) is side] for side in (True, False))
    if sum(isinstance(part, Line) and part.style.mono for part in inside) > 0.5 * len(inside):
        return None  # The columns of code are spaces.
    if _is_text(left) and _is_text(right):
        end = _unbalanced_end(bands, gutter)
        later = _parts(bands[gutter.end : end])
        left += [part for part in later if part.x0 < gutter.x0]
        right += [part for part in later if part.x0 >= gutter.x0]
        while (
            pending
            and pending[-1].x0 >= gutter.x1 - 1
            and pending[-1].bottom - bands[start].top < _SPACE_MAX * _size(pending[-1])
        ):
            right += pending.pop().parts  # The right column begins above the left one.
        return [*regions(left, depth + 1, steps), *regions(right, depth + 1, steps)], end
    return _table_or_blocks(bands, start, gutter, depth, steps)


def _table_or_blocks(
    bands: list[Band], start: int, gutter: Gutter, depth: int, steps: Steps
) -> tuple[list[Region], int] | None:
    """The table at the gutter, or two blocks of short lines side by side, up to the first wide space."""
    end = start + 1
    while end < gutter.end and not _is_far(bands[start:end], bands[end]):
        end += 1
    inside = _parts(bands[start:end])
    lines = [line for line in inside if isinstance(line, Line)]
    if len(lines) < len(inside):
        return None
    rows = _grouped(lines)
    if unruled_tables.is_justified(rows):
        return None
    if table := unruled_tables.table(rows):
        return [table], end
    left, right = ([line for line in lines if (line.x0 < gutter.x0) is side] for side in (True, False))
    if gutter.x1 - gutter.x0 > 1.5 * lines[0].size and unruled_tables.are_blocks(left, right):
        return [*regions(left, depth + 1, steps), *regions(right, depth + 1, steps)], end
    return None


def _is_far(above: list[Band], band: Band) -> bool:
    """Whether the space above the band is much wider than those between the bands before it."""
    spaces = [one.bottom - other.top for one, other in pairwise(above)]
    return bool(spaces) and above[-1].bottom - band.top > max(3 * max(spaces[0], 1.0), 18.0)


def _is_text(parts: list[Part]) -> bool:
    """Whether this is running text in one or more columns: at least three lines, most of them long and full."""
    lines = [part for part in parts if isinstance(part, Line)]
    if len(lines) < 3:
        return False
    long = sum(len(line.words) > 2 and line.characters > 14 for line in lines)
    return long >= 0.6 * len(lines) and sum(map(_fill, lines, _widths(lines))) >= 0.6 * len(lines)


def _fill(line: Line, width: float) -> float:
    return (line.x1 - line.x0) / max(1.0, width)


def _widths(lines: list[Line]) -> list[float]:
    """The width of the column of each line. Columns are intervals in which lines overlap."""
    columns: list[list[float]] = []
    for line in sorted(lines, key=lambda each: each.x0):
        if columns and line.x0 < columns[-1][1]:
            columns[-1][1] = max(columns[-1][1], line.x1)
        else:
            columns.append([line.x0, line.x1])
    starts = [column[0] for column in columns]
    found = (columns[bisect_right(starts, line.x0) - 1] for line in lines)
    return [column[1] - column[0] for column in found]


def _unbalanced_end(bands: list[Band], gutter: Gutter) -> int:
    """The end of the columns: one column may be longer than the other."""
    end = gutter.end
    while end < len(bands):
        band, before = bands[end], bands[end - 1]
        if before.bottom - band.top > _SPACE_MAX * _size(band) or not (
            band.x1 <= gutter.x0 + 1 or band.x0 >= gutter.x1 - 1
        ):
            break
        end += 1
    return end


def _size(band: Band) -> float:
    return max((part.size for part in band.parts if isinstance(part, Line)), default=10.0)


def _gutter(bands: list[Band], start: int, steps: Steps) -> Gutter | None:
    """The gutter that begins in this band and continues furthest."""
    found = [_continued(bands, start, gap, steps) for gap in bands[start].gaps[1:-1] if steps.left > 0]
    return max(
        (gutter for gutter in found if gutter.crossed > 1 or len(bands[start].parts) > 5),
        key=lambda gutter: (gutter.crossed, gutter.x1 - gutter.x0), default=None,
    )  # fmt: skip


def _continued(bands: list[Band], start: int, gap: tuple[float, float], steps: Steps) -> Gutter:
    sizes = [part.size for part in bands[start].parts if isinstance(part, Line)]
    narrowest = 0.7 * (median(sizes) if sizes else 10.0)
    (x0, x1), end, crossed, index = gap, start + 1, 1, start
    for index in range(start + 1, len(bands)):
        common = [(max(x0, one), min(x1, other)) for one, other in bands[index].gaps]
        one, other = max(common, key=lambda each: each[1] - each[0])
        if other - one < narrowest or isinstance(bands[index].parts[0], Table):
            break
        x0, x1 = one, other
        if bands[index].x0 < x0 and bands[index].x1 > x1:
            end, crossed = index + 1, crossed + 1
    steps.left -= index - start
    return Gutter(x0, x1, end, crossed)


def _bands(parts: Sequence[Part]) -> list[Band]:
    found: list[Band] = []
    for part in sorted(parts, key=lambda each: -each.top):
        if found and part.top > found[-1].bottom + 0.5:
            found[-1].parts.append(part)
            found[-1].bottom = min(found[-1].bottom, part.bottom)
        else:
            found.append(Band([part], part.top, part.bottom, []))
    for band in found:
        band.gaps = _gaps(band.parts)
    return found


def _gaps(parts: list[Part]) -> list[tuple[float, float]]:
    """The intervals without text, from left to right; only the widest ones if there are many."""
    found, right = [], -_INFINITE
    for x0, x1 in sorted((part.x0, part.x1) for part in parts):
        if x0 > right:
            found.append((right, x0))
        right = max(right, x1)
    inner = sorted(sorted(found[1:], key=lambda gap: gap[0] - gap[1])[:_GAPS_MAX])
    return [found[0], *inner, (right, _INFINITE)]


def _strip(parts: list[Part]) -> list[Region]:
    """Parts from top to bottom: lines on one baseline become one line."""
    found: list[Region] = []
    pending: list[Line] = []
    for part in sorted(parts, key=lambda each: -each.top):
        if isinstance(part, Line):
            pending.append(part)
        else:
            found += [_rows(pending), part] if pending else [part]
            pending = []
    return [*found, _rows(pending)] if pending else found


def _rows(parts: Sequence[Part]) -> list[Line]:
    """The lines from top to bottom; pieces on one baseline are joined."""
    return [merged(row) for row in _grouped(parts)]


def _grouped(parts: Sequence[Part]) -> list[list[Line]]:
    """The pieces on each baseline, from top to bottom."""
    rows: list[list[Line]] = []
    for line in sorted((part for part in parts if isinstance(part, Line)), key=lambda each: (-each.y, each.x0)):
        if rows and abs(rows[-1][0].y - line.y) < 0.35 * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows
