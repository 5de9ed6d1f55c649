"""Blocks as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median, median_low

from extraction.document import plain_text
from extraction.document.pdf.flow import Flow
from extraction.document.pdf.inline import Writer, guarded
from extraction.document.pdf.page.text_lines import Line, is_bullet
from extraction.document.pdf.ruled_tables import Table
from extraction.document.pdf.text_blocks import Block

_BLANK_LINES_MAX = 2
_INDENT_MAX = 200
_ORDINAL = re.compile(r"\(?(\d+)[.)]")


def written(flow: Flow, writer: Writer) -> str:
    """The document as Markdown, its footnotes at the end."""
    parts: list[str] = []
    lists = _Lists()
    before: Block | None = None
    for block in flow.blocks:
        text = lists.item(block, writer) if block.kind == "item" else _block(block, writer)
        if block.kind != "item":
            lists = _Lists()
        elif before and before.kind == "item" and parts and text:
            parts[-1] += "\n" + text
            text = ""
        if text:
            parts.append(text)
        before = block
    return "\n\n".join([*parts, *(_note(note, writer) for note in flow.notes)])


def _note(note: Block, writer: Writer) -> str:
    """A footnote. Markdown shows none that the text does not refer to, so such a note is a paragraph."""
    name, text = writer.notes[note.page, note.mark], writer.text(note.lines)
    return f"[^{name}]: {text}" if name in writer.used else guarded(f"{note.mark} {text}")


def names(notes: Sequence[Block]) -> dict[tuple[int, str], str]:
    """The name of each footnote by its page and mark: its number, or the next free one if that is in use."""
    found: dict[tuple[int, str], str] = {}
    used: set[str] = set()
    for note in notes:
        name, free = note.mark, len(used) + 1
        while name in used or not name.isdigit():
            name, free = str(free), free + 1
        used.add(name)
        found[note.page, note.mark] = name
    return found


def _block(block: Block, writer: Writer) -> str:
    if block.kind == "heading":
        text = writer.text(block.lines, plain=True)
        return f"{'#' * block.level} {text.rstrip('#')}{chr(92) + '#' if text.endswith('#') else ''}".rstrip()
    if block.kind == "plain":
        return plain_text.escape(block.mark)
    if block.kind == "code":
        return _code(block.lines)
    if block.table:
        return _table(block.table, writer)
    return guarded(writer.text(block.lines, block.breaks))


class _Lists:
    """The open lists: where their marks are, and how far their text is indented in Markdown."""

    def __init__(self) -> None:
        self._open: list[tuple[float, int]] = []

    def item(self, block: Block, writer: Writer) -> str:
        """The item as Markdown, indented by the lists around it."""
        while self._open and block.left < self._open[-1][0] - 3:
            self._open.pop()
        if self._open and block.left <= self._open[-1][0] + 3:
            self._open.pop()
        indent = self._open[-1][1] if self._open else 0
        ordinal = _ORDINAL.fullmatch(block.mark)
        mark = f"{ordinal.group(1)}." if ordinal else "-"
        self._open.append((block.left, indent + len(mark) + 1))
        text = guarded(writer.text(block.lines, block.breaks))
        label = "" if ordinal or is_bullet(block.mark) else f"{block.mark} "
        return f"{' ' * indent}{mark} {label}{text}"


def _table(table: Table, writer: Writer) -> str:
    rows = [
        [writer.text(cell, plain=True).replace("|", "\\|").replace("\\\\|", "\\|") for cell in row]
        for row in table.rows
    ]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _code(lines: Sequence[Line]) -> str:
    """The lines in a fence, with their indentation and the spaces between their words."""
    words = [word for line in lines for word in line.words]
    width = max(1.0, median((word.x1 - word.x0) / max(1, len(word.text)) for word in words))
    left = min(word.x0 for word in words)
    distances = [one.y - other.y for one, other in pairwise(lines)]
    usual = max(1.0, median_low([each for each in distances if each > 0] or [1.0]))
    texts = [_spaced(lines[0], left, width)]
    for line, distance in zip(lines[1:], distances, strict=True):
        texts += [""] * max(0, min(_BLANK_LINES_MAX, round(distance / usual) - 1))
        texts.append(_spaced(line, left, width))
    fence = "`" * max(3, *(len(ticks) + 1 for ticks in re.findall("`+", "\n".join(texts)) or [""]))
    return "\n".join([fence, *texts, fence])


def _spaced(line: Line, left: float, width: float) -> str:
    text = ""
    for word in line.words:
        column = min(round((word.x0 - left) / width), len(text) + _INDENT_MAX)
        text += " " * max(column - len(text), 0 if word.glued or not text else 1) + word.text
    return text
