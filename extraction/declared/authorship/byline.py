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
_NO_AUTHOR_MARK = re.compile(r"date|time|title|role|job|position|bio\b|image|avatar|img|photo|social|share|count|comment|description", re.I)
_MEMBER_MARK = re.compile(r"user-?name|UserName|UsersName|bigusername|poster\b", re.I)
_DATE_LINE_MAX_CHARS = 120
# Words around a date that is not the page's publication date.
_CHANGED = re.compile(
    r"updat|modif|revis|review|edited|chang|aktualisiert|bearbeitet|geändert|mis à jour|modifié|actualizad|aggiornat|atualizad|bijgewerkt|"
    r"gewijzigd|uppdater|opdater|oppdatert|zaktualiz",
    re.I,
)
_PUBLISHED = re.compile(r"publish|posted|created|veröffentlicht|erstellt|publié|publicad|pubblicat|geplaatst|gepubliceerd|publicerad|opublik", re.I)
_OTHER_DATE = re.compile(
    r"join|register|member since|since|until|expire|deadline|event|starts?\b|ends?\b|valid|copyright|©|effective|last (?:visit|seen|active)|"
    r"due|born|seit|bis\b|ab\b|depuis|desde|available|release",
    re.I,
)
_MARKED_LEVELS_MAX = 3


@dataclass(frozen=True)
class Byline:
    """What the lines around the headline show. `published` is a day or a time in ISO 8601."""

    author: str | None = None
    published: str | None = None
    changed: str | None = None


def read(headline: Tree) -> Byline:
    """The byline of a headline."""
    lines = [*head_lines.below(headline), *head_lines.above(headline)]
    author = next((name for line in lines if (name := _author(line, headline))), None)
    published = changed = None
    for line in lines:
        for date, is_change in _dates(line):
            if is_change:
                changed = changed or date
            else:
                published = published or date
    return Byline(author, published, changed)


def _author(line: Line, headline: Tree) -> str | None:
    if len(line.text) > head_lines.LINE_MAX_CHARS:
        return None
    return _after_by(line) or _marked(line, headline)


def _after_by(line: Line) -> str | None:
    """The name after `By` in one piece, or in the piece after one that ends in `By`."""
    for place, piece in enumerate(line.pieces):
        for part in re.split(r"\s*[|\u00b7\u2022\u2758]\s*", piece.text):
            if (name := people.after_by(part)) and _is_plausible(name):
                return name
            rest = line.pieces[place + 1 :]
            if people.begins_byline(part) and rest and len(part.split()) <= 3:
                name = people.in_text(rest[0].text)
                if name and not people.is_role(name):
                    return name
    return None


def _is_plausible(name: str) -> bool:
    return len(name) > 2


def _marked(line: Line, headline: Tree) -> str | None:
    for piece in line.pieces:
        marks = _marks(piece.element, headline)
        if not marks or not _AUTHOR_MARK.search(marks):
            continue
        own = _own_marks(piece.element)
        if _NO_AUTHOR_MARK.search(own) and not _AUTHOR_MARK.search(own):
            continue
        text = piece.text
        name = people.after_by(text) or people.in_text(text, login=_MEMBER_MARK.search(marks) is not None)
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
    if len(text) > _DATE_LINE_MAX_CHARS:
        return
    label = " ".join(_own_marks(each) for each in (line.element, *(piece.element for piece in line.pieces)))
    for element in _times(line):
        if found := dates.iso(element.get("datetime")):
            around = f"{_own_marks(element)} {text}"
            if not _OTHER_DATE.search(text):
                yield found, bool(_CHANGED.search(around)) and not _PUBLISHED.search(around)
    end = 0
    for start, stop, day in sorted(days.find(text)):
        before = text[end:start]
        if not _OTHER_DATE.search(before):
            is_change = bool(_CHANGED.search(before) or (not before.strip() and _CHANGED.search(label)))
            yield day.isoformat(), is_change and not _PUBLISHED.search(before)
        end = stop


def _times(line: Line) -> Iterator[Tree]:
    known: set[Tree] = set()
    for piece in line.pieces:
        at: Tree | None = piece.element
        while at is not None and at is not line.element.getparent():
            if at.tag == "time" and at not in known:
                known.add(at)
                yield at
            at = at.getparent()


__all__ = ["Byline", "Piece", "read"]
