"""The page's headline: it belongs to the content even if the model did not choose it."""

from __future__ import annotations

from extraction.content.blocks import Block
from extraction.content.rules.landmarks import is_boilerplate, words_of

# Up to this many words above the headline are left out, for example a breadcrumb.
_KICKER_WORDS_MAX = 25


def with_headline(blocks: list[Block], kept: list[Block], title: str, *, alone: bool) -> list[Block]:
    """The kept blocks with the page's headline, even if the model did not choose it.

    The headline is an `h1` whose words are all in the title, or an `h1` directly before the kept blocks in the same box.

    Args:
        alone: leave out a few words above the headline.
    """
    place = _headline_place(blocks, kept, title)
    if place is None:
        return kept
    above = set(map(id, blocks[:place]))
    before = [block for block in kept if id(block) in above]
    after = [block for block in kept if id(block) not in above and block is not blocks[place]]
    if alone and words_of(before) <= _KICKER_WORDS_MAX:
        before = []
    return [*before, blocks[place], *after]


def _headline_place(blocks: list[Block], kept: list[Block], title: str) -> int | None:
    title_words = set(title.casefold().split())
    chosen = set(map(id, kept))
    found = [place for place, block in enumerate(blocks) if block.box.tag == "h1" and _is_headline(block, title_words)]
    if found:
        return next((place for place in found if id(blocks[place]) in chosen), found[0])
    last = blocks.index(kept[0]) - 1 if kept else -1
    directly_before = last >= 0 and blocks[last].box.tag == "h1" and blocks[last].box.holder is kept[0].box.holder
    return last if directly_before else None


def _is_headline(block: Block, title_words: set[str]) -> bool:
    """Whether the words are all in the title. Inside navigation and other boilerplate, they must also be half of the title."""
    words = set(block.text.casefold().split())
    return words <= title_words and (not is_boilerplate(block) or 2 * len(words) >= len(title_words))
