"""Code samples belong to the text directly above them."""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block
from extraction.content.rules.landmarks import is_boilerplate


def with_code_samples(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The kept blocks with each code sample that is directly below one of them.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
    """
    chosen = set(map(id, retained))
    count = len(chosen)
    for above, block in pairwise(blocks):
        if block.container.tag == "pre" and id(above) in chosen and not is_boilerplate(block):
            chosen.add(id(block))
    return retained if len(chosen) == count else [block for block in blocks if id(block) in chosen]
