"""Corrects the starts of lines: marks of list items on their own line, and single blanks in front of a text."""

from __future__ import annotations

import re

_BARE = re.compile(r"((?:> ?)*)( *)([-*+]|\d{1,9}[.)])$")
_PERHAPS = re.compile(r"^[ >]*(?:[-*+]|\d{1,9}[.)]) *$|^ (?! )", re.M)
_FENCE = re.compile(r" *(?:(?:> ?|[-*+] |\d{1,9}[.)] ) *)*(```+|~~~+)")


def correct(markdown: str) -> str:
    """The text with each mark on the line of its item's text. Marks of empty items are left out. Code is unchanged."""
    if not _PERHAPS.search(markdown):
        return markdown
    lines = markdown.split("\n")
    written: list[str] = []
    fence, index = "", 0
    while index < len(lines):
        line = lines[index]
        index += 1
        found = _FENCE.match(line)
        if found and (not fence or line.strip(" >") == fence):
            fence = "" if fence else found[1]
        elif not fence and (mark := _BARE.match(line.rstrip())):
            index = _index_of_text(lines, index, mark)
            continue
        is_text = not fence and line[:1] == " " and line[1:2] not in ("", " ")
        written.append(line[1:] if is_text else line)
    return "\n".join(written)


def _index_of_text(lines: list[str], index: int, mark: re.Match[str]) -> int:
    """Put a bare mark in front of the first line of its item.

    Returns:
        The index of that line, or the given index if the item is empty.
    """
    quote, start = mark[1], mark[2] + mark[3] + " "
    indent = quote + " " * len(start)
    after = index
    while after < len(lines) and lines[after].rstrip() in ("", quote.rstrip()):
        after += 1
    if after == len(lines) or not lines[after].startswith(indent):
        return index
    lines[after] = quote + start + lines[after][len(indent) :].lstrip(" ")
    return after
