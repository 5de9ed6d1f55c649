"""Splits the text of a long page into parts for a language model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from contract import limits

_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


@dataclass(frozen=True)
class Chunks:
    """The parts of a text, in order. `is_cut`: the text is longer than the parts."""

    parts: tuple[str, ...]
    is_cut: bool = False


def split(
    text: str, size: int = limits.MODEL_CHUNK_MAX_CHARS, overlap: int = limits.MODEL_CHUNK_OVERLAP_CHARS,
    most: int = limits.MODEL_CHUNKS_MAX,
) -> Chunks:  # fmt: skip
    """At most `most` parts of at most `size` characters, which begin at headings where possible.

    A section that is longer than a part is continued in the next part, below its heading and the last `overlap`
    characters of the part before.
    """
    parts: list[str] = []
    for piece in _pieces(text, size, overlap):
        if parts and len(parts[-1]) + len(piece) <= size:
            parts[-1] += piece
        elif len(parts) == most:
            return Chunks(tuple(parts), is_cut=True)
        else:
            parts.append(piece)
    return Chunks(tuple(parts))


def _pieces(text: str, size: int, overlap: int) -> Iterator[str]:
    """The sections of the text. A long section comes in several pieces."""
    borders = [0, *(found.start() for found in _HEADING.finditer(text) if found.start()), len(text)]
    for begin, end in pairwise(borders):
        section = text[begin:end]
        if len(section) <= size:
            if section.strip():
                yield section
        else:
            yield from _long_section(section, size, overlap)


def _long_section(section: str, size: int, overlap: int) -> Iterator[str]:
    first_line = section.partition("\n")[0]
    heading = f"{first_line[: size // 8]}\n\n" if _HEADING.match(section) else ""
    begin, prefix = 0, ""
    while begin < len(section):
        end = _break_before(section, begin, begin + size - len(prefix))
        yield prefix + section[begin:end]
        if end >= len(section):
            return
        prefix = heading + _tail(section, begin, end, overlap)
        begin = end


def _break_before(text: str, begin: int, end: int) -> int:
    """The last good position to cut before `end`: a paragraph, a line, a word; otherwise `end` itself."""
    if end >= len(text):
        return len(text)
    for border in ("\n\n", "\n", " "):
        position = text.rfind(border, begin + (end - begin) // 2, end)
        if position > begin:
            return position + len(border)
    return end


def _tail(text: str, begin: int, end: int, overlap: int) -> str:
    """The last characters before `end`, from the start of a line or word on."""
    start = max(begin, end - overlap)
    for border in ("\n", " "):
        position = text.find(border, start, end - 1)
        if position >= 0:
            return text[position + 1 : end]
    return text[start:end]
