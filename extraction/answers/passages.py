"""Cuts passages out of long lines of a text."""

from __future__ import annotations

import re

from extraction.answers.occurrences import folded

PASSAGE_MAX_CHARS = 300
_WINDOW_CHARS = 120


def cut(text: str, most: int = PASSAGE_MAX_CHARS) -> str:
    """The beginning of a text, up to a word's end."""
    return text if len(text) <= most else text[:most].rsplit(None, 1)[0]


def around(line: str, asked: str) -> str:
    """The part of a line around a folded text. Folding may change lengths, so the position is estimated and then widened."""
    pattern = r"\s+".join(re.escape(word) for word in asked.split()[:12])
    found = re.search(rf"(?<!\w)(?:{pattern})(?!\w)", line, re.I) or re.search(pattern, line, re.I)
    start = found.start() if found else max(0, folded(line).find(asked))
    end = min(len(line), max(start + len(asked), found.end() if found else 0))
    start, end = max(0, start - _WINDOW_CHARS), min(len(line), end + _WINDOW_CHARS)
    left = start if start == 0 else line.find(" ", start) + 1 or start
    right = end if end == len(line) else line.rfind(" ", 0, end)
    return cut(line[left : right if right > left else end])
