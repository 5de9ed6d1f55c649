"""How much of a document's truth a Markdown text contains: words, order, headings, tables, other structure, running heads."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from benchmarks.pdf.truth import Block, Code, Generated, Heading, Item, Note, Paragraph, Table

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TAGS = re.compile(r"<(super|sup)[^>]*>.*?</\1>|<[^>]+>")
_NOTE_MARKS = re.compile(r"\[\^[^\]]{1,9}\]:?")
# A raised number joined to a word: every tool writes it in its own way.
_RAISED_END = re.compile(
    r"(?<=[a-z][.,])\d{1,2}$|(?<=[a-z])[\u2070-\u209f\u00b2\u00b3\u00b9]+$|[\u2070-\u209f\u00b2\u00b3\u00b9]+$"
)
_SHINGLE = 4
# This many words find the beginning of a block.
_START = 12


@dataclass(frozen=True)
class Scores:
    """Values from 0 to 1. None if the document has nothing of the kind."""

    words: float | None
    order: float | None
    headings: float | None
    tables: float | None
    structure: float | None
    clean: float | None

    @property
    def mean(self) -> float:
        values = [value for value in (getattr(self, each.name) for each in fields(self)) if value is not None]
        return sum(values) / len(values)


def score(document: Generated, markdown: str) -> Scores:
    """The scores of one tool's Markdown. Plain text is read as Markdown, too."""
    found = _Read(markdown)
    expected = [_words(_text(block)) for block in document.blocks]
    return Scores(
        words=_f1(_shingles(word for words in expected for word in words), _shingles(found.words)),
        order=_order(expected, found.words),
        headings=_f1(_headings(document.blocks), Counter(found.headings)),
        tables=_f1(
            _relations([block.rows for block in document.blocks if isinstance(block, Table)]), _relations(found.tables)
        ),
        structure=_f1(_structure(document.blocks), Counter(found.structure)),
        clean=_clean(document, found),
    )


class _Read:
    """The words and structure of a Markdown text."""

    def __init__(self, markdown: str) -> None:
        notes = re.findall(r"^\[\^(\w+)\]: (.*)$", markdown, re.M)
        self.structure: list[Hashable] = [("note", number, _normal(text)) for number, text in notes]
        tokens = _MARKDOWN.parse(_NOTE_MARKS.sub("", markdown))
        self.headings: list[tuple[int, str]] = []
        self.tables: list[list[list[str]]] = []
        self.words: list[str] = []
        depth = -1
        numbers: list[int | None] = []
        for index, token in enumerate(tokens):
            if token.type in ("bullet_list_open", "ordered_list_open"):
                depth += 1
                numbers.append(int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None)
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
                numbers.pop()
            elif token.type == "table_open":
                self.tables.append([])
            elif token.type == "tr_open":
                self.tables[-1].append([])
            elif token.type in ("fence", "code_block"):
                self.words += _words(token.content)
                self.structure += [("code", line.rstrip()) for line in token.content.splitlines() if line.strip()]
            elif token.type == "inline":
                self._inline(tokens[index - 1], token, depth, numbers, tokens[index - 2])

    def _inline(self, opening: Token, token: Token, depth: int, numbers: list[int | None], around: Token) -> None:
        text = "".join(
            " " if child.type in ("softbreak", "hardbreak") else child.content
            for child in token.children or ()
            if child.type != "image"
        )
        self.words += _words(text)
        if opening.type == "heading_open":
            self.headings.append((int(opening.tag[1]), _normal(text)))
        elif opening.type in ("td_open", "th_open"):
            self.tables[-1][-1].append(_normal(text))
        elif around.type == "list_item_open":
            self.structure.append(("item", depth, _normal(text)))


def _text(block: Block) -> str:
    match block:
        case Paragraph(text):
            return html.unescape(_TAGS.sub(lambda tag: " " if tag.group() == "<br>" else "", text))
        case Table(rows):
            return " ".join(cell for row in rows for cell in row)
        case Heading(_, text) | Code(text) | Note(_, text) | Item(_, text):
            return text


def _words(text: str) -> list[str]:
    words = [_RAISED_END.sub("", word) for word in text.replace("\u00ad", "").casefold().split()]
    return [unicodedata.normalize("NFKC", word) for word in words if any(map(str.isalnum, word))]


def _normal(text: str) -> str:
    return " ".join(_words(text))


def _shingles(words: Iterable[str]) -> Counter[Hashable]:
    listed = list(words)
    return Counter(tuple(listed[index : index + _SHINGLE]) for index in range(max(1, len(listed) - _SHINGLE + 1)))


def _f1(expected: Counter[Hashable], found: Counter[Hashable]) -> float | None:
    if not expected:
        return None
    return 2 * (expected & found).total() / (expected.total() + found.total())


def _order(expected: Sequence[Sequence[str]], words: Sequence[str]) -> float | None:
    """The share of neighbouring blocks that are found in this order."""
    indexes: dict[Hashable, int] = {}
    for length in (_SHINGLE, _START):
        for index in range(len(words) - length + 1):
            indexes.setdefault(tuple(words[index : index + length]), index)
    starts = [
        tuple(block[: _START if len(block) >= _START else _SHINGLE]) for block in expected if len(block) >= _SHINGLE
    ]
    # A block that begins like another one says nothing about the order.
    times = Counter(starts)
    found = [indexes.get(start) for start in starts if times[start] == 1]
    pairs = list(pairwise(found))
    if not pairs:
        return None
    return sum(one is not None and other is not None and one < other for one, other in pairs) / len(pairs)


def _headings(blocks: Iterable[Block]) -> Counter[Hashable]:
    return Counter((block.level, _normal(block.text)) for block in blocks if isinstance(block, Heading))


def _relations(tables: Iterable[Sequence[Sequence[str]]]) -> Counter[Hashable]:
    """Neighbouring cells, to the right and below: the measure of the ICDAR 2013 table competition."""
    found: Counter[Hashable] = Counter()
    for table in tables:
        rows = [[_normal(cell) for cell in row] for row in table]
        for row in rows:
            found.update(("right", one, other) for one, other in pairwise(row))
        for above, below in pairwise(rows):
            found.update(("below", one, other) for one, other in zip(above, below, strict=False))
    return found


def _structure(blocks: Iterable[Block]) -> Counter[Hashable]:
    """Items with their depth, footnotes with their number, lines of code with their indentation."""
    found: Counter[Hashable] = Counter()
    for block in blocks:
        match block:
            case Item(depth, text, _):
                found["item", depth, _normal(text)] += 1
            case Note(number, text):
                found["note", str(number), _normal(text)] += 1
            case Code(text):
                found.update(("code", line.rstrip()) for line in text.splitlines() if line.strip())
    return found


def _clean(document: Generated, found: _Read) -> float | None:
    """The share of running lines that are not in the text more often than the text itself has them."""
    if not document.furniture:
        return None
    text = f" {' '.join(found.words)} "
    expected = f" {' '.join(word for block in document.blocks for word in _words(_text(block)))} "
    repeated = [text.count(f" {_normal(line)} ") > expected.count(f" {_normal(line)} ") for line in document.furniture]
    return 1 - sum(repeated) / len(repeated)
