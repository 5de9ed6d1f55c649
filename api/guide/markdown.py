"""Markdown of the guides as HTML."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

PREFIX = "hl-"
_FORMATTER = HtmlFormatter(nowrap=True, classprefix=PREFIX)

# Comments mark the generated parts of a page.
_COMMENT = re.compile(r"^<!--.*?-->\n", re.M | re.S)
# Code, in which nothing is a link, and links.
_CODE_OR_LINK = re.compile(r"^```.*?^```|`[^`\n]+`(?!\])|\[((?:[^\[\]]|`[^`]*`)+)\]\(([^()\s]+)\)", re.M | re.S)
_OUTSIDE = re.compile(r"[a-z]+:|/|#")
# The address of a guide, or None for a file that is not one.
Address = Callable[[str], str | None]


@dataclass(frozen=True)
class Rendered:
    """One guide. `contents` are (id, text) of its second-level headings; `summary` is its first paragraph as text."""

    title: str
    summary: str
    html: str
    contents: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Passage:
    """The text below one heading. `id` is that of the heading; empty at the top of the guide.

    `names` are the cells of tables that have only code: names of options, settings and error codes.
    """

    id: str
    heading: str
    text: str = ""
    names: str = ""


def parser() -> MarkdownIt:
    """CommonMark with tables, without HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def render(text: str, folder: str, address: Address) -> Rendered:
    """A guide as HTML.

    Args:
        folder: the guide's folder below `docs`, from which its links start; empty for `docs` itself.
        address: the URL of a file below `docs`. A link to any other file becomes text.
    """
    markdown = parser()
    tokens = markdown.parse(_COMMENT.sub("", text))
    headings = list(_identified(tokens))
    _label_cells(tokens)
    _wrap_tables(tokens)
    for token in _inline(tokens):
        _resolve_links(token, folder, address)
    paragraph = next((each for each in _inline(tokens) if each.level == 1 and each not in headings), None)
    return Rendered(
        title=next((_text(each) for each in headings if each.meta["tag"] == "h1"), "Documentation"),
        summary=_text(paragraph) if paragraph else "",
        html=markdown.renderer.render(tokens, markdown.options, {}),
        contents=tuple((each.meta["id"], _text(each)) for each in headings if each.meta["tag"] == "h2"),
    )


def source(text: str, folder: str, address: Address) -> str:
    """A guide as Markdown, without comments. Its links are those that `address` gives; a link to any other file becomes text."""

    def linked(found: re.Match[str]) -> str:
        if found[2] is None:
            return found[0]
        target = _target(found[2], folder, address)
        return found[1] if target is None else f"[{found[1]}]({target})"

    return re.sub(r"\n{3,}", "\n\n", _CODE_OR_LINK.sub(linked, _COMMENT.sub("", text)))


def links(text: str) -> Iterator[tuple[str, str, str]]:
    """(heading, title, target) of each list entry that begins with a link, under the second-level heading above it."""
    heading, previous = "", None
    for token in parser().parse(_COMMENT.sub("", text)):
        if token.type == "inline" and previous is not None and token.children:
            if previous.type == "heading_open" and previous.tag == "h2":
                heading = _text(token)
            elif token.children[0].type == "link_open" and token.level > 1:
                yield heading, token.children[1].content, str(token.children[0].attrs["href"])
        previous = token


def title_of(text: str) -> str:
    """The title of a guide."""
    return next((each.heading for each in passages(text) if each.heading), "Documentation")


def passages(text: str) -> Iterator[Passage]:
    """The parts of a guide between its headings, as plain text, for the search."""
    tokens = parser().parse(_COMMENT.sub("", text))
    headings = list(_identified(tokens))
    current, pieces, names = Passage("", ""), list[str](), list[str]()
    for token in tokens:
        if token in headings:
            if pieces or current.heading:
                yield replace(current, text=" ".join(pieces), names=" ".join(names))
            is_title = token.meta["tag"] == "h1"
            current, pieces, names = Passage("" if is_title else token.meta["id"], _text(token)), [], []
        elif token.type == "inline":
            pieces.append(_text(token))
            if [each.type for each in token.children or ()] == ["code_inline"]:
                names.append(_text(token))
        elif token.type in ("fence", "code_block"):
            pieces.append(" ".join(token.content.split()))
    yield replace(current, text=" ".join(pieces), names=" ".join(names))


def _identified(tokens: Sequence[Token]) -> Iterator[Token]:
    """Give each heading an id that is made of its words, as other renderers of Markdown do. Yields their texts."""
    used: dict[str, int] = {}
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        name = re.sub(r"[^\w\- ]", "", _text(inline).lower()).replace(" ", "-")
        used[name] = used.get(name, 0) + 1
        opening.attrs["id"] = name if used[name] == 1 else f"{name}-{used[name] - 1}"
        inline.meta.update(id=opening.attrs["id"], tag=opening.tag)
        yield inline


def _label_cells(tokens: Sequence[Token]) -> None:
    """Give each cell of a table the title of its column. On a phone, where a row is a card, the style sheet shows it."""
    titles: list[str] = []
    column = 0
    for opening, inline in pairwise(tokens):
        if opening.type == "thead_open":
            titles = []
        elif opening.type == "th_open":
            titles.append(_text(inline))
        elif opening.type == "tr_open":
            column = 0
        elif opening.type == "td_open":
            opening.attrs["data-label"] = titles[column]
            column += 1


def _wrap_tables(tokens: list[Token]) -> None:
    """Put each table and each block of code into an element that scrolls and can be reached with the keyboard."""
    for number in range(len(tokens) - 1, -1, -1):
        token = tokens[number]
        if token.type == "table_open":
            tokens.insert(number, _html('<div class="table" tabindex="0" role="group" aria-label="Table">'))
        elif token.type == "table_close":
            tokens.insert(number + 1, _html("</div>"))
        elif token.type in ("fence", "code_block"):
            language = f' class="language-{escape(token.info)}"' if token.info else ""
            code = f'<pre tabindex="0"><code{language}>{highlighted(token.content, token.info)}</code></pre>'
            tokens[number] = _html(f'<div class="code">{code}</div>\n')


def _html(text: str) -> Token:
    return Token("html_block", "", 0, content=text)


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.type == "inline")


def _text(token: Token) -> str:
    return "".join(each.content if each.type != "softbreak" else " " for each in token.children or ())


def _resolve_links(token: Token, folder: str, address: Address) -> None:
    visible: list[Token] = []
    is_dropped = False
    for each in token.children or ():
        if each.type == "link_open":
            target = _target(str(each.attrs["href"]), folder, address)
            is_dropped = target is None
            each.attrs["href"] = target or ""
        if not (is_dropped and each.type in ("link_open", "link_close")):
            visible.append(each)
    token.children = visible


def _target(href: str, folder: str, address: Address) -> str | None:
    if _OUTSIDE.match(href):
        return href
    path, mark, fragment = href.partition("#")
    found = address(posixpath.normpath(posixpath.join(folder, path)))
    return found and found + mark + fragment


def highlighted(text: str, language: str) -> str:
    """A block of code as HTML, with its parts in colour (`guide.css`). Text in an unknown language, or in none, has no colours."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(text, quote=False)
    return highlight(text, lexer, _FORMATTER)
