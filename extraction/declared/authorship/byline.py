"""The author and the date that a page shows next to its headline.

Only what is clearly a byline is read: a name after `By`, in an element marked as the author's or beside a date, and a date in a
short line. Names and dates in the text of the page are never read.

To add a language: its words for changed and published dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from extraction.declared.authorship import head_lines, people
from extraction.declared.authorship.head_lines import Line, Piece
from extraction.declared.text import dates, days
from extraction.document.tree import Tree

_AUTHOR_MARK = re.compile(
    r"author(?!i[sz]|ity)|by-?_?line|writt?en-?_?by|writer|contributor|posted-?_?by|publisher-?name|user-?name|creator",
    re.I,
)
_NO_AUTHOR_MARK = re.compile(
    r"date|time|title|role|job|position|bio\b|image|avatar|img|photo|social|share|count|comment|description|categor|topic|separator|"
    r"label|read",
    re.I,
)
_MEMBER_MARK = re.compile(r"users?-?name|poster\b", re.I)
_AUTHOR_URL = re.compile(r"/(?:authors?|contributors?|autor(?:en)?|auteurs?|writers?|by)/")
# Levels around a text that are searched for marks.
_MARKED_LEVELS_MAX = 3
_SEPARATOR = re.compile(r"\s*[|\u00b7\u2022\u2758]\s*")
# What may be in a line besides a name and a date.
_READING_TIME = re.compile(r"\W|\d|min(?:ute)?s?|read(?:ing)?|time", re.I)

# With more different days, the lines are those of a list of other pages.
_DAYS_MAX = 2
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATE_MARK = re.compile(r"date|time|publish|posted|meta|byline", re.I)
_DATE_LINE_MAX_CHARS = 120
# Text besides a date in a line without a label or mark.
_BESIDE_DATE_MAX_CHARS = 50
_PUBLISHED = re.compile(
    r"publish|posted|created|veröffentlicht|erstellt|publié|publicad|pubblicat|geplaatst|gepubliceerd|publicerad|opublik|опубликован",
    re.I,
)
_CHANGED = re.compile(
    r"updat|modif|revis|review(?:ed)?(?!\w*\s+by)|\bedited(?!\s+by)|\bchanged|aktualisiert|bearbeitet|geändert|mis à jour|modifié|"
    r"actualizad|aggiornat|atualizad|bijgewerkt|gewijzigd|uppdater|opdater|oppdatert|zaktualiz|обновлен",
    re.I,
)
# Words before dates of something else.
_OTHER_DATE = re.compile(
    r"join|register|found|since|until|expire|deadline|event|starts?\b|ends?\b|valid|copyright|©|effective|"
    r"last (?:visit|seen|active)|due|born|current|now|seit|bis\b|ab\b|depuis|desde|available|release",
    re.I,
)


class Byline:
    """What the lines around a headline show. Each value is read at first use. Without a headline, it is empty."""

    def __init__(self, headline: Tree | None = None) -> None:
        self._headline = headline

    @cached_property
    def author(self) -> str | None:
        lines = self._lines
        names = (_author(line, lines[index + 1 : index + 2], self._outside) for index, line in enumerate(lines))
        return next((name for name in names if name), None)

    @cached_property
    def published(self) -> str | None:
        """A day or a time in ISO 8601."""
        found = [date for line in self._lines for date in _published(line)]
        is_list = len({date[:10] for date in found}) > _DAYS_MAX
        return None if is_list else next(iter(found), None)

    @cached_property
    def _lines(self) -> list[Line]:
        if self._headline is None:
            return []
        return list(filter(_is_short, (*head_lines.below(self._headline), *head_lines.above(self._headline))))

    @cached_property
    def _outside(self) -> set[Tree]:
        return set(self._headline.iterancestors()) if self._headline is not None else set()


def _is_short(line: Line) -> bool:
    return all(len(piece.text) <= head_lines.LINE_MAX_CHARS for piece in line.pieces)


def _author(line: Line, following: list[Line], outside: set[Tree]) -> str | None:
    after = [piece.text for other in following for piece in other.pieces]
    return _after_by(line, after) or _marked(line, outside) or _beside_date(line)


def _after_by(line: Line, after: list[str]) -> str | None:
    """The name after `By` in one piece, or in the piece after one that is only `By`."""
    pieces = [part for piece in line.pieces for part in _SEPARATOR.split(piece.text)]
    for index, part in enumerate(pieces):
        rest = people.without_by(part)
        if rest.strip():
            name = people.after_by(rest, login=_has_date(line.text)) if rest != part else None
        else:  # The part is `By`, or blank.
            name = next(map(people.in_text, pieces[index + 1 :] or after), None) if part.strip() else None
        if name and len(name) > 2:
            return name
    return None


def _marked(line: Line, outside: set[Tree]) -> str | None:
    """The name in an element that is marked as the author's."""
    for piece in line.pieces:
        marks = _marks(piece, outside)
        if not _AUTHOR_MARK.search(marks) or _NO_AUTHOR_MARK.search(_own_marks(piece.element)):
            continue
        name = people.of_member(piece.text) if _MEMBER_MARK.search(marks) else people.in_text(piece.text)
        if name and not _has_date(name):
            return name
    return None


def _beside_date(line: Line) -> str | None:
    """The name of two to four words that a line begins with, if only a date and a reading time follow."""
    first, rest = line.pieces[0].text, " ".join(piece.text for piece in line.pieces[1:])
    if _has_date(first) or not _has_date(rest):
        return None
    for start, end, _ in sorted(days.find(rest), reverse=True):
        rest = rest[:start] + rest[end:]
    name = None if _READING_TIME.sub("", rest) else people.in_text(first)
    return name if name and 2 <= len(name.split()) <= 4 else None


def _has_date(text: str) -> bool:
    return _YEAR.search(text) is not None and bool(days.find(text))


def _marks(piece: Piece, outside: set[Tree]) -> str:
    """The marks of the elements around a text that do not contain the headline."""
    found: list[str] = []
    at: Tree | None = piece.element
    while at is not None and at not in outside and len(found) <= _MARKED_LEVELS_MAX:
        found.append(_own_marks(at))
        at = at.getparent()
    return " ".join(found)


def _own_marks(element: Tree) -> str:
    names = [element.get(name) or "" for name in ("class", "id", "itemprop", "rel", "data-testid")]
    if element.tag == "a" and _AUTHOR_URL.search(element.get("href") or ""):
        names.append("author")
    return " ".join(filter(None, names))[:300]


def _published(line: Line) -> Iterator[str]:
    """The dates of a line that are not those of a change or of something else, `time` elements first."""
    text = line.text
    if len(text) > _DATE_LINE_MAX_CHARS:
        return
    for element in _times(line):
        before = text[: text.find(" ".join("".join(element.itertext()).split()))]
        found = dates.iso(element.get("datetime"))
        if found and not _OTHER_DATE.search(text) and not _is_change(before, _own_marks(element)):
            yield found
    if _YEAR.search(text):
        elements = dict.fromkeys((*(piece.element for piece in line.pieces), line.element))
        yield from _in_text(text, " ".join(map(_own_marks, elements)))


def _in_text(text: str, marks: str) -> Iterator[str]:
    found = sorted(days.find(text))
    beside = len(text) - sum(end - start for start, end, _ in found)
    last = 0
    for start, end, day in found:
        before, last = text[last:start], end
        is_byline = beside <= _BESIDE_DATE_MAX_CHARS or _PUBLISHED.search(before) or _DATE_MARK.search(marks)
        if is_byline and not _OTHER_DATE.search(before) and not _is_change(before, marks):
            yield day.isoformat()


def _is_change(before: str, marks: str) -> bool:
    """Whether the last label before a date is that of a change, or the marks are if there is no label."""
    changed, published = (
        max((found.end() for found in pattern.finditer(before)), default=-1) for pattern in (_CHANGED, _PUBLISHED)
    )
    if changed != published:
        return changed > published
    return _CHANGED.search(marks) is not None and not _PUBLISHED.search(marks)


def _times(line: Line) -> list[Tree]:
    """The `time` elements around the texts of a line. The line's element can be much larger than the line."""
    found: dict[Tree, None] = {}
    for piece in line.pieces:
        at: Tree | None = piece.element
        while at is not None:
            if at.tag == "time" and at.get("datetime"):
                found[at] = None
            at = at.getparent() if at is not line.element else None
    return list(found)
