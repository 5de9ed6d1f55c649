"""The author and the date that a page shows next to its headline.

Only what is clearly a byline is read: a name after `By` or in an element marked as the author's, and a date in a short line. A name
or a date in the text of the page is never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.declared import dates, days
from extraction.declared.authorship import head_lines, people
from extraction.declared.authorship.head_lines import Line, Piece
from extraction.document.tree import Tree

_AUTHOR_MARK = re.compile(
    r"author(?!i[sz]|ity)|by-?_?line|writt?en-?_?by|writer|contributor|posted-?_?by|publisher-?name|user-?name|creator", re.I
)
_NO_AUTHOR_MARK = re.compile(r"date|time|title|role|job|position|bio\b|image|avatar|img|photo|social|share|count|comment|description|categor|topic|separator|label|read", re.I)
_MEMBER_MARK = re.compile(r"user-?name|UserName|UsersName|bigusername|poster\b", re.I)
_DATE_LINE_MAX_CHARS = 120
# Words around a date that is not the page's publication date.
_CHANGED = re.compile(
    r"updat|modif|revis|review(?:ed)?(?!\w*\s+by)|\bedited(?!\s+by)|\bchanged|aktualisiert|bearbeitet|geändert|mis à jour|modifié|actualizad|aggiornat|atualizad|bijgewerkt|"
    r"gewijzigd|uppdater|opdater|oppdatert|zaktualiz",
    re.I,
)
_PUBLISHED = re.compile(r"publish|posted|created|veröffentlicht|erstellt|publié|publicad|pubblicat|geplaatst|gepubliceerd|publicerad|opublik", re.I)
_OTHER_DATE = re.compile(
    r"join|register|found|member since|since|until|expire|deadline|event|starts?\b|ends?\b|valid|copyright|©|effective|last (?:visit|seen|active)|"
    r"due|born|current|now|seit|bis\b|ab\b|depuis|desde|available|release",
    re.I,
)
_DATE_MARK = re.compile(r"date|time|publish|posted|meta|byline", re.I)
_MARKED_LEVELS_MAX = 3
_SEPARATOR = re.compile(r"\s*[|\u00b7\u2022\u2758]\s*")
# Text besides a date in a line without a label or mark.
_BESIDE_DATE_MAX_CHARS = 50


@dataclass(frozen=True)
class Byline:
    """What the lines around the headline show. `published` is a day or a time in ISO 8601."""

    author: str | None = None
    published: str | None = None
    changed: str | None = None


def read(headline: Tree) -> Byline:
    """The byline of a headline."""
    lines = [line for line in (*head_lines.below(headline), *head_lines.above(headline)) if _is_short(line)]
    author = next((name for place in range(len(lines)) if (name := _author(lines, place, headline))), None)
    published = changed = None
    for line in lines:
        for date, is_change in _dates(line):
            if is_change:
                changed = changed or date
            else:
                published = published or date
    return Byline(author, published, changed)


def _is_short(line: Line) -> bool:
    return all(len(piece.text) <= head_lines.LINE_MAX_CHARS for piece in line.pieces)


def _author(lines: list[Line], place: int, headline: Tree) -> str | None:
    line = lines[place]
    after = lines[place + 1].pieces if place + 1 < len(lines) else ()
    return _after_by(line, after) or _marked(line, headline) or _beside_date(line)


def _after_by(line: Line, after: tuple[Piece, ...]) -> str | None:
    """The name after `By` in one piece, or in the piece after one that is only `By`."""
    pieces = [part for piece in line.pieces for part in _SEPARATOR.split(piece.text)]
    has_date = _has_date(line.text)
    for place, part in enumerate(pieces):
        name = people.after_by(part, login=has_date)
        if not name and people.ends_in_by(part):
            following = pieces[place + 1 :] or [piece.text for piece in after]
            name = people.in_text(following[0]) if following else None
        if name and len(name) > 2 and not people.is_role(name):
            return name
    return None


def _beside_date(line: Line) -> str | None:
    """The name that a line begins with if there is only a date and a reading time besides."""
    first = line.pieces[0].text
    name = people.in_text(first)
    if not name or len(line.pieces) == 1 or not 2 <= len(name.split()) <= 4 or people.is_role(name):
        return None
    rest = " ".join(piece.text for piece in line.pieces[1:])
    if not _has_date(rest) or _has_date(first):
        return None
    left = rest
    for start, end, _ in sorted(days.find(rest), reverse=True):
        left = left[:start] + left[end:]
    return name if not re.sub(r"\W|\d|min(?:ute)?s?|read(?:ing)?|time", "", left, flags=re.I) else None


def _marked(line: Line, headline: Tree) -> str | None:
    """The name in an element that is marked as the author's."""
    for piece in line.pieces:
        marks = _marks(piece.element, headline)
        if not marks or not _AUTHOR_MARK.search(marks) or _NO_AUTHOR_MARK.search(_own_marks(piece.element)):
            continue
        name = people.in_text(piece.text, login=_MEMBER_MARK.search(marks) is not None)
        if name and not people.is_role(name) and not _has_date(name):
            return name
    return None


def _has_date(text: str) -> bool:
    return next(days.find(text), None) is not None


def _marks(element: Tree, headline: Tree) -> str:
    """The marks of an element and of the ones around it that do not contain the headline."""
    found, at = [], element
    holders = set(headline.iterancestors())
    for _ in range(_MARKED_LEVELS_MAX + 1):
        if at is None or at in holders:
            break
        found.append(_own_marks(at))
        at = at.getparent()
    return " ".join(found)


def _own_marks(element: Tree) -> str:
    names = [element.get(name) or "" for name in ("class", "id", "itemprop", "rel", "data-testid")]
    if element.tag == "a" and re.search(r"/(?:authors?|contributors?|autor(?:en)?|auteurs?|writers?|by)/", element.get("href") or ""):
        names.append("author-link")
    return " ".join(name for name in names if name)[:300]


def _dates(line: Line) -> Iterator[tuple[str, bool]]:
    """The dates of a line, and whether each is that of a change."""
    text = line.text
    marks = " ".join(dict.fromkeys(_own_marks(each) for each in (line.element, *(piece.element for piece in line.pieces))))
    for element in _times(line):
        found = dates.iso(element.get("datetime"))
        if found and not _OTHER_DATE.search(text):
            yield found, _is_change(text[: text.find(" ".join("".join(element.itertext()).split()))], _own_marks(element))
    found_days = sorted(days.find(text))
    beside = len(text) - sum(end - start for start, end, _ in found_days)
    end = 0
    for start, stop, day in found_days:
        before = text[end:start]
        is_labelled = _CHANGED.search(before) or _PUBLISHED.search(before) or _DATE_MARK.search(marks)
        if not _OTHER_DATE.search(before) and (beside <= _BESIDE_DATE_MAX_CHARS or is_labelled):
            yield day.isoformat(), _is_change(before, marks)
        end = stop


def _is_change(before: str, marks: str) -> bool:
    """Whether the last label before a date is that of a change, or the marks are if there is no label."""
    changed = [found.end() for found in _CHANGED.finditer(before)]
    published = [found.end() for found in _PUBLISHED.finditer(before)]
    if changed or published:
        return max(changed, default=-1) > max(published, default=-1)
    return _CHANGED.search(marks) is not None and not _PUBLISHED.search(marks)


def _times(line: Line) -> Iterator[Tree]:
    known: set[Tree] = set()
    for piece in line.pieces:
        at: Tree | None = piece.element
        while at is not None and at is not line.element.getparent():
            if at.tag == "time" and at not in known:
                known.add(at)
                yield at
            at = at.getparent()
