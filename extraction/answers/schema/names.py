"""Property names and labels as comparable words."""

from __future__ import annotations

import re

from extraction.document.known_texts import remembered
from extraction.document.letters import folded

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_WORD = re.compile(r"[\W_]+")
_NOTE = re.compile(r"\s*[(\[][^()\[\]]{1,60}[)\]]\s*$")
_NAME_MAX_CHARS = 200
# German umlauts that are written as two letters: `waehrung`.
_WRITTEN_OUT = re.compile(r"([aou])e")
# Words that add nothing to a property's name.
FILLERS = frozenset("the a an of my our its this field value string text str der die das le la el il de du".split())


@remembered(500_000)
def words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without accents: `datePublished` -> ("date", "published")."""
    spaced = _CAMEL.sub(" ", name[:_NAME_MAX_CHARS])
    return tuple(_NO_WORD.sub(" ", folded(spaced)).split())


@remembered(500_000)
def letters(name: str) -> str:
    """The letters and digits of a name: `full-time`, `FULL_TIME` and `Full time` are equal."""
    return "".join(filter(str.isalnum, folded(name)))


def without_note(label: str) -> str:
    """The label without a note in brackets at its end: `Price (incl. VAT)` -> `Price`."""
    return _NOTE.sub("", label) or label


@remembered(500_000)
def forms(name: str) -> tuple[str, ...]:
    """The ways to look a name up, the most exact first: as it is, without fillers, in the singular, with `ae` as `a`."""
    full = words(name)
    bare = tuple(word for word in full if word not in FILLERS) or full
    singular = (*bare[:-1], _singular(bare[-1])) if bare else bare
    found = [" ".join(one) for one in (full, bare, singular) if one]
    return tuple(dict.fromkeys((*found, *(_WRITTEN_OUT.sub(r"\1", form) for form in found))))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "hours", "os")) and len(word) > 3:
        return word[:-1]
    return word
