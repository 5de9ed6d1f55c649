"""Bullets that are drawn and not written: small circles and squares to the left of a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from extraction.document.pdf.page.drawn_rules import Box
from extraction.document.pdf.page.page_words import Word
from extraction.document.pdf.page.text_lines import runs_left

# The distance of a bullet from its text, in font sizes.
_GAP_MAX = 2.0
# More dots belong to a drawing.
_DOTS_MAX = 300
_BUCKET = 20.0


def written(words: Sequence[Word], dots: Sequence[Box]) -> list[Word]:
    """The words, and a bullet for each dot that is before the first word of a line."""
    if not 0 < len(dots) <= _DOTS_MAX:
        return list(words)
    rows: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        rows[int(word.y // _BUCKET)].append(word)
    found = (_bullet(dot, rows) for dot in dots)
    return [*words, *(bullet for bullet in found if bullet)]


def _bullet(dot: Box, rows: dict[int, list[Word]]) -> Word | None:
    left, bottom, right, top = dot
    middle, step = (bottom + top) / 2, int(bottom // _BUCKET)
    near = [
        word
        for key in (step - 1, step, step + 1)
        for word in rows.get(key, ())
        if 0 < middle - word.y < 0.8 * word.size
    ]
    before = [word for word in near if word.x1 <= left + 1 and left - word.x1 < _GAP_MAX * word.size]
    after = [word for word in near if word.x0 >= right - 1 and word.x0 - right < _GAP_MAX * word.size]
    if bool(before) is bool(after):
        return None
    # In text that runs from right to left, the bullet is to the right.
    word = min(after, key=lambda each: each.x0) if after else max(before, key=lambda each: each.x1)
    if (before and not runs_left(before)) or right - left > 0.7 * word.size:
        return None
    return Word("\u2022", left, right, word.y, word.style, word.index - 1)
