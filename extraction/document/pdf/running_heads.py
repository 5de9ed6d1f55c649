"""Running heads, running feet and page numbers: lines that are repeated at the same position on other pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from extraction.document.pdf.page.text_lines import Line

# This many lines at the top and at the bottom of a page can be repeated ones.
_LINES_MAX = 4
_TIMES_MIN = 3
_HEIGHT_TOLERANCE = 3.0
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"[-–—\[(|•·\s]*(?:(?:page|seite|pagina|página|p\.|s\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|di|\|)\s*\d{1,4})?[-–—\])|•·\s]*",
    re.I,
)


def found(pages: Sequence[Sequence[Line]], body_size: float) -> set[int]:
    """The ids of the lines that are repeated. `pages` has the pieces of each page."""
    edges = [_edges(lines) for lines in pages]
    times: dict[tuple[str, int], set[int]] = defaultdict(set)
    for number, lines in enumerate(edges):
        for line in lines:
            for height in _heights(line):
                times[_key(line), height].add(number)
    repeated: set[int] = set()
    for number, lines in enumerate(edges):
        for line in lines:
            most = max(len(times[_key(line), height]) for height in _heights(line))
            if most >= _times_needed(line, body_size, len(pages)) or _is_number_of(line, number):
                repeated.add(id(line))
        heights = [line.y for line in lines if id(line) in repeated]
        # What is beside a running line is one, too: the title of a short chapter beside the page number.
        repeated.update(id(line) for line in lines if any(abs(line.y - height) < 1 for height in heights))
    return repeated


def _times_needed(line: Line, body_size: float, pages: int) -> float:
    """On how many pages a running line must be. Titles, such as `Chapter 1`, can be alike on some pages."""
    if line.size > 1.25 * body_size:
        return max(_TIMES_MIN, 0.6 * pages)
    return min(_TIMES_MIN, max(2, pages)) if "#" in _key(line) else _TIMES_MIN


def _key(line: Line) -> str:
    if _NUMBER.fullmatch(line.text):
        return "#"
    return _DIGITS.sub("#", line.text.casefold())


def _heights(line: Line) -> tuple[int, int]:
    """The two steps of height that the line is in, so that a small difference never separates two lines."""
    step = int(line.y // _HEIGHT_TOLERANCE)
    return step, step + 1


def _edges(lines: Sequence[Line]) -> list[Line]:
    """The lines near the top and the bottom of the page that are apart from its text."""
    ordered = sorted(lines, key=lambda line: -line.y)
    return [*_apart(ordered), *_apart(ordered[::-1])]


def _apart(ordered: Sequence[Line]) -> list[Line]:
    """The lines before the first wide gap. Lines on one height count once."""
    heights: list[float] = []
    for index, line in enumerate(ordered):
        if heights and abs(line.y - heights[-1]) > 1.6 * max(line.size, ordered[index - 1].size):
            return list(ordered[:index])
        if not heights or abs(line.y - heights[-1]) > 2:
            heights.append(line.y)
        if len(heights) > _LINES_MAX:
            return []
    return []


def _is_number_of(line: Line, page: int) -> bool:
    """Whether the line is the number of its page, which counts from 0 here."""
    return (
        bool(_NUMBER.fullmatch(line.text))
        and (found := _DIGITS.search(line.text)) is not None
        and int(found.group()) == page + 1
    )
