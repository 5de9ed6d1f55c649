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
    kept: list[str] = []
    fence, place = "", 0
    while place < len(lines):
        line = lines[place]
        place += 1
        found = _FENCE.match(line)
        if found and (not fence or line.strip(" >") == fence):
            fence = "" if fence else found[1]
        elif not fence and (mark := _BARE.match(line.rstrip())):
            place = _place_of_text(lines, place, mark)
            continue
        is_text = not fence and line[:1] == " " and line[1:2] not in ("", " ")
        kept.append(line[1:] if is_text else line)
    return "\n".join(kept)


def _place_of_text(lines: list[str], place: int, mark: re.Match[str]) -> int:
    """Put a bare mark in front of the first line of its item.

    Returns:
        The place of that line, or the given place if the item is empty.
    """
    quote, start = mark[1], mark[2] + mark[3] + " "
    indent = quote + " " * len(start)
    behind = place
    while behind < len(lines) and lines[behind].rstrip() in ("", quote.rstrip()):
        behind += 1
    if behind == len(lines) or not lines[behind].startswith(indent):
        return place
    lines[behind] = quote + start + lines[behind][len(indent) :].lstrip(" ")
    return behind
