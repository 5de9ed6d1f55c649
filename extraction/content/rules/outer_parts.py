"""Parts of a page outside of its main part: side columns, shelves below the text, strips above it.

The main part is the smallest box that has the main heading and most of the kept text. On a list of things it ends with the list.
What is outside belongs to it only if it is a text, or states how people rated the thing.
"""

from __future__ import annotations

from typing import NamedTuple

from extraction.content.blocks import Block, Box
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.amounts import has_moment, has_money
from extraction.content.rules.headings import heading_box
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.own_boxes import outwards
from extraction.content.rules.titled_parts import is_rated, is_titled, others, parts_of, titles_of

# Reference texts and threads consist of parts that are alike.
_KINDS_OF_LISTS, _OTHER_KINDS = frozenset(("listing", "collection")), frozenset(("documentation", "forum"))
_MAIN_SHARE_MIN = 0.6
# With fewer words, a wrapper of the heading alone would be the main part.
_WORDS_MIN = 20
_LIST_SHARE_MIN, _BELOW_SHARE_MAX, _ITEMS_MIN = 0.5, 0.25, 4
_STRIP_WORDS_MAX = 25
_PAGE_NUMBER_DIGITS_MAX = 3
_ITEM_TAGS = frozenset(("li", "article", "tr"))
# Paragraphs that are alike are a text.
_NO_ITEMS = frozenset(("p", "td", "th", "dd", "dt", *HEADING_LEVELS))


def outside(blocks: list[Block], kept: list[Block], anchor: Block, kind: str) -> set[int]:
    """The ids of kept blocks in parts outside of the main part that are about other things.

    Args:
        blocks: all blocks of the page.
        kept: some of them, in the same order.
        anchor: the main heading. A page without any has no main part.
        kind: of the page.
    """
    title = heading_box(anchor)
    if kind in _OTHER_KINDS or title is None:
        return set()
    if kind in _KINDS_OF_LISTS:
        return _below_list(blocks, kept)
    if words_of(kept) < _WORDS_MIN:
        return set()
    levels = {box: level for level, box in enumerate(outwards(anchor.box))}
    homes = {id(block): _home(block.box, levels) for block in kept}
    main = max(_main_level(kept, homes), levels[title.holder] if title.holder else 0)
    first = next(place for place, block in enumerate(kept) if homes[id(block)].level <= main)
    above, below = ([block for block in part if homes[id(block)].level > main] for part in (kept[:first], kept[first:]))
    if not above and not below:
        return set()
    branches = {key: home.branch for key, home in homes.items()}
    if kind != "product":
        return _strip(above) | others(blocks, below, branches)
    inside = [block for block in kept if homes[id(block)].level <= main]
    return _priced_parts(blocks, below, branches) if any(has_money(block.text) for block in inside) else set()


class _Home(NamedTuple):
    """The level of the smallest box around the main heading that has a block, and the box below it on the way to the block."""

    level: int
    branch: Box | None


def _home(box: Box, levels: dict[Box, int]) -> _Home:
    branch: Box | None = None
    for around in outwards(box):
        if around in levels:
            return _Home(levels[around], branch)
        branch = around
    return _Home(len(levels), branch)


def _main_level(kept: list[Block], homes: dict[int, _Home]) -> int:
    """The level of the smallest box around the main heading that has most of the kept words."""
    words: dict[int, int] = {}
    for block in kept:
        level = homes[id(block)].level
        words[level] = words.get(level, 0) + len(block.words)
    least, found = _MAIN_SHARE_MIN * words_of(kept), 0
    for level in sorted(words):
        found += words[level]
        if found >= least:
            return level
    return max(words)


def _strip(above: list[Block]) -> set[int]:
    """The ids of a few words above the main part. A day or time may be that of the text."""
    is_strip = words_of(above) <= _STRIP_WORDS_MAX and not any(has_moment(block.text) for block in above)
    return set(map(id, above)) if is_strip else set()


def _priced_parts(blocks: list[Block], below: list[Block], branches: dict[int, Box | None]) -> set[int]:
    """The ids of titled parts in boxes with an amount of money, kept or not, below a product that has its own."""
    beside = set(branches.values()) - {None}
    priced = {box for block in blocks if has_money(block.text) for box in outwards(block.box) if box in beside}
    return {
        id(block)
        for part in parts_of(below, branches, titles_of(blocks))
        if is_titled(part) and branches[id(part[0])] in priced and not is_rated(part)
        for block in part
    }


def _below_list(blocks: list[Block], kept: list[Block]) -> set[int]:
    """The ids of the titled parts below the list that most of the kept text is in, and of page numbers.

    A page with much text below the list has several lists.
    """
    below = kept[_last_of_list(kept) :]
    if words_of(below) > _BELOW_SHARE_MAX * words_of(kept):
        return set()
    first = next((place for place, block in enumerate(below) if heading_box(block) is not None), len(below))
    found = {id(block) for block in below[:first] if _is_page_number(block)}
    return found | others(blocks, below[first:], dict.fromkeys(map(id, below)))


def _is_page_number(block: Block) -> bool:
    return len(block.text) <= _PAGE_NUMBER_DIGITS_MAX and block.text.isdigit()


def _last_of_list(kept: list[Block]) -> int:
    """The place after the last item of the list with most of the kept words. The number of blocks, if there is none."""
    words: dict[Box, int] = {}
    for block in kept:
        for box in outwards(block.box):
            words[box] = words.get(box, 0) + len(block.words)
    groups: dict[tuple[int, object], list[Box]] = {}
    for box in words:
        if box.tag in _NO_ITEMS:
            continue
        groups.setdefault((id(box.holder), box.tag if box.tag in _ITEM_TAGS else box.signature), []).append(box)
    least = _LIST_SHARE_MIN * words_of(kept)
    lists = [
        (total, group) for group in groups.values()
        if len(group) >= _ITEMS_MIN and (total := sum(map(words.__getitem__, group))) >= least
    ]  # fmt: skip
    if not lists:
        return len(kept)
    items = set(min(lists, key=lambda each: each[0])[1])
    for place in range(len(kept) - 1, -1, -1):
        if not items.isdisjoint(outwards(kept[place].box)):
            return place + 1
    return len(kept)
