"""Whether a visit got the page at all: removed, moved to the home page, or a wall, an error or a form to sign in instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from extraction.changes.texts import vocabulary
from extraction.changes.texts.lines import Line, words
from extraction.changes.version import Version
from extraction.links.sites import site_of
from extraction.verdicts import bot_walls

Absence = tuple[Literal["removed", "error"], str]

_GONE = re.compile(vocabulary.GONE, re.I)
_SIGN_IN = re.compile(vocabulary.SIGN_IN, re.I)
_MAINTENANCE = re.compile(vocabulary.MAINTENANCE, re.I)
_LOGIN_PATH = re.compile(vocabulary.LOGIN_PATH, re.I)
_CONSENT_PATH = re.compile(vocabulary.CONSENT_PATH, re.I)
_HOME_PATH = re.compile(vocabulary.HOME_PATH, re.I)
# The share of lines that a page keeps if it is still the same page.
KEPT_SHARE = 0.5
# A message that the page is gone or closed is short, or at the top of a page that has little of the old one.
NOTICE_WORDS_MAX, WALL_WORDS_MAX, HEAD_CHARS = 250, 160, 400
REMOVED_STATUS = frozenset((404, 410))


def marks(version: Version) -> tuple[object, ...]:
    """What is looked at here. A visit with the marks of one that got the page got the page, too."""
    return version.markdown, version.status, version.final_url, version.title, version.blocked


def of(before: Version | None, after: Version, old: Sequence[Line], new: Sequence[Line]) -> Absence | None:
    """What the site shows in place of the page, with one sentence about it. None if the page is there.

    `old` and `new` are the lines of both versions. Signs that the page had before, too, do not count: it may be a form to sign in.
    """
    if after.status in REMOVED_STATUS:
        return "removed", f"The page returned HTTP {after.status}."
    if not 200 <= after.status < 300:
        return "error", f"The page returned HTTP {after.status}."
    size = sum(len(words(line.key)) for line in new[:500])
    text = "\n".join(line.raw for line in new[:60])[:6_000]
    wall = bot_walls.find_in_text(after.final_url, after.title or "", text, size)
    if wall is not None or after.blocked:
        return "error", f"The site returned a {_WALL_NAMES[wall or 'challenge']} instead of the page."
    if not new and (old or before is None):
        return "error", "The page has no readable text."
    kept = 0.0 if before is None else _kept(old, new)
    return _moved(before, after, kept) or _replaced(before, after, old, new, size, kept)


_WALL_NAMES = {"challenge": "bot check", "consent": "consent page", "login": "login page"}


def _moved(before: Version | None, after: Version, kept: float) -> Absence | None:
    asked, final = after.url or (before.url if before else ""), after.final_url
    if not asked or not final or (before is not None and before.final_url == final):
        return None
    path, target = _path(asked), _path(final)
    if _LOGIN_PATH.search(target) and not _LOGIN_PATH.search(path):
        return "error", "The site asks to sign in."
    if _CONSENT_PATH.search(final.partition("//")[2][:200]) and not _CONSENT_PATH.search(
        asked.partition("//")[2][:200]
    ):
        return "error", "The site returned a consent page instead of the page."
    if site_of(asked) == site_of(final) and _is_home(final) and not _is_home(asked) and kept < KEPT_SHARE:
        return "removed", "The page redirects to the home page."
    return None


def _replaced(
    before: Version | None, after: Version, old: Sequence[Line], new: Sequence[Line], size: int, kept: float
) -> Absence | None:
    """Notices in the title or at the top of a page that has little of what it had before."""
    if kept >= KEPT_SHARE:
        return None
    title = (after.title or "")[:300]
    head = "\n".join([title, *(line.raw[:300] for line in new[:8] if line.is_heading), _start(new)])
    was = "" if before is None else "\n".join([before.title or "", *(line.raw[:300] for line in old[:8]), _start(old)])
    is_short = size <= NOTICE_WORDS_MAX
    top = head if is_short else "\n".join([title, *(line.raw[:200] for line in new[:3])])
    if _says(_GONE, top, was) and (is_short or before is not None):
        return "removed", "The page says that it does not exist any more."
    if size <= WALL_WORDS_MAX and _says(_MAINTENANCE, head, was):
        return "error", "The site says that it is not available."
    if size <= WALL_WORDS_MAX and before is not None and _says(_SIGN_IN, head, was):
        return "error", "The site asks to sign in."
    return None


def _says(pattern: re.Pattern[str], text: str, was: str) -> bool:
    return pattern.search(text) is not None and pattern.search(was) is None


def _start(found: Sequence[Line]) -> str:
    return "\n".join(line.raw[:300] for line in found[:12])[:HEAD_CHARS]


def _kept(old: Sequence[Line], new: Sequence[Line]) -> float:
    """The share of the old lines that the page still has, each weighed by its length."""
    there = {line.key for line in new}
    total = sum(len(line.key) for line in old)
    return sum(len(line.key) for line in old if line.key in there) / total if total else 0.0


def _path(url: str) -> str:
    """The path and the query. A URL that cannot be parsed is a path."""
    return "/" + url.partition("://")[2].partition("/")[2].partition("#")[0]


def _is_home(url: str) -> bool:
    return _HOME_PATH.fullmatch(_path(url).partition("?")[0]) is not None
