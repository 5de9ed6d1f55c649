"""Escapes literal text that Markdown would read as markup, in the HTML that the writers convert."""

from __future__ import annotations

import re

# A control character that cannot occur in a tree. It marks where a backslash is inserted after the conversion. Backslashes
# of the page before it are doubled.
_MARK = "\x02"
_MARKED = re.compile(r"(\\*)\x02")
# Stands between two quotes, which the writer would otherwise join.
_APART = "\x03"
_ADJACENT_QUOTES = re.compile(r"</blockquote>\s*(?=<blockquote\b)")

# Every alternative begins with a literal character and looks back from there. The search then skips other characters quickly.
_STARS = r"\*\**(?=\S)|\*(?<=[^\s>*]\*)\**"
# Underscores inside a word are not markup. Longer runs are blanks in forms.
_UNDERSCORES = r"_(?<![^\W_]_)_{0,2}(?=[^\s_<])|_(?<=[^\s>_]_)_{0,2}(?!\w)"
# The start of a link's or image's address, of a link definition, and the line below a table's head.
_LINKS = r"\](?=\()|\[(?<=[>\s]\[)(?=[^\]\[<^][^\]\[<]{0,99}\]:)"
_TABLE_LINES = r"\|(?<=[-: ]\|)(?=\s?:?-[\s|:-]{0,200}<)"
_ELEMENTS = r"&lt;(?=[A-Za-z/!?]|<(?!a\b))|&amp;(?=#?\w+;)"
_MISTAKABLE = re.compile(rf"{_ELEMENTS}|`|!(?=<a\b)|{_STARS}|~~|{_UNDERSCORES}|{_LINKS}|{_TABLE_LINES}")
# Nothing is escaped in code, formulas, URLs and tags. A tag without attributes has nothing to escape, so it is not matched.
_TAG_OR_CODE = r"<(?:(pre|code|kbd|samp|tt)(?=[\s>])[^>]*>.*?</\1>|[^\s>]*\s[^>]*>)"
_FORMULA = r"\$\$[^$<]{1,2000}\$\$|\$(?! )[^$<]{1,500}(?<! )\$(?!\d)|\\\([^<]{1,500}?\\\)"
_PIECES = re.compile(rf"{_TAG_OR_CODE}|{_FORMULA}|https?://[^\s<]+|{_MISTAKABLE.pattern}", re.S)
_FORMULA_MARKUP = re.compile(_ELEMENTS)
_REPEATED = frozenset("*_~")


def with_marks(source: str) -> str:
    """Insert a mark wherever the Markdown needs a backslash, so that text is not read as markup."""
    if "</blockquote>" in source:
        source = _ADJACENT_QUOTES.sub(rf"\g<0><p>{_APART}</p>", source)
    return _PIECES.sub(_marked, source) if _MISTAKABLE.search(source) else source


def with_backslashes(markdown: str) -> str:
    """Replace the marks by backslashes."""
    if "\\" + _MARK in markdown:
        markdown = _MARKED.sub(r"\1\1\\", markdown)
    return markdown.replace(_MARK, "\\").replace(_APART, "")


def _marked(found: re.Match[str]) -> str:
    piece = found[0]
    first = piece[0]
    if found[1] or first == "h":
        return piece
    if first == "<":
        # URLs contain neither character, so in a tag they are in `title` or `alt`.
        if piece[1] not in "ai":
            return piece
        return piece.replace("&lt;", _MARK + "&lt;").replace("`", _MARK + "`")
    if first in "$\\":
        return _FORMULA_MARKUP.sub(_MARK + r"\g<0>", piece)
    if first in _REPEATED:
        return "".join(_MARK + sign for sign in piece)
    return _MARK + piece
