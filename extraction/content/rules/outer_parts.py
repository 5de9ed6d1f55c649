"""Parts of a page outside of its main part: side columns, shelves below the text, strips above it.

The main part is the smallest container that has the main heading and most of the retained text. On a list of entities it ends with
the list. What is outside belongs to it only if it is a text, or states how people rated it.
"""

from __future__ import annotations

from typing import NamedTuple

from extraction.content.blocks import Block, Container
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.headings import heading_container
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.own_containers import outwards
from extraction.content.rules.prices import is_priced
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


def outside(blocks: list[Block], retained: list[Block], anchor: Block, kind: str) -> set[int]:
    """The ids of retained blocks in parts outside of the main part that are about other entities.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading. A page without any has no main part.
        kind: of the page.
    """
    title = heading_container(anchor)
    if kind in _OTHER_KINDS or title is None:
        return set()
    if kind in _KINDS_OF_LISTS:
        return _below_list(blocks, retained)
    if words_of(retained) < _WORDS_MIN:
        return set()
    levels = {container: level for level, container in enumerate(outwards(anchor.container))}
    homes = {id(block): _home(block.container, levels) for block in retained}
    main = max(_main_level(retained, homes), levels[title.outer] if title.outer else 0)
    first = next(index for index, block in enumerate(retained) if homes[id(block)].level <= main)
    above, below = (
        [block for block in part if homes[id(block)].level > main] for part in (retained[:first], retained[first:])
    )
    if not above and not below:
        return set()
    branches = {key: home.branch for key, home in homes.items()}
    if kind != "product":
        return _strip(above) | others(blocks, below, branches)
    inside = [block for block in retained if homes[id(block)].level <= main]
    return _priced_parts(blocks, below, branches) if any(is_priced(block) for block in inside) else set()


class _Home(NamedTuple):
    """The level of the smallest container around the main heading that has a block, and the next container towards the block."""

    level: int
    branch: Container | None


def _home(container: Container, levels: dict[Container, int]) -> _Home:
    branch: Container | None = None
    for around in outwards(container):
        if around in levels:
            return _Home(levels[around], branch)
        branch = around
    return _Home(len(levels), branch)


def _main_level(retained: list[Block], homes: dict[int, _Home]) -> int:
    """The level of the smallest container around the main heading that has most of the retained words."""
    words: dict[int, int] = {}
    for block in retained:
        level = homes[id(block)].level
        words[level] = words.get(level, 0) + len(block.words)
    least, found = _MAIN_SHARE_MIN * words_of(retained), 0
    for level in sorted(words):
        found += words[level]
        if found >= least:
            return level
    return max(words)


def _strip(above: list[Block]) -> set[int]:
    """The ids of a few words above the main part. A day or time may be that of the text."""
    is_strip = words_of(above) <= _STRIP_WORDS_MAX and not any(has_moment(block.text) for block in above)
    return set(map(id, above)) if is_strip else set()


def _priced_parts(blocks: list[Block], below: list[Block], branches: dict[int, Container | None]) -> set[int]:
    """The ids of titled parts in containers with an amount of money, kept or not, below a product that has its own."""
    beside = set(branches.values()) - {None}
    priced = {
        container
        for block in blocks
        if is_priced(block)
        for container in outwards(block.container)
        if container in beside
    }
    return {
        id(block)
        for part in parts_of(below, branches, titles_of(blocks))
        if is_titled(part) and branches[id(part[0])] in priced and not is_rated(part)
        for block in part
    }


def _below_list(blocks: list[Block], retained: list[Block]) -> set[int]:
    """The ids of the titled parts below the list that most of the retained text is in, and of page numbers.

    A page with much text below the list has several lists.
    """
    below = retained[_last_of_list(retained) :]
    if words_of(below) > _BELOW_SHARE_MAX * words_of(retained):
        return set()
    first = next((index for index, block in enumerate(below) if heading_container(block) is not None), len(below))
    untitled = below[:first]
    found = {id(block) for block in untitled if _is_page_number(block)}
    if (
        len(untitled) > 1
        and words_of(untitled) <= _STRIP_WORDS_MAX
        and not any(has_moment(block.text) for block in untitled)
    ):
        found = set(map(id, untitled))
    return found | others(blocks, below[first:], dict.fromkeys(map(id, below)))


def _is_page_number(block: Block) -> bool:
    return len(block.text) <= _PAGE_NUMBER_DIGITS_MAX and block.text.isdigit()


def _last_of_list(retained: list[Block]) -> int:
    """The position after the last item of the list with most of the retained words. The number of blocks, if there is none."""
    words: dict[Container, int] = {}
    for block in retained:
        for container in outwards(block.container):
            words[container] = words.get(container, 0) + len(block.words)
    groups: dict[tuple[int, object], list[Container]] = {}
    for container in words:
        if container.tag in _NO_ITEMS:
            continue
        groups.setdefault(
            (id(container.outer), container.tag if container.tag in _ITEM_TAGS else container.signature), []
        ).append(container)
    least = _LIST_SHARE_MIN * words_of(retained)
    lists = [
        (total, group) for group in groups.values()
        if len(group) >= _ITEMS_MIN and (total := sum(map(words.__getitem__, group))) >= least
    ]  # fmt: skip
    if not lists:
        return len(retained)
    items = set(min(lists, key=lambda each: each[0])[1])
    for index in range(len(retained) - 1, -1, -1):
        if not items.isdisjoint(outwards(retained[index].container)):
            return index + 1
    return len(retained)
