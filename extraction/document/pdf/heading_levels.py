"""The sizes of a document: of its text, of its headings, and the distances of its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from extraction.document.pdf.page.text_lines import Line

LEVELS_MAX = 6
# Larger text than this share of the body's size is a heading.
HEADING_FACTOR = 1.12
# Bold lines are headings from this share on.
BOLD_FACTOR = 0.97
HEADING_MAX_CHARACTERS = 220
BOLD_HEADING_MAX_CHARACTERS = 120
DEFAULT_LEADING = 1.2


@dataclass
class Typography:
    """`size` is that of most text. `mono` and `bold` say whether most text is so, because then it means nothing."""

    size: float = 10.0
    mono: bool = False
    bold: bool = False
    leadings: dict[float, float] = field(default_factory=dict)
    levels: dict[tuple[float, bool], int] = field(default_factory=dict)

    def leading(self, size: float) -> float:
        """The usual distance of two baselines of this size."""
        return self.leadings.get(round(size), DEFAULT_LEADING * size)

    def is_large(self, line: Line) -> bool:
        return line.size > HEADING_FACTOR * self.size

    def is_bold_title(self, line: Line) -> bool:
        """Whether all words of the line are bold, in a document whose text is not."""
        return not self.bold and line.size >= BOLD_FACTOR * self.size and all(word.style.bold for word in line.words)

    def is_code(self, line: Line) -> bool:
        return not self.mono and all(word.style.mono for word in line.words)

    def key(self, line: Line) -> tuple[float, bool]:
        """What all headings of one level share."""
        large = self.is_large(line)
        return (round(line.size, 0) if line.size >= 16 else round(line.size * 2) / 2) if large else 0.0, large


def measured(pages: Iterable[Sequence[Line]]) -> Typography:
    """The typography of a document, without its headings, which `rank` adds."""
    sizes: Counter[float] = Counter()
    mono = bold = total = 0
    distances: dict[int, Counter[float]] = {}
    for lines in pages:
        before: Line | None = None
        for line in sorted(lines, key=lambda each: (round(each.x0 / 20), -each.y)):
            count = line.characters
            sizes[round(line.size * 2) / 2] += count
            mono, bold, total = mono + count * line.style.mono, bold + count * line.style.bold, total + count
            if before and abs(before.size - line.size) < 0.3 and 0.9 * line.size < before.y - line.y < 2.2 * line.size:
                distances.setdefault(round(line.size), Counter())[round((before.y - line.y) * 2) / 2] += 1
            before = line
    if not total:
        return Typography()
    leadings = {float(size): found.most_common(1)[0][0] for size, found in distances.items()}
    return Typography(sizes.most_common(1)[0][0], mono > 0.6 * total, bold > 0.6 * total, leadings)


def rank(typography: Typography, titles: Iterable[Line]) -> None:
    """Give the headings their levels, by size; bold titles of the text's size follow."""
    keys = sorted({typography.key(line) for line in titles}, reverse=True)
    typography.levels = {key: min(level, LEVELS_MAX) for level, key in enumerate(keys, 1)}
