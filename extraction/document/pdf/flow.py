"""The text of all pages as one: paragraphs and tables that continue in the next column or on the next page, and footnotes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from extraction.document.pdf.heading_levels import Typography
from extraction.document.pdf.page.page_words import SOFT_HYPHEN
from extraction.document.pdf.page.text_lines import Line, is_mark
from extraction.document.pdf.text_blocks import Block, ends_sentence

# Footnotes are smaller than the text by this factor at least.
_NOTE_FACTOR = 0.93
_NOTE_MARKS = "*†‡§¶"


@dataclass
class Flow:
    """The blocks of a document in reading order, and its footnotes."""

    blocks: list[Block]
    notes: list[Block]


def joined(regions: Iterable[list[Block]], typography: Typography) -> Flow:
    """The blocks of all regions, one after the other."""
    flow = Flow([], [])
    for blocks in regions:
        text, notes = _without_notes(blocks, typography)
        flow.notes += notes
        if text and flow.blocks and _continues(flow.blocks[-1], text[0]):
            _append(flow.blocks[-1], text.pop(0))
        flow.blocks += text
    return flow


def _without_notes(blocks: list[Block], typography: Typography) -> tuple[list[Block], list[Block]]:
    """The blocks, and the footnotes at their end."""
    first = len(blocks)
    while first and (blocks[first - 1].kind == "note" or _is_small(blocks[first - 1], typography)):
        first -= 1
    while first < len(blocks) and not _make_note(blocks[first]):
        first += 1
    notes: list[Block] = []
    for block in blocks[first:]:
        if _make_note(block):
            notes.append(block)
        else:
            notes[-1].lines += block.lines
    for block in blocks[:first]:
        if block.kind == "note":
            block.kind = "paragraph"
    return blocks[:first], notes


def _is_small(block: Block, typography: Typography) -> bool:
    return block.kind in ("paragraph", "item") and block.size <= _NOTE_FACTOR * typography.size


def _make_note(block: Block) -> bool:
    """Whether the block begins with the mark of a footnote, which is then removed from its text."""
    if block.kind == "note":
        return True
    words = block.lines[0].words if block.kind == "paragraph" else []
    first = words[0].text if len(words) > 1 else ""
    if not (first and (first in _NOTE_MARKS or (first.isdigit() and len(first) < 3))):
        return False
    block.kind, block.mark = "note", first
    block.lines[0].words = words[1:]
    return True


def _continues(before: Block, block: Block) -> bool:
    """Whether the block continues with what the column or page before ended with."""
    if before.table and block.table:
        return before.page + 1 == block.page and before.table.columns == block.table.columns
    if before.kind == block.kind == "code":
        return before.page + 1 == block.page
    if (
        before.kind not in ("paragraph", "item")
        or block.kind != "paragraph"
        or abs(before.size - block.size) > 0.07 * before.size
    ):
        return False
    end, start = before.lines[-1].text, block.lines[0].text
    if ends_sentence(end) or is_mark(start.split(" ", 1)[0]):
        return False
    full = before.lines[-1].x1 > before.right - 3 * before.size and len(before.lines) > 1
    return end.endswith(("-", SOFT_HYPHEN, ",")) or start[:1].islower() or full


def _append(before: Block, block: Block) -> None:
    if before.table and block.table:
        rows = block.table.rows
        same = _texts(rows[0]) == _texts(before.table.rows[0])
        before.table.rows += rows[1:] if same else rows
        before.page = block.page
        return
    before.breaks |= {index + len(before.lines) for index in block.breaks}
    before.lines += block.lines
    before.right, before.page = block.right, block.page


def _texts(row: list[list[Line]]) -> list[list[str]]:
    return [[line.text for line in cell] for cell in row]
