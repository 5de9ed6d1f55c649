"""Headings go with their text: a heading directly above retained text stays, and one whose text was not kept goes."""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block, Container, is_within
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.landmarks import is_boilerplate

_ADDED_WORDS_MAX = 20
_EMPTY_WORDS_MAX = 14
_SECTION_WORDS_MIN, _SECTION_SHARE_MIN, _SECTION_GAP_MAX = 40, 0.8, 15
# A heading may contain other elements, as in `<h2><button>Text</button></h2>`. More words are a part of the page.
_DEPTH_MAX, _WORDS_MAX = 2, 40


def heading_container(block: Block) -> Container | None:
    """The container of the heading that the block is the text of, or a part of it. None for other blocks."""
    own = block.container
    if own.heading is False:
        own.heading = own.tag in HEADING_LEVELS or _heading_around(own)
    return own if own.heading is True else own.heading or None


def _heading_around(own: Container) -> Container | None:
    container = own.outer
    for _ in range(_DEPTH_MAX):
        if container is None or container.words > _WORDS_MAX:
            return None
        if container.tag in HEADING_LEVELS:
            return container
        container = container.outer
    return None


def tag_of(block: Block) -> str:
    """The tag of the heading that the block is the text of; otherwise that of its container."""
    container = heading_container(block)
    return block.container.tag if container is None else container.tag


def with_headings(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks with each heading that is directly above one of them and in the same part of the page.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    chosen = set(map(id, retained))
    count = len(chosen)
    for after, block in pairwise(reversed(blocks)):
        if (
            id(after) in chosen
            and (container := heading_container(block)) is not None
            and _is_heading_of(block, container, after)
        ):
            chosen.add(id(block))
    return retained if len(chosen) == count else [block for block in blocks if id(block) in chosen]


def _is_heading_of(heading: Block, container: Container, after: Block) -> bool:
    return (
        len(heading.words) <= _ADDED_WORDS_MAX
        and (
            is_within(after.container, container)
            or HEADING_LEVELS.get(tag_of(after), 9) > HEADING_LEVELS[container.tag]
        )
        and not is_boilerplate(heading)
        and is_within(after.container, container.outer)
    )


def with_section_headings(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks with the headings of kept sections, even if words directly below them, such as a price, were not.

    The section of a heading ends before the next heading of at least its rank. Only headings that are written like a kept one
    return, because others head a table of contents or a teaser.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    chosen = set(map(id, retained))
    found = [
        (index, container) for index, block in enumerate(blocks) if (container := heading_container(block)) is not None
    ]
    styles = {_style(container) for index, container in found if id(blocks[index]) in chosen}
    added: set[int] = set()
    for number, (index, container) in enumerate(found):
        if id(blocks[index]) in chosen or _style(container) not in styles or not _is_short(blocks[index]):
            continue
        ends = (found[after][0] for after in range(number + 1, len(found)) if found[after][1].tag <= container.tag)
        if _is_retained(blocks[index + 1 : next(ends, len(blocks))], chosen):
            added.add(index)
    return [block for index, block in enumerate(blocks) if id(block) in chosen or index in added] if added else retained


def _is_retained(section: list[Block], chosen: set[int]) -> bool:
    """Whether most words of a section were kept, and nearly the first ones."""
    words = inside = 0
    for block in section:
        words += len(block.words)
        if id(block) in chosen:
            inside += len(block.words)
        elif not inside and words > _SECTION_GAP_MAX:
            return False
    return inside >= _SECTION_WORDS_MIN and inside >= _SECTION_SHARE_MIN * words


def _style(container: Container) -> object:
    """How a heading is written: equal for headings whose tags and classes, and those of the containers around them, are equal."""
    return container.signature, container.outer and container.outer.signature


def _is_short(heading: Block) -> bool:
    return len(heading.words) <= _ADDED_WORDS_MAX and not is_boilerplate(heading)


def without_empty_headings(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """Leaves out headings whose text was not kept.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    following = {id(block): after for block, after in pairwise(blocks)}
    chosen = set(map(id, retained))
    found: list[Block] = []
    for block in reversed(retained):
        after = following.get(id(block))
        if after is not None and id(after) not in chosen and _is_empty_heading(block, found[-1:]):
            chosen.discard(id(block))
        else:
            found.append(block)
    return found[::-1]


def _is_empty_heading(block: Block, retained_after: list[Block]) -> bool:
    """Whether the block is a subheading, and the page ends or a heading of at least its rank comes next."""
    level = HEADING_LEVELS.get(tag_of(block), 0)
    if level < 2 or len(block.words) > _EMPTY_WORDS_MAX:
        return False
    return all(HEADING_LEVELS.get(tag_of(after), 9) <= level for after in retained_after)
