"""Short lines with a day: of an offer or a publication beside the main heading, of a review or a comment beside its text."""

from __future__ import annotations

from itertools import islice

from extraction.content.blocks import Block
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.own_containers import in_order, outwards
from extraction.content.vocabulary import BOILERPLATE_LANDMARKS
from extraction.document.hidden.elements import is_hidden

# Of a review or comment, with the containers around its line and its text.
_DETAIL_WORDS_MAX, _TEXT_WORDS_MIN, _REVIEW_WORDS_MAX, _DEPTH_MAX = 8, 4, 90, 3
# Of the lines beside a heading, and of the containers around both.
_LINES_MAX, _LINE_WORDS_MAX, _HEAD_WORDS_MAX = 6, 14, 60
_WHOLE = frozenset(("body", "main"))


def beside_texts(blocks: list[Block], retained: list[Block], anchor: Block) -> list[Block]:
    """The retained blocks with the line of the day, and often the writer, of a retained text in a small container such as a review.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading. The containers around it are the page.
    """
    chosen = set(map(id, retained))
    # Most pages have no such line, so the texts are looked for last.
    lines = [
        block
        for block in blocks
        if len(block.words) <= _DETAIL_WORDS_MAX and id(block) not in chosen and has_moment(block.text)
    ]
    if not lines:
        return retained
    around = {
        container
        for block in retained
        if len(block.words) >= _TEXT_WORDS_MIN and not block.link_words
        for container in islice(outwards(block.container), _DEPTH_MAX)
        if container.words <= _REVIEW_WORDS_MAX
    }.difference(outwards(anchor.container))
    added = [
        block
        for block in lines
        if not around.isdisjoint(islice(outwards(block.container), _DEPTH_MAX))
        and not is_hidden(block.container.element)
    ]
    return in_order(blocks, chosen, added) if added else retained


def beside_heading(blocks: list[Block], retained: list[Block], anchor: Block) -> list[Block]:
    """The retained blocks with short lines with a day in the container of the main heading: when it was offered or published.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading.
    """
    index, chosen = blocks.index(anchor), set(map(id, retained))
    around = list(islice(outwards(anchor.container), 1, _DEPTH_MAX + 1))
    heads = {
        container for container in around if container.words <= _HEAD_WORDS_MAX and container.tag not in _WHOLE
    } or set(around[:1])
    added = [
        block
        for block in blocks[max(0, index - 1) : index + 1 + _LINES_MAX]
        if id(block) not in chosen
        and len(block.words) <= _LINE_WORDS_MAX
        and has_moment(block.text)
        and not heads.isdisjoint(outwards(block.container))
        and not block.container.landmarks & BOILERPLATE_LANDMARKS
        and not is_hidden(block.container.element)
    ]
    return in_order(blocks, chosen, added) if added else retained
