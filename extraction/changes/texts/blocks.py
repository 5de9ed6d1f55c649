"""The lines of both visits of a page; blocks of lines where a page has so many that a comparison of each would take too long."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from zlib import crc32

from extraction.changes.texts import lines, normal_form
from extraction.changes.texts.lines import Line, Piece

# A page with more lines is compared by blocks, of which there are at most about `BLOCKS_MAX`.
LINES_MAX = 12_000
BLOCKS_MAX = 4_000
# So many lines of blocks that differ are brought into their normal form.
FORMED_MAX = 10_000
# A block ends after a line that its checksum chooses, so that an added line changes one block only. It has at most this many
# times its least number of lines.
LONGEST = 4


def read(before: str, after: str) -> tuple[list[Line], list[Line], bool]:
    """The lines of two visits, and whether they are blocks of lines."""
    old, new = lines.split(before), lines.split(after)
    longer = max(len(old), len(new))
    if longer <= LINES_MAX:
        # Lines that both visits have are brought into their normal form once.
        keys: dict[str, str] = {}
        return lines.read_pieces(old, keys), lines.read_pieces(new, keys), False
    least = longer // BLOCKS_MAX + 1
    cut, new_cut = list(_cut(old, least)), list(_cut(new, least))
    common = {*cut} & {*new_cut}
    return _formed(cut, common), _formed(new_cut, common), True


def _cut(pieces: Sequence[Piece], least: int) -> Iterator[tuple[str, ...]]:
    block: list[str] = []
    for piece, _ in pieces:
        block.append(piece)
        if len(block) < least:
            continue
        # The query of an address changes more often than the rest of a line.
        steady = piece.partition("?")[0].encode("utf-8", "replace")
        if crc32(steady) % least == 0 or len(block) >= LONGEST * least:
            yield tuple(block)
            block = []
    if block:
        yield tuple(block)


def _formed(blocks: Sequence[tuple[str, ...]], common: Collection[tuple[str, ...]]) -> list[Line]:
    """Blocks as lines. What both visits have, and what is too much, is compared as the page has it."""
    found: list[Line] = []
    left = FORMED_MAX
    for block in blocks:
        raw = " ".join(" ".join(block).split())
        key = raw
        if block not in common and len(block) <= left:
            left -= len(block)
            key = " ".join(filter(None, map(normal_form.of_line, block)))
        if key:
            found.append(Line(raw, key, is_heading=False, is_item=False, is_ordered=False, is_recommended=False))
    return found
