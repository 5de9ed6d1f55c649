"""The main part of a small page is kept whole: a model has too few words there to judge its blocks one by one."""

from __future__ import annotations

from collections import Counter

from extraction.content.blocks import Block, Box
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.own_boxes import in_order, is_own, outwards
from extraction.content.vocabulary import BOILERPLATE_LANDMARKS
from extraction.document.hidden.elements import is_hidden

# The main part is the smallest box that has the main heading and this share of the kept words.
_SHARE_MIN = 0.6
# A larger text is judged by the model.
_BLOCK_WORDS_MAX = 40
# The same text so many times is a control.
_CONTROLS_MIN = 3
_WHOLE, _CONTROLS = frozenset(("body", "html")), frozenset(("button", "label", "legend", "summary", "option"))


def with_main_part(blocks: list[Block], kept: list[Block], anchor: Block) -> list[Block]:
    """The kept blocks with the others of the main part below the main heading, without its controls and links.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
        anchor: the main heading.
    """
    main = _main_box(kept, anchor)
    if main is None:
        return kept
    chosen, place = set(map(id, kept)), blocks.index(anchor)
    inside = [block for block in blocks[place + 1 :] if main in outwards(block.box)]
    counts = Counter(block.text for block in inside)
    added = [
        block
        for block in inside
        if id(block) not in chosen
        and len(block.words) <= _BLOCK_WORDS_MAX
        and block.link_words < len(block.words)
        and counts[block.text] < _CONTROLS_MIN
        and block.box.tag not in _CONTROLS
        and not block.box.landmarks & BOILERPLATE_LANDMARKS
        and not is_hidden(block.box.element)
        and is_own(block, anchor)
    ]
    return in_order(blocks, chosen, added) if added else kept


def _main_box(kept: list[Block], anchor: Block) -> Box | None:
    """The main part, or None if it is the whole page."""
    words = Counter[Box]()
    for block in kept:
        for box in outwards(block.box):
            words[box] += len(block.words)
    least = _SHARE_MIN * words_of(kept)
    found = next((box for box in outwards(anchor.box) if words[box] >= least), None)
    return None if found is None or found.tag in _WHOLE else found
