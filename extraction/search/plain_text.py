"""The text of Markdown, for the search index and for the snippets of its results."""

from __future__ import annotations

import re

# Of one page, in characters: enough for its words in the index.
TEXT_MAX_CHARS = 40_000
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)")
_LINE_SIGNS = re.compile(
    r"^(?:[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+)+|^[ \t]*(?:```\w*|~~~\w*|[-*_=|: \t]{3,})$", re.M
)
_SIGNS = re.compile(r"\*\*|__|`+|(?<!\\)\|")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$&])")
_BLANKS = re.compile(r"\s+")


def of_markdown(markdown: str) -> str:
    """The visible text of Markdown as one line, up to `TEXT_MAX_CHARS`: no signs of Markdown, no URLs of links."""
    text = markdown[: 2 * TEXT_MAX_CHARS]
    if "](" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _SIGNS.sub("", _LINE_SIGNS.sub("", text))
    return _BLANKS.sub(" ", _ESCAPE.sub(r"\1", text)).strip()[:TEXT_MAX_CHARS]
