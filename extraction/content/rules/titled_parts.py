"""Titled parts of a page, and which of them are about other entities by their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.headings import heading_container
from extraction.content.rules.stated import COUNTED

_TEXT_WORDS_MIN, _LONG_TEXT_WORDS_MIN = 12, 25
_SENTENCE_WORDS_MIN, _FIRST_EAST_ASIAN = 4, "\u2e80"
_ENDS = (".", "!", "?", "。", "！", "？")
_QUOTES = '“"«„‘「『'


def others(blocks: list[Block], retained: list[Block], branches: Mapping[int, Container | None]) -> set[int]:
    """The ids of retained blocks of parts that are not the page's own. A heading alone goes with the part below it."""
    titles = titles_of(blocks)
    found: set[int] = set()
    is_own_below = False
    for part in reversed(list(parts_of(retained, branches, titles))):
        is_alone = len(part) == 1 and is_titled(part)
        is_own = (
            is_own_below
            if is_alone
            else _is_own(part, _TEXT_WORDS_MIN if id(part[0]) in titles else _LONG_TEXT_WORDS_MIN)
        )
        if not is_own:
            found |= set(map(id, part))
        is_own_below = is_own
    return found


def titles_of(blocks: list[Block]) -> set[int]:
    """The ids of headings, and of the blocks directly below one."""
    found: set[int] = set()
    below = False
    for block in blocks:
        is_title = heading_container(block) is not None
        if is_title or below:
            found.add(id(block))
        below = is_title
    return found


def parts_of(
    retained: list[Block], branches: Mapping[int, Container | None], titles: set[int]
) -> Iterator[list[Block]]:
    """The retained blocks in parts: a part begins with a title, or in another container beside the main part."""
    part: list[Block] = []
    for block in retained:
        if part and (branches[id(block)] is not branches[id(part[0])] or _begins(block, part[-1], titles)):
            yield part
            part = []
        part.append(block)
    if part:
        yield part


def _begins(block: Block, before: Block, titles: set[int]) -> bool:
    if id(block) not in titles:
        return False
    container = heading_container(block)
    return heading_container(before) is None or (container is not None and container is not heading_container(before))


def is_titled(part: list[Block]) -> bool:
    return heading_container(part[0]) is not None


def _is_own(part: list[Block], least: int) -> bool:
    """Whether a part has a text of this many words, a dated text such as a review, or ratings."""
    if is_rated(part) or any(_is_text(block, least) for block in part):
        return True
    return any(has_moment(block.text) for block in part) and any(map(_is_sentence, part))


def is_rated(part: list[Block]) -> bool:
    return any(COUNTED.search(block.text) for block in part)


def _is_text(block: Block, least: int) -> bool:
    """Whether a block is a text of this many words, or a sentence of twice this many signs of East Asian scripts."""
    if block.text[0] in _QUOTES or 2 * block.link_words >= len(block.words):
        return False
    is_long = block.text[0] >= _FIRST_EAST_ASIAN and len(block.text) >= 2 * least and block.text.endswith(_ENDS)
    return is_long or len(block.words) >= least


def _is_sentence(block: Block) -> bool:
    return len(block.words) >= _SENTENCE_WORDS_MIN and not block.link_words and block.text.endswith(_ENDS)
