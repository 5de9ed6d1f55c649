"""Which blocks state an amount of money. Many rules ask for it, and the text of a block is searched once."""

from __future__ import annotations

from extraction.content.blocks import Block
from extraction.content.rules.amounts import has_money


def is_priced(block: Block) -> bool:
    """Whether a block has an amount of money."""
    if block.is_priced is None:
        block.is_priced = has_money(block.text)
    return block.is_priced
