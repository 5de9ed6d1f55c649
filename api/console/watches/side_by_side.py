"""A unified diff as rows with two sides, which a person can read: equal lines beside each other, the rest folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from api.console.watches.marks import Budget, Piece, Pieces, mark, similarity, words_of
from extraction.changes.texts.diff_text import LINE_MAX_CHARS

_HEAD = re.compile(r"@@ -(\d+),(\d+) \+\d+,\d+ @@")
# Lines that share fewer words are not one line that changed.
SIMILAR = 0.35
# Larger blocks are paired line by line.
BLOCK_PAIRS_MAX = 2_500


@dataclass(frozen=True)
class Row:
    """One line on both sides. A side is None where the line is not there. `is_same` if both sides are equal."""

    old: Pieces | None
    new: Pieces | None
    is_same: bool = False


@dataclass(frozen=True)
class Fold:
    """Lines that did not change. `lines` is empty if only their number is known."""

    count: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SideBySide:
    """The parts of a text in their order: rows, and folded lines between them. `is_cut` if the diff was too long."""

    parts: tuple[tuple[Row, ...] | Fold, ...]
    is_cut: bool = False


class _Hunk(NamedTuple):
    """`start` is the number of lines before it."""

    start: int
    lines: tuple[tuple[str, str], ...]

    @property
    def before(self) -> list[str]:
        return [text for sign, text in self.lines if sign != "+"]


def read(diff: str, before: Sequence[str] | None = None) -> SideBySide:
    """The rows of a diff.

    Args:
        diff: as `extraction.changes.texts.diff_text.unified` writes it.
        before: the lines that it counts in, which are then in the folds. They are not used if they do not fit to the diff.
    """
    hunks, is_cut = _hunks(diff)
    known = before if before is not None and _fit(hunks, before) else None
    budget = Budget()
    parts: list[tuple[Row, ...] | Fold] = []
    position = 0
    for hunk in hunks:
        parts += _fold(position, hunk.start, known)
        parts.append(tuple(_rows(hunk, budget)))
        position = hunk.start + len(hunk.before)
    if known is not None and hunks and not is_cut:
        parts += _fold(position, len(known), known)
    return SideBySide(tuple(parts), is_cut)


def _hunks(diff: str) -> tuple[list[_Hunk], bool]:
    """The hunks of a diff, and whether it was cut."""
    found: list[tuple[int, list[tuple[str, str]]]] = []
    for line in diff.split("\n"):
        if head := _HEAD.match(line):
            found.append((int(head[1]) - bool(int(head[2])), []))
        elif found and line[:1] in (" ", "-", "+"):
            found[-1][1].append((line[0], line[1:]))
        elif line:
            return [_Hunk(start, tuple(lines)) for start, lines in found], True
    return [_Hunk(start, tuple(lines)) for start, lines in found], False


def _fit(hunks: Sequence[_Hunk], before: Sequence[str]) -> bool:
    """Whether the diff was made from these lines. Parts that change at every visit may make another text of them."""
    return all(
        len(before) >= hunk.start + len(hunk.before)
        and all(
            text in (line, line[:LINE_MAX_CHARS] + "…")
            for text, line in zip(hunk.before, before[hunk.start :], strict=False)
        )
        for hunk in hunks
    )


def _fold(start: int, end: int, known: Sequence[str] | None) -> list[Fold]:
    if start >= end:
        return []
    return [Fold(end - start, () if known is None else tuple(known[start:end]))]


def _rows(hunk: _Hunk, budget: Budget) -> Iterator[Row]:
    removed: list[str] = []
    added: list[str] = []
    for sign, text in hunk.lines:
        if sign == " ":
            yield from _block(removed, added, budget)
            removed, added = [], []
            yield Row((Piece(text),), (Piece(text),), is_same=True)
        else:
            (removed if sign == "-" else added).append(text)
    yield from _block(removed, added, budget)


def _block(removed: Sequence[str], added: Sequence[str], budget: Budget) -> Iterator[Row]:
    """Removed and added lines of one place, with those beside each other that are one line that changed."""
    old = new = 0
    for old_end, new_end in [*_pairs(removed, added), (len(removed), len(added))]:
        yield from _unlike(removed[old:old_end], added[new:new_end])
        if old_end < len(removed) and new_end < len(added):
            yield Row(*mark(removed[old_end], added[new_end], budget))
        old, new = old_end + 1, new_end + 1


def _unlike(removed: Sequence[str], added: Sequence[str]) -> Iterator[Row]:
    """Lines that have nothing to do with each other. They share rows, which saves space."""
    for number in range(max(len(removed), len(added))):
        old, new = ((Piece(side[number]),) if number < len(side) else None for side in (removed, added))
        yield Row(old, new)


def _pairs(removed: Sequence[str], added: Sequence[str]) -> list[tuple[int, int]]:
    """Positions of lines that are one line that changed, in their order: those whose words fit together best."""
    old, new = [words_of(line) for line in removed], [words_of(line) for line in added]
    if len(old) * len(new) > BLOCK_PAIRS_MAX:
        both = range(min(len(old), len(new)))
        return [(number, number) for number in both if similarity(old[number], new[number]) >= SIMILAR]
    alike = [[similarity(one, other) for other in new] for one in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row in reversed(range(len(old))):
        for column in reversed(range(len(new))):
            together = alike[row][column] + best[row + 1][column + 1] if alike[row][column] >= SIMILAR else 0.0
            best[row][column] = max(together, best[row + 1][column], best[row][column + 1])
    return _followed(alike, best)


def _followed(alike: Sequence[Sequence[float]], best: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The pairs of the best sum."""
    found = []
    row = column = 0
    while row < len(alike) and column < len(alike[0]):
        if alike[row][column] >= SIMILAR and best[row][column] == alike[row][column] + best[row + 1][column + 1]:
            found.append((row, column))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return found
