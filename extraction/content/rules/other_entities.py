"""Parts of a page about other entities: recommended and recently seen products, newsletters, counts of reviews by stars.

They are found by the title above them, and by their own texts. Class names say less, because shops name them in many ways.
"""

from __future__ import annotations

import re
from itertools import pairwise

from extraction.content.blocks import Block, Container, is_within
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules import main_part, outer_parts, side_parts
from extraction.content.rules.headings import tag_of
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.other_titles import is_other_title
from extraction.content.rules.prices import is_priced
from extraction.document.any_case import AnyCase

_TITLE_WORDS_MAX, _TITLE_CHARS_MAX = 9, 60
_BLOCKS_MIN, _PRICES_MIN = 3, 2
# The level of blocks that are not headings.
_NO_HEADING = len(HEADING_LEVELS) + 1
# A part with more of the retained text is the page's own.
_SHARE_MAX = 0.5
# Hostile pages have any number of titles, and parts of any length.
_TITLES_MAX, _PART_BLOCKS_MAX = 40, 600
# A longer text after a title that has no container belongs to the page.
_PROSE_WORDS_MIN, _ENTRY_WORDS_MAX = 40, 20
_STARS = AnyCase(
    r"[1-5]\s?(?:stars?|sterne?|étoiles?|estrellas?|estrelas?|stelle|stella|sterren|ster|gwiazdk\w{1,3}|зв[её]зд\w{0,3}|"
    r"yıldız|نجوم?|つ星|星|점|★|☆)\W*\d*\s?%?\W*$"
    r"|[★☆]{1,5}\W*\d*\s?%?\W*$",
)
# Several counts in one block: `5 estrelas 68% 4 estrelas 24%`.
_STARS_ROW = re.compile(r"(?:(?:[1-5]\s?(?:[^\W\d]{2,10}|[★☆])|[★☆]{1,5})\W{0,3}\d{1,3}\s?%\W{0,3}){2,5}$")
_COUNT = re.compile(r"\(?\s?\d{1,3}(?:[.,]\d{3})*\s?%?\s?\)?$")
_STARS_MIN, _STARS_MAX_CHARS, _STARS_BEGIN = 3, 200, frozenset("12345★☆")
_KINDS_OF_LISTS = frozenset(("listing", "collection"))
# A home page consists of lists under titles of any kind.
_LIST_SHARE_MAX = 0.25


def without_other_entities(
    blocks: list[Block], retained: list[Block], kind: str, *, is_small: bool = False
) -> list[Block]:
    """The retained blocks without the parts about other entities. Nothing is left out if that is most of the text.

    Args:
        blocks: all blocks of the page. The title of a part may not be kept.
        retained: some of them, in the same order.
        kind: of the page. A shop's page on one entity has no part about others. On other pages only parts with prices, and lists
            of short texts, are left out, and on listings, which consist of lists, only the former.
        is_small: the page has so little text that no model chose the blocks. Sidebars, headers and footers are left out.
    """
    if not retained:
        return retained
    chosen = set(map(id, retained))
    anchor = _anchor(retained)
    gone = _star_counts(retained)
    for found in (
        _below_titles(blocks, chosen, anchor, kind),
        side_parts.forms_and_advertising(retained, anchor),
        outer_parts.outside(blocks, retained, anchor, kind),
        main_part.between_items(retained) if kind in _KINDS_OF_LISTS else set(),
        side_parts.forms(blocks, retained, anchor),
        side_parts.beside(retained, anchor) if is_small else set(),
    ):
        if found and _words_of(retained, found) <= _SHARE_MAX * words_of(retained):
            gone |= found
    return [block for block in retained if id(block) not in gone] if gone else retained


def _anchor(retained: list[Block]) -> Block:
    """The main heading; otherwise another heading; otherwise the first block."""
    other: Block | None = None
    for block in retained:
        if (tag := tag_of(block)) == "h1":
            return block
        if other is None and tag in HEADING_LEVELS:
            other = block
    return other or retained[0]


def _words_of(blocks: list[Block], chosen: set[int]) -> int:
    return sum(len(block.words) for block in blocks if id(block) in chosen)


def _below_titles(blocks: list[Block], chosen: set[int], anchor: Block, kind: str) -> set[int]:
    """The ids of the titles of parts about other entities, and of the blocks below them."""
    gone: set[int] = set()
    judged = 0
    most = _LIST_SHARE_MAX * len(chosen) if kind == "service" else len(blocks)
    for index, block in enumerate(blocks):
        if _is_title(block) and id(block) not in gone and block is not anchor:
            part = _part(blocks, index, anchor) or (_following(blocks, index) if id(block) in chosen else [])
            is_other = kind == "product" or _are_goods(part[1:])
            if is_other or (kind != "listing" and len(part) <= most and _is_list(part[1:])):
                gone |= set(map(id, part))
            judged += 1
            if judged == _TITLES_MAX:
                break
    return gone


def _are_goods(part: list[Block]) -> bool:
    """Whether a part has several prices, or at least one in every second block."""
    prices = sum(is_priced(block) for block in part)
    return prices >= _PRICES_MIN or 2 * prices >= len(part) > 0


def _is_list(part: list[Block]) -> bool:
    """Whether a part has short texts only, and few sentences."""
    sentences = sum(block.text.endswith((".", "。")) for block in part)
    return all(len(block.words) <= _ENTRY_WORDS_MAX for block in part) and 3 * sentences < len(part)


def _is_title(block: Block) -> bool:
    return (
        len(block.words) <= _TITLE_WORDS_MAX
        and len(block.text) <= _TITLE_CHARS_MAX
        and block.container.tag not in ("dd", "li")
        and not block.text.endswith(".")
        and (block.link_words < len(block.words) or tag_of(block) in HEADING_LEVELS)
        and is_other_title(block.text)
    )


def _part(blocks: list[Block], index: int, anchor: Block) -> list[Block]:
    """The title and its part: the largest container that begins with the title and has no other. Empty if there is none."""
    following = blocks[index : index + _PART_BLOCKS_MAX]
    title, size, end = following[0], 0, 1
    container: Container | None = title.container.outer
    while (
        container is not None
        and not is_within(anchor.container, container)
        and (index == 0 or not is_within(blocks[index - 1].container, container))
    ):
        while end < len(following) and is_within(following[end].container, container):
            end += 1
        if size and _has_more(following[size:end], _level(title)):
            break
        if end >= _BLOCKS_MIN:
            size = end
        container = container.outer
    return following[:size]


def _has_more(added: list[Block], level: int) -> bool:
    """Whether further blocks belong to something else: another title, or a text."""
    return any(_level(block) <= min(level, _NO_HEADING - 1) or len(block.words) >= _PROSE_WORDS_MIN for block in added)


def _level(block: Block) -> int:
    """1 to 6 for headings, `_NO_HEADING` for other blocks."""
    return HEADING_LEVELS.get(tag_of(block), _NO_HEADING)


def _following(blocks: list[Block], index: int) -> list[Block]:
    """A title with what follows it up to the next title or text."""
    level = _level(blocks[index])
    found = [blocks[index]]
    for before, block in pairwise(blocks[index : index + _PART_BLOCKS_MAX]):
        is_title = _level(block) <= level and _level(block) < _NO_HEADING
        if is_title or len(block.words) >= _PROSE_WORDS_MIN or not is_within(block.container, _outer(before)):
            break
        found.append(block)
    return found


def _outer(block: Block) -> Container | None:
    """The container around the container of a block, for blocks that follow each other at one position of the page."""
    container = block.container.outer
    return container.outer if container is not None and container.outer is not None else container


def _star_counts(retained: list[Block]) -> set[int]:
    """The ids of the blocks that count reviews by stars: `5 star`, `74%`, `(157)`."""
    run: list[Block] = []
    found: set[int] = set()
    for block in [*retained, None]:
        if block is not None and block.text[0] in _STARS_BEGIN and len(block.text) <= _STARS_MAX_CHARS:
            if _STARS_ROW.match(block.text):
                found.add(id(block))
            if _STARS.match(block.text):
                run.append(block)
                continue
        if not run:
            continue
        if block is not None and _COUNT.match(block.text):
            run.append(block)
            continue
        if sum(_STARS.match(one.text) is not None for one in run) >= _STARS_MIN:
            found |= set(map(id, run))
        run = []
    return found
