"""Passages marked in a text: where a page says what was extracted from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from contract.fields.identifier import parse_number

_WORD = re.compile(r"\w+")
# Limits of the work, because text and passages are hostile: passages that are searched for, characters of the text, words of a
# passage, and positions at which its rarest word is compared.
PASSAGES_MAX, CHARS_MAX, PASSAGE_WORDS_MAX, POSITIONS_MAX = 200, 300_000, 100, 500


@dataclass(frozen=True)
class Segment:
    """A part of the text. `names` are the fields whose passage it belongs to; empty between passages."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Marked:
    """A text in segments, in order, and the fields whose passage the text does not contain."""

    segments: tuple[Segment, ...]
    missing: tuple[str, ...]


def mark(text: str, passages: Mapping[str, str]) -> Marked:
    """The text with the first occurrence of each passage marked, by field name.

    Words are compared, so that other spaces and the marks of Markdown do not matter.
    """
    text = text[:CHARS_MAX]
    words = [(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]
    positions: dict[str, list[int]] = {}
    for number, (word, _, _) in enumerate(words):
        positions.setdefault(word, []).append(number)
    found: dict[str, tuple[int, int]] = {}
    sought = dict(list(passages.items())[:PASSAGES_MAX])
    for name, passage in sought.items():
        span = _find([word.casefold() for word in _WORD.findall(passage)], words, positions)
        if span is not None:
            found[name] = span
    return Marked(_segments(text, found), tuple(name for name in passages if name not in found))


def _find(
    passage: Sequence[str], words: Sequence[tuple[str, int, int]], positions: Mapping[str, Sequence[int]]
) -> tuple[int, int] | None:
    """(start, end) of the first position where these words follow each other."""
    if not 0 < len(passage) <= PASSAGE_WORDS_MAX:
        return None
    # The rarest word of the passage is looked up: common ones are at too many positions.
    rarest = min(range(len(passage)), key=lambda number: len(positions.get(passage[number], ())))
    for position in positions.get(passage[rarest], ())[:POSITIONS_MAX]:
        start = position - rarest
        if start >= 0 and [word for word, _, _ in words[start : start + len(passage)]] == list(passage):
            return words[start][1], words[start + len(passage) - 1][2]
    return None


def _segments(text: str, found: Mapping[str, tuple[int, int]]) -> tuple[Segment, ...]:
    borders = sorted({0, len(text), *(border for span in found.values() for border in span)})
    parts = []
    for start, end in pairwise(borders):
        names = tuple(name for name, span in found.items() if span[0] <= start and end <= span[1])
        parts.append(Segment(text[start:end], names))
    return tuple(parts)


def value_at(data: Any, name: str) -> Any:
    """The value with a dotted name such as `offers.0.price`; a backslash escapes a dot. None when there is no value."""
    value = data
    for part in re.findall(r"(?:\\.|[^.\\])+", name):
        key = re.sub(r"\\(.)", r"\1", part)
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and (position := parse_number(key, len(value) - 1)) is not None:
            value = value[position]
        else:
            return None
    return value
