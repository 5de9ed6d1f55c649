"""The chapters of a recording: lines with a moment and a title, the first at zero: `00:00 Cold open`."""

from __future__ import annotations

import re

from extraction.answers.schema.names import words

CHAPTERS_MAX = 300
# Two runs of blanks without a mark between them would take quadratic time.
_LINE = re.compile(r"[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2})[\])]?\s*(?:[-–—:]\s*)?(\S.{1,150})$")
_NAMES = frozenset(
    "chapter chapters timestamp timestamps kapitel chapitre chapitres capitulo capitulos capitoli capitolo hoofdstukken"
    " rozdzialy kapitoly"
    " fejezetek luvut kapitler bolumler главы チャプター 목차 챕터 章节 الفصول".split()
)
_TITLES = frozenset(
    "title name label topic text titel titulo titre titolo tytul baslik subject heading タイトル 제목 标题".split()
)
_MOMENTS = frozenset(
    "start time timestamp timecode moment begin offset at zeit startzeit beginn debut inicio inizio tijd czas cas tid aika hora ora"
    " heure".split()
)
_SECONDS = (3600, 60, 1)


def is_asked(name: str) -> bool:
    """Whether the name of a list asks for chapters."""
    return bool(set(words(name)) & _NAMES)


def names_title(name: str) -> bool:
    """Whether a property of a chapter is its title."""
    return bool(set(words(name)) & _TITLES)


def names_moment(name: str) -> bool:
    """Whether a property of a chapter is when it starts."""
    return bool(set(words(name)) & _MOMENTS)


def read(text: str) -> list[tuple[str, str]]:
    """The moments with their titles, from the visible text of a page. Empty unless they begin at zero and grow."""
    found: list[tuple[str, str]] = []
    for line in text.split("\n"):
        chapter = _LINE.match(line.strip())
        if chapter and (
            (not found and _seconds(chapter[1]) == 0) or (found and _seconds(chapter[1]) > _seconds(found[-1][0]))
        ):
            found.append((chapter[1], chapter[2].strip()))
        elif found and len(found) < 2:
            found = []  # The position of a player, not a chapter.
        elif len(found) > 1:
            break
    return found[:CHAPTERS_MAX] if len(found) > 1 else []


def _seconds(moment: str) -> int:
    parts = [int(part) for part in moment.split(":")]
    return sum(part * unit for part, unit in zip(parts, _SECONDS[-len(parts) :], strict=True))
