"""The position of a block: statistics of similar blocks, and distances to the page's core and to its main heading."""

from __future__ import annotations

from collections import Counter

from extraction.content.blocks import Block, Box, Outline
from extraction.content.page_shape import size

CommonBox = tuple[int, int, int]
_NONE_IN_COMMON: CommonBox = (16, 16, 0)


def similar_block_stats(blocks: list[Block]) -> dict[object, tuple[int, int, int]]:
    """For blocks in boxes with an equal signature: their number, mean length and share of links."""
    totals: dict[object, list[int]] = {}
    for block in blocks:
        sums = totals.get(block.box.signature)
        if sums is None:
            totals[block.box.signature] = sums = [0, 0, 0]
        sums[0] += 1
        sums[1] += len(block.words)
        sums[2] += block.link_words
    return {
        key: (size(count), size(words // count), 12 * links // words) for key, (count, words, links) in totals.items()
    }


def core_of(blocks: list[Block]) -> Box | None:
    """The innermost box with most of the page's running text."""
    prose = Counter[Box]()
    for block in blocks:
        unlinked = len(block.words) - block.link_words
        if unlinked >= 12:
            prose[block.box] += unlinked
    if not prose:
        return None
    within: Counter[Box] = Counter()
    for box, words in prose.items():
        above: Box | None = box
        while above is not None:
            within[above] += words
            above = above.parent
    half = 0.6 * prose.total()
    return min(
        (box for box, words in within.items() if words >= half), key=lambda box: (within[box], box.words), default=None
    )


def common_boxes(outline: Outline, landmark: Box | None) -> list[CommonBox]:
    """The innermost box around both a box and a landmark: steps from the box, steps from the landmark, share of the text."""
    found = [_NONE_IN_COMMON] * len(outline.boxes)
    if landmark is None:
        return found
    total = max(1, outline.boxes[0].words)
    chain: set[int] = set()
    above: Box | None = landmark
    while above is not None:
        found[above.place] = (0, min(15, len(chain)), 1 + 24 * above.words // total)
        chain.add(above.place)
        above = above.parent
    # Outer boxes come first, so the parent's values are already known.
    for box in outline.boxes:
        if box.words and box.place not in chain:
            steps, across, share = found[box.parent.place] if box.parent else _NONE_IN_COMMON
            found[box.place] = (min(15, steps + 1), across, share)
    return found
