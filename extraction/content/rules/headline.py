"""The page's headline: it belongs to the content even if the model did not choose it."""

from __future__ import annotations

from extraction.content.blocks import Block
from extraction.content.rules.headings import heading_container, tag_of
from extraction.content.rules.landmarks import is_boilerplate, words_of

# Up to this many words above the headline are left out, for example a breadcrumb. Links alone are always left out.
_KICKER_WORDS_MAX = 25
# A lower heading is the headline if it has this share of the title's words, and no `h1` is.
_LOWER_HEADINGS = frozenset(("h2", "h3"))
_LOWER_SHARE_MIN = 0.8
_LOWER_WORDS_MIN = 2
# The only `h1` of a page. Shorter ones can be the name of the site.
_ONLY_WORDS_MIN, _ONLY_WORDS_MAX = 3, 30


def with_headline(blocks: list[Block], retained: list[Block], title: str) -> list[Block]:
    """The retained blocks with the page's headline, even if the model did not choose it, and without a few words above it.

    The headline is an `h1` whose words are all in the title. If there is no such `h1`, for example because it names the site, it
    is an `h2` or `h3` with the words of the title. If there is none either, it is an `h1` before the retained blocks in the
    same container, or the only `h1` before them.
    """
    index = _headline_index(blocks, retained, title)
    if index is None:
        return retained
    parts = _parts(blocks, index)
    above, inside = set(map(id, blocks[:index])), set(map(id, parts))
    before = [block for block in retained if id(block) in above and block.link_words < len(block.words)]
    after = [block for block in retained if id(block) not in above and id(block) not in inside]
    if words_of(before) <= _KICKER_WORDS_MAX:
        before = []
    return [*before, *parts, *after]


def _parts(blocks: list[Block], index: int) -> list[Block]:
    """The blocks of the heading that begins at this position. Most headings are one block."""
    container = heading_container(blocks[index])
    end = index + 1
    while end < len(blocks) and heading_container(blocks[end]) is container:
        end += 1
    return [block for block in blocks[index:end] if block.container.tag != "button" or block is blocks[index]]


def _headline_index(blocks: list[Block], retained: list[Block], title: str) -> int | None:
    title_words = set(title.casefold().split())
    chosen = set(map(id, retained))
    found = [index for index, block in enumerate(blocks) if tag_of(block) == "h1" and _is_headline(block, title_words)]
    found = found or _lower_headlines(blocks, title_words)
    if found:
        return next((index for index in found if id(blocks[index]) in chosen), found[0])
    first = blocks.index(retained[0]) if retained else 0
    above = [index for index in range(first) if tag_of(blocks[index]) == "h1"]
    if above and above[-1] == first - 1 and blocks[first - 1].container.outer is retained[0].container.outer:
        return first - 1
    has_other = any(tag_of(block) == "h1" for block in retained)
    return above[0] if _is_only(blocks, above) and not has_other else None


def _is_only(blocks: list[Block], above: list[int]) -> bool:
    """Whether all these parts of main headings are one heading with some words, outside of boilerplate."""
    if not above or len({heading_container(blocks[index]) for index in above}) > 1:
        return False
    words = sum(len(blocks[index].words) for index in above)
    return not is_boilerplate(blocks[above[0]]) and _ONLY_WORDS_MIN <= words <= _ONLY_WORDS_MAX


def _lower_headlines(blocks: list[Block], title_words: set[str]) -> list[int]:
    if len(title_words) < _LOWER_WORDS_MIN:
        return []
    return [
        index for index, block in enumerate(blocks)
        if tag_of(block) in _LOWER_HEADINGS and not is_boilerplate(block) and _has_most_words(block, title_words)
    ]  # fmt: skip


def _has_most_words(block: Block, title_words: set[str]) -> bool:
    words = set(block.text.casefold().split())
    return words <= title_words and len(words) >= _LOWER_SHARE_MIN * len(title_words)


def _is_headline(block: Block, title_words: set[str]) -> bool:
    """Whether the words are all in the title. Inside navigation and other boilerplate, they must also be half of the title."""
    words = set(block.text.casefold().split())
    return words <= title_words and (not is_boilerplate(block) or 2 * len(words) >= len(title_words))
