"""Code of the guides with its parts in colour. Only classes are written; `guide.css` has the colours."""

from __future__ import annotations

from html import escape

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

PREFIX = "hl-"
_FORMATTER = HtmlFormatter(nowrap=True, classprefix=PREFIX)


def code(text: str, language: str) -> str:
    """A block of code as HTML. Text in a language that is not known, or in none, has no colours."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(text, quote=False)
    return highlight(text, lexer, _FORMATTER)
