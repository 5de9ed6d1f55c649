"""Writes plain text as Markdown that shows the same text."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"(?<!\\)(\\*)(<(?=[A-Za-z/!?]|$)|&(?=#?\w+;)|`|\*+(?=\S)|(?<=[^\s*])\*+|~~|\](?=\()|"
    r"(?<![^\W_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?!\w))"
)
# A backslash that Markdown would take away: before punctuation, and at the end of a line, where it is a line break.
_BACKSLASH = re.compile(r"(?<!\\)(\\+)(?=[!-/:-@\[-`{-~\n])")
_URL = re.compile(r"(https?://[^\s<]+)")
# Lists, quotes and underlined titles of plain text mean the same in Markdown.
_LINE_START = re.compile(r"^( {0,3})(#{1,6}(?=\s)|~{3,}|\[(?=[^\]\n]{1,99}\]:))", re.M)
# Marks of a text that was written as Markdown. One kind alone also occurs in plain text, such as `#` in front of comments.
_KINDS = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        r"^#{1,6} \S",
        r"^```",
        r"\[[^\[\]\n]{1,200}\]\([^()\s]+\)",
        r"\*\*[^\s*][^*\n]*\*\*",
        r"^\|.*\|\s*$",
    )
)


def escape(text: str) -> str:
    """The text with a backslash wherever Markdown would read other markup than lists, quotes and underlined titles."""
    pieces = _URL.split(text)
    pieces[::2] = [_MARKUP.sub(_escaped, _BACKSLASH.sub(r"\1\1", piece)) for piece in pieces[::2]]
    return _LINE_START.sub(r"\1\\\2", "".join(pieces))


def is_markdown(text: str) -> bool:
    """Whether the text was probably written as Markdown: it has at least two kinds of its marks."""
    return sum(bool(kind.search(text)) for kind in _KINDS) > 1


def _escaped(found: re.Match[str]) -> str:
    slashes, signs = found.groups()
    return slashes + "".join("\\" + sign for sign in signs)
