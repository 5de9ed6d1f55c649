"""Short lines with a day: of an offer or a publication beside the main heading, of a review or a comment beside its text."""

from __future__ import annotations

from itertools import islice

from extraction.content.blocks import Block
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.own_boxes import in_order, outwards
from extraction.content.vocabulary import BOILERPLATE_LANDMARKS
from extraction.document.hidden.elements import is_hidden

# Of a review or comment, with the boxes around its line and its text.
_DETAIL_WORDS_MAX, _TEXT_WORDS_MIN, _REVIEW_WORDS_MAX, _DEPTH_MAX = 8, 4, 90, 3
# Of the lines beside a heading, and of the boxes around both.
_LINES_MAX, _LINE_WORDS_MAX, _HEAD_WORDS_MAX = 6, 14, 60
_WHOLE = frozenset(("body", "main"))


def beside_texts(blocks: list[Block], kept: list[Block], anchor: Block) -> list[Block]:
    """The kept blocks with the line that states the day, and often the writer, of a kept text in a small box: a review, a comment.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
        anchor: the main heading. The boxes around it are the page.
    """
    chosen = set(map(id, kept))
    # Most pages have no such line, so the texts are looked for last.
    lines = [
        block
        for block in blocks
        if len(block.words) <= _DETAIL_WORDS_MAX and id(block) not in chosen and has_moment(block.text)
    ]
    if not lines:
        return kept
    around = {
        box
        for block in kept
        if len(block.words) >= _TEXT_WORDS_MIN and not block.link_words
        for box in islice(outwards(block.box), _DEPTH_MAX)
        if box.words <= _REVIEW_WORDS_MAX
    }.difference(outwards(anchor.box))
    added = [
        block
        for block in lines
        if not around.isdisjoint(islice(outwards(block.box), _DEPTH_MAX)) and not is_hidden(block.box.element)
    ]
    return in_order(blocks, chosen, added) if added else kept


def beside_heading(blocks: list[Block], kept: list[Block], anchor: Block) -> list[Block]:
    """The kept blocks with short lines with a day in the box of the main heading: when a thing was offered or published.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
        anchor: the main heading.
    """
    place, chosen = blocks.index(anchor), set(map(id, kept))
    around = list(islice(outwards(anchor.box), 1, _DEPTH_MAX + 1))
    heads = {box for box in around if box.words <= _HEAD_WORDS_MAX and box.tag not in _WHOLE} or set(around[:1])
    added = [
        block
        for block in blocks[max(0, place - 1) : place + 1 + _LINES_MAX]
        if id(block) not in chosen
        and len(block.words) <= _LINE_WORDS_MAX
        and has_moment(block.text)
        and not heads.isdisjoint(outwards(block.box))
        and not block.box.landmarks & BOILERPLATE_LANDMARKS
        and not is_hidden(block.box.element)
    ]
    return in_order(blocks, chosen, added) if added else kept
