"""Words joined to lines: pieces of text on one baseline, without wide gaps."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from extraction.document.pdf.page.font_faces import Style
from extraction.document.pdf.page.page_words import Word

# A wider gap, in font sizes, separates columns. A space has a quarter to a third; justified lines have wider ones.
GAP_MAX = 0.75
# What replaces a row of dots.
LEADER = "…"
_LEADER_MIN = 4
# The gap between the mark of a list item and its text.
_MARK_GAP_MAX = 4.0
_BULLET = re.compile(f"[{re.escape('•◦▪‣●○■□–—-*·⁃∙➢✓✔»›▸►o')}]")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|[IVX]{1,5})[.)]")
# The number of a section is not the mark of a list item, but its text can be as far away.
_SECTION = re.compile(r"(?:[A-Z\d]\d?\.){0,4}\d{1,2}\.?")


@dataclass(slots=True)
class Line:
    """Words on one baseline, from left to right, or in their order in the file if the text runs from right to left."""

    words: list[Word]
    x0: float
    x1: float
    y: float
    style: Style
    page: int = 0

    @property
    def size(self) -> float:
        return self.style.size

    @property
    def text(self) -> str:
        return "".join(
            word.text if word.glued or not number else f" {word.text}" for number, word in enumerate(self.words)
        )

    @property
    def top(self) -> float:
        return self.y + 0.75 * self.size

    @property
    def bottom(self) -> float:
        return self.y - 0.2 * self.size

    @property
    def characters(self) -> int:
        return sum(len(word.text) for word in self.words)


def line_of(words: list[Word]) -> Line:
    """One line of these words, which are ordered by their left ends."""
    words = _without_leaders(words) if any(word.text[0] == "." for word in words) else words
    letters: Counter[Style] = Counter()
    for word in words:
        letters[word.style] += len(word.text)
    style = max(letters, key=lambda each: letters[each])
    baseline = next(word.y for word in words if word.style == style)
    line = Line(words, min(word.x0 for word in words), max(word.x1 for word in words), baseline, style)
    if runs_left(words):
        line.words = sorted(words, key=lambda word: word.index)
    return line


def _without_leaders(words: list[Word]) -> list[Word]:
    """The words with `…` instead of a row of dots, as in tables of contents."""
    found: list[Word] = []
    for is_dots, group in groupby(words, key=lambda word: set(word.text) <= {".", "·", "…"}):
        same = list(group)
        if is_dots and sum(len(word.text) for word in same) >= _LEADER_MIN:
            style = (found or same)[-1].style
            same = [replace(same[0], text=LEADER, x1=same[-1].x1, glued=False, style=style)]
        found += same
    return found


def merged(lines: Sequence[Line]) -> Line:
    """One line of lines on the same baseline."""
    if len(lines) == 1:
        return lines[0]
    return line_of(sorted((word for line in lines for word in line.words), key=lambda word: (word.x0, word.index)))


def pieces(words: Iterable[Word]) -> list[Line]:
    """The lines of a page, cut at wide gaps. Their order means nothing.

    Words are read from left to right. Only the last piece at each height is looked at, so the time grows with the number of words.
    """
    ends: dict[int, list[Word]] = {}
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda each: (each.x0, each.index)):
        bucket = round(word.y / 3)
        near = [ends[key] for key in (bucket, bucket - 1, bucket + 1, bucket - 2, bucket + 2) if key in ends]
        piece = min(
            (each for each in near if _continues(each, word)), key=lambda each: abs(each[-1].y - word.y), default=None
        )
        if piece is None:
            found.append(piece := [])
        piece.append(word)
        # A raised mark does not change the height at which the line continues.
        if len(piece) == 1 or word.size >= 0.8 * piece[0].size:
            ends[bucket] = piece
        else:
            ends[round(piece[0].y / 3)] = piece
    return [line_of(piece) for piece in _without_stretched(found)]


def _without_stretched(found: list[list[Word]]) -> list[list[Word]]:
    """The pieces with those joined that only the wide spaces of justified text separate: all spaces of such a line are equal."""
    rows: dict[int, list[list[Word]]] = {}
    for piece in found:
        rows.setdefault(round(piece[0].y * 2), []).append(piece)
    return [piece for row in rows.values() for piece in (_joined_row(row) if len(row) > 1 else row)]


def _joined_row(row: list[list[Word]]) -> list[list[Word]]:
    gaps = [gap for piece in row for gap in spaces(piece)]
    cuts = [other[0].x0 - one[-1].x1 for one, other in pairwise(row)]
    size = row[0][0].size
    if (
        len(gaps) + len(cuts) > 2
        and max(*gaps, *cuts, 0.0) - min(*gaps, *cuts, 1e9) < 0.3 * size
        and max(cuts) < 3 * size
    ):
        return [[word for piece in row for word in piece]]
    found = [list(row[0])]
    for piece, cut in zip(row[1:], cuts, strict=True):
        inner = max((*spaces(found[-1]), *spaces(piece)), default=0.0)
        if cut <= 1.25 * inner and inner > 0.45 * size:
            found[-1] += piece
        else:
            found.append(list(piece))
    return found


def spaces(piece: Sequence[Word]) -> list[float]:
    """The widths of the spaces between these words."""
    return [two.x0 - one.x1 for one, two in pairwise(piece) if not two.glued]


def _continues(piece: list[Word], word: Word) -> bool:
    before = piece[-1]
    large, small = max(before.size, word.size), min(before.size, word.size)
    shift, gap = abs(piece[0].y - word.y), word.x0 - before.x1
    if min(shift, abs(before.y - word.y)) > (0.2 * large if small > 0.8 * large else 0.6 * large) or gap < -large:
        return False
    if gap <= GAP_MAX * large:
        return True
    if len(piece) > 1:
        return False
    marked = is_mark(before.text) or (before.style.bold and bool(_SECTION.fullmatch(before.text)))
    return marked and gap <= _MARK_GAP_MAX * large


def is_mark(text: str) -> bool:
    """Whether this is the mark of a list item."""
    return is_bullet(text) or bool(_NUMBER.fullmatch(text))


def is_bullet(text: str) -> bool:
    return bool(_BULLET.fullmatch(text))


def _direction(text: str) -> int:
    """The number of characters of scripts that run from right to left, minus that of all other letters."""
    return sum(1 if unicodedata.bidirectional(sign) in ("R", "AL") else -1 for sign in text if sign.isalpha())


def runs_left(words: Iterable[Word]) -> bool:
    """Whether these words run from right to left."""
    text = "".join(word.text for word in words)
    return not text.isascii() and _direction(text) > 0
