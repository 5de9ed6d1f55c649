"""The text of Markdown, for the search index and for the snippets of its results."""

from __future__ import annotations

import re

# Of one page, in characters: enough for its words in the index.
TEXT_MAX_CHARS = 40_000
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)")
# With the end of the line before. A pattern that begins with a literal is found faster.
_LINE_SIGNS = re.compile(
    r"\n(?:(?:[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+)+|[ \t]*(?:```\w*|~~~\w*|[-*_=|: \t]{3,})(?=\n|\Z))"
)
_SIGNS = ("**", "__", "`")
# Borders of table cells, without escaped ones, which are text.
_CELL = re.compile(r"\|(?<!\\\|)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$&])")


def of_markdown(markdown: str) -> str:
    """The visible text of Markdown as one line, up to `TEXT_MAX_CHARS`: no signs of Markdown, no URLs of links."""
    text = markdown[: 2 * TEXT_MAX_CHARS]
    if "](" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _LINE_SIGNS.sub("\n", "\n" + text)
    for sign in _SIGNS:
        text = text.replace(sign, "")
    if "|" in text:
        text = _CELL.sub("", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return " ".join(text.split())[:TEXT_MAX_CHARS]
