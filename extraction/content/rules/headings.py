"""Headings go with their text: a heading directly above kept text stays, and one whose text was not kept goes."""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block, Box, is_within
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.landmarks import is_boilerplate

_ADDED_WORDS_MAX = 20
_EMPTY_WORDS_MAX = 14
# A heading may contain other elements, as in `<h2><button>Text</button></h2>`. More words are a part of the page.
_DEPTH_MAX, _WORDS_MAX = 3, 40


def heading_box(block: Block) -> Box | None:
    """The box of the heading that the block is the text of, or a part of it. None for other blocks."""
    box: Box | None = block.box
    for _ in range(_DEPTH_MAX):
        if box is None or box.tag in HEADING_LEVELS:
            break
        box = box.holder
    is_heading = box is not None and box.tag in HEADING_LEVELS and (box is block.box or box.words <= _WORDS_MAX)
    return box if is_heading else None


def tag_of(block: Block) -> str:
    """The tag of the heading that the block is the text of, or else of its own box."""
    box = heading_box(block)
    return block.box.tag if box is None else box.tag


def with_headings(blocks: list[Block], kept: list[Block]) -> list[Block]:
    """The kept blocks with each heading that is directly above one of them and in the same part of the page.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
    """
    chosen = set(map(id, kept))
    count = len(chosen)
    for after, block in pairwise(reversed(blocks)):
        if id(after) in chosen and (box := heading_box(block)) is not None and _is_heading_of(block, box, after):
            chosen.add(id(block))
    return kept if len(chosen) == count else [block for block in blocks if id(block) in chosen]


def _is_heading_of(heading: Block, box: Box, after: Block) -> bool:
    return (
        len(heading.words) <= _ADDED_WORDS_MAX
        and (is_within(after.box, box) or HEADING_LEVELS.get(tag_of(after), 9) > HEADING_LEVELS[box.tag])
        and not is_boilerplate(heading)
        and is_within(after.box, box.holder)
    )


def without_empty_headings(blocks: list[Block], kept: list[Block]) -> list[Block]:
    """Leaves out headings whose text was not kept.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
    """
    following = {id(block): after for block, after in pairwise(blocks)}
    chosen = set(map(id, kept))
    found: list[Block] = []
    for block in reversed(kept):
        after = following.get(id(block))
        if after is not None and id(after) not in chosen and _is_empty_heading(block, found[-1:]):
            chosen.discard(id(block))
        else:
            found.append(block)
    return found[::-1]


def _is_empty_heading(block: Block, kept_after: list[Block]) -> bool:
    """Whether the block is a subheading, and the page ends or a heading of at least its rank comes next."""
    level = HEADING_LEVELS.get(tag_of(block), 0)
    if level < 2 or len(block.words) > _EMPTY_WORDS_MAX:
        return False
    return all(HEADING_LEVELS.get(tag_of(after), 9) <= level for after in kept_after)
