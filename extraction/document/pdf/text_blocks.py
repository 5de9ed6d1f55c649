"""The parts of a text: headings, paragraphs, list items, code and tables, from the lines of each region."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from extraction.document.pdf.heading_levels import BOLD_HEADING_MAX_CHARACTERS, HEADING_MAX_CHARACTERS, Typography
from extraction.document.pdf.page.page_words import SOFT_HYPHEN
from extraction.document.pdf.page.text_lines import LEADER, Line, is_bullet, is_mark, runs_left
from extraction.document.pdf.reading_order import Region
from extraction.document.pdf.ruled_tables import Table

Kind = Literal["heading", "paragraph", "item", "code", "table", "note", "plain"]
_SENTENCE_END = re.compile(r"[.!?:;…。！？][\"'”’»)\]]*$")
_ORDINAL = re.compile(r"\(?(\w+)[.)]")


@dataclass
class Block:
    """One part of the text.

    `lines` are without the mark of a list item or footnote, which is `mark`. `breaks` are the numbers of the lines that begin a
    new line in the Markdown, too. A `plain` block has no lines; its text is `mark`.
    """

    kind: Kind
    lines: list[Line]
    page: int
    left: float = 0.0
    right: float = 0.0
    mark: str = ""
    level: int = 0
    breaks: set[int] = field(default_factory=set)
    table: Table | None = None

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def split(region: Region, page: int, typography: Typography) -> list[Block]:
    """The blocks of a region in their order."""
    for line in region.lines if isinstance(region, Table) else region:
        line.page = page
    if isinstance(region, Table):
        return [Block("table", [], page, table=region)]
    return _Splitter(region, page, typography).blocks()


class _Splitter:
    """Goes down the lines of a region, which are a single column."""

    def __init__(self, lines: list[Line], page: int, typography: Typography) -> None:
        self._lines, self._page, self._typography = lines, page, typography
        self._left = min(line.x0 for line in lines)
        # Few lines reach over the margin, such as lines of code.
        ends = sorted((line.x1 for line in lines if not line.style.mono or typography.mono), reverse=True)
        self._right = ends[len(ends) // 12] if ends else max(line.x1 for line in lines)
        self._found: list[Block] = []
        self._rights = self._right_ends()

    def _right_ends(self) -> dict[int, float]:
        """How far right each line could go. Indented lines below each other have their own end."""
        found: dict[int, float] = {}
        for _, group in groupby(self._lines, key=lambda line: round((line.x0 - self._left) / 2)):
            lines = list(group)
            indented = len(lines) > 2 and lines[0].x0 > self._left + 0.7 * lines[0].size
            end = max(line.x1 for line in lines) if indented else self._right
            found.update((id(line), end) for line in lines)
        return found

    def blocks(self) -> list[Block]:
        for index, line in enumerate(self._lines):
            block = self._found[-1] if self._found else None
            before = self._lines[index - 1] if index else line
            if block is None or self._begins(block, before, line):
                self._found.append(self._begun(line))
                continue
            if block.kind == "paragraph" and self._breaks(before, line):
                block.breaks.add(len(block.lines))
            block.lines.append(line)
        for block in self._found:
            self._judge(block)
        return self._found

    def _begun(self, line: Line) -> Block:
        """A new block that begins with this line."""
        block = Block("paragraph", [line], self._page, self._left, self._right)
        if self._typography.is_code(line):
            block.kind = "code"
        elif is_raised(line, 0) and len(line.words) > 1:
            block.kind, block.mark, block.lines = "note", line.words[0].text, [_without_mark(line)]
        elif self._is_item(line):
            block.kind, block.mark, block.lines = "item", line.words[0].text, [_without_mark(line)]
            block.left = _start(line)
        return block

    def _is_item(self, line: Line) -> bool:
        return (
            len(line.words) > 1
            and is_mark(line.words[0].text)
            and not line.words[1].glued
            and not self._typography.is_large(line)
            and (is_bullet(line.words[0].text) or not self._typography.is_bold_title(line))
        )

    def _begins(self, block: Block, before: Line, line: Line) -> bool:
        """Whether the line begins a new block."""
        typography, distance = self._typography, before.y - line.y
        if (block.kind == "code") is not typography.is_code(line):
            return True
        if block.kind == "code":
            return distance > 3.5 * typography.leading(line.size)
        if _is_contents_entry(before):
            return True
        if abs(before.size - line.size) > 0.07 * before.size or is_raised(line, 0):
            return True
        if distance > 1.22 * max(typography.leading(line.size), 1.0) or distance > 2.5 * line.size:
            return not (typography.is_large(line) and distance < 1.6 * line.size)
        # Bold words that continue in the next line are part of a sentence.
        ends_bold = before.words[-1].style.bold and line.words[0].style.bold
        if typography.is_bold_title(before) is not typography.is_bold_title(line) and not ends_bold:
            return typography.is_bold_title(line) or self._is_short_title(block)
        if self._is_item(line) and self._is_next_item(block, before, line):
            return True
        if block.kind == "item":
            return _start(line) < block.left - 3
        return self._is_new_paragraph(before, line)

    def _is_short_title(self, block: Block) -> bool:
        if not all(map(self._typography.is_bold_title, block.lines)):
            return False
        return sum(line.characters for line in block.lines) <= BOLD_HEADING_MAX_CHARACTERS and len(block.lines) <= 3

    def _is_next_item(self, block: Block, before: Line, line: Line) -> bool:
        mark = line.words[0].text
        if is_bullet(mark) and mark not in "-–—*o":
            return True
        if block.kind == "item" and is_bullet(mark) == is_bullet(block.mark) and abs(_start(line) - block.left) < 3:
            return is_bullet(mark) or _follows(block.mark, mark)
        return self._ends_early(before, line) or (_is_first(mark) and line.x0 > self._left + 3)

    def _is_new_paragraph(self, before: Line, line: Line) -> bool:
        if self._is_centred(before, line):
            return False
        if abs(line.x0 - before.x0) < 1 and self._rights[id(before)] < self._right:
            return self._ends_early(before, line) and ends_sentence(before.text)
        indent = (self._right - line.x1) if runs_left(line.words) else line.x0 - self._left
        indent_before = (self._right - before.x1) if runs_left(line.words) else before.x0 - self._left
        if 0.7 * line.size < indent < 5 * line.size:
            end = self._ends_early(before, line)
            return end or (indent_before < 0.3 * line.size and ends_sentence(before.text))
        return self._ends_early(before, line) and ends_sentence(before.text)

    def _ends_early(self, before: Line, line: Line) -> bool:
        """Whether the first word of the line had space at the end of the line before."""
        first = line.words[0]
        width = first.x1 - first.x0
        for word in line.words[1:]:
            if not word.glued:
                break
            width += word.x1 - word.x0
        space = before.x0 - self._left if runs_left(before.words) else self._rights[id(before)] - before.x1
        return width + 0.5 * line.size < space and not before.text.endswith(("-", SOFT_HYPHEN))

    def _breaks(self, before: Line, line: Line) -> bool:
        """Whether the line begins a new line in the Markdown, as in an address. A sentence continues with a small letter."""
        return not line.text[0].islower() and self._ends_early(before, line) and not self._is_centred(before, line)

    def _is_centred(self, before: Line, line: Line) -> bool:
        return abs(before.x0 - line.x0) > 4 and abs(before.x0 + before.x1 - line.x0 - line.x1) < 4

    def _judge(self, block: Block) -> None:
        """Make a paragraph a heading if it looks like one."""
        if (
            block.kind != "paragraph"
            or _is_contents_entry(block.lines[0])
            or not any(sign.isalpha() for sign in block.text)
        ):
            return
        count = sum(line.characters for line in block.lines)
        large = all(self._typography.is_large(line) for line in block.lines) and count <= HEADING_MAX_CHARACTERS
        bold = all(self._typography.is_bold_title(line) for line in block.lines)
        if large or (
            bold and count <= BOLD_HEADING_MAX_CHARACTERS and not block.text.rstrip().endswith((".", ",", ";"))
        ):
            block.kind = "heading"


def _start(line: Line) -> float:
    """Where the line starts: larger values are further from the margin, also in text that runs from right to left."""
    return -line.x1 if runs_left(line.words) else line.x0


def _is_contents_entry(line: Line) -> bool:
    """Whether the line is an entry of a table of contents: a title, dots and a page number."""
    return len(line.words) > 2 and line.words[-2].text == LEADER


def is_raised(line: Line, index: int) -> bool:
    """Whether this word of the line is a small raised mark, such as the number of a footnote."""
    word = line.words[index]
    return word.size < 0.85 * line.size and word.y > line.y + 0.1 * line.size and len(word.text) <= 4


def ends_sentence(text: str) -> bool:
    return bool(_SENTENCE_END.search(text))


def _without_mark(line: Line) -> Line:
    words = line.words[1:]
    words[0].glued = False
    return Line(words, min(word.x0 for word in words), max(word.x1 for word in words), line.y, line.style, line.page)


def _is_first(mark: str) -> bool:
    found = _ORDINAL.fullmatch(mark)
    return found is not None and found.group(1).lower() in ("1", "a", "i")


def _follows(mark: str, following: str) -> bool:
    """Whether the second number or letter comes directly after the first."""
    one, other = _ORDINAL.fullmatch(mark), _ORDINAL.fullmatch(following)
    if not one or not other:
        return True
    before, after = one.group(1), other.group(1)
    if before.isdigit() and after.isdigit():
        return int(after) == int(before) + 1
    return not (before.isdigit() or after.isdigit())
