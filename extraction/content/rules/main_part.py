"""The main part of a small page is kept whole: a model has too few words there to judge its blocks one by one."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_digit
from extraction.content.rules.headings import heading_container
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.own_containers import in_order, is_own, outwards
from extraction.content.vocabulary import BOILERPLATE_LANDMARKS, MAIN_LANDMARK
from extraction.document.hidden.elements import is_hidden
from extraction.document.tree import HEADINGS, Tree

# The main part is the smallest container that has the main heading and this share of the retained words.
_SHARE_MIN = 0.6
# A larger text is judged by the model.
_BLOCK_WORDS_MAX = 30
# Of the retained words, what a container directly in the main part has at least.
_BRANCH_SHARE_MIN = 0.05
_NAME_WORDS_MAX = 3
_COLONS = (":", "：")
_OUTSIDE_SHARE_MAX = 0.2
# A list has this many items.
_ITEMS_MIN = 3
_HEADINGS = frozenset(HEADINGS)
# A text of at least this many words is kept once.
_COPY_WORDS_MIN = 3
# A text that is repeated this many times is a control.
_CONTROLS_MIN = 3
_WHOLE, _CONTROLS = frozenset(("body", "html")), frozenset(("button", "label", "legend", "summary", "option"))


def with_main_part(
    blocks: list[Block], retained: list[Block], anchor: Block, *, only_numbers: bool = False
) -> list[Block]:
    """The retained blocks with the others of the main part below the main heading, without its controls and links.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading.
        only_numbers: the model is certain what the page is, so only names and blocks with a number are added.
    """
    words = _words_in(retained)
    main = _main_container(words, anchor, _SHARE_MIN * words_of(retained))
    if main is None:
        return retained
    own, lists = _Branches(main, words, anchor), _Lists()
    chosen, first = set(map(id, retained)), blocks.index(anchor)
    inside = [block for block in blocks[first + 1 :] if own.has(block.container)]
    copies = {block.text for block in retained if len(block.words) >= _COPY_WORDS_MIN}
    counts = Counter(block.text for block in inside)
    added = [
        block
        for block in inside
        if id(block) not in chosen
        and len(block.words) <= _BLOCK_WORDS_MAX
        and block.link_words < len(block.words)
        and block.text not in copies
        and not (block.container.tag == "li" and block.text.isdigit())
        and (not only_numbers or has_digit(block.text) or len(block.words) <= _NAME_WORDS_MAX)
        and counts[block.text] < _CONTROLS_MIN
        and block.container.tag not in _CONTROLS
        and not block.container.landmarks & BOILERPLATE_LANDMARKS
        and not is_hidden(block.container.element)
        and is_own(block, anchor)
        and not lists.is_between_items(block.container)
    ]
    added = _without_lone_labels(inside, chosen, added)
    outside = _outside(retained) if main.landmarks & MAIN_LANDMARK else set()
    return in_order(blocks, chosen - outside, added) if added or outside else retained


def _outside(retained: list[Block]) -> set[int]:
    """The ids of the few retained words outside of the `main` element."""
    found = [block for block in retained if not block.container.landmarks & MAIN_LANDMARK]
    return set(map(id, found)) if words_of(found) <= _OUTSIDE_SHARE_MAX * words_of(retained) else set()


def _without_lone_labels(inside: list[Block], chosen: set[int], added: list[Block]) -> list[Block]:
    """The added blocks without headings and labels with nothing below, such as `Color:` above buttons."""
    known = chosen | set(map(id, added))
    lone = {
        id(block)
        for block, after in zip_longest(inside, inside[1:])
        if id(after) not in known
        and (
            block.text.endswith(_COLONS)
            or heading_container(block) is not None
            or (after is not None and after.container.tag in _CONTROLS and not has_digit(block.text))
        )
    }
    return [block for block in added if id(block) not in lone]


def _words_in(retained: list[Block]) -> Counter[Container]:
    """The retained words of each container."""
    words: dict[Container, int] = {}
    for block in retained:
        count = len(block.words)
        for container in outwards(block.container):
            words[container] = words.get(container, 0) + count
    return Counter(words)


def _main_container(words: Counter[Container], anchor: Block, least: float) -> Container | None:
    """The main part, or None if it is the whole page."""
    found = next((container for container in outwards(anchor.container) if words[container] >= least), None)
    return None if found is None or found.tag in _WHOLE else found


class _Branches:
    """The containers directly in the main part that have enough of the retained words, or the main heading.

    All of them, if the page says what its main part is.
    """

    def __init__(self, main: Container, words: Counter[Container], anchor: Block) -> None:
        self._main, self._words = main, words
        self._least = 0.0 if main.landmarks & MAIN_LANDMARK else _BRANCH_SHARE_MIN * words[main]
        self._own = set(outwards(anchor.container))

    def has(self, container: Container) -> bool:
        branch: Container | None = None
        for around in outwards(container):
            if around is self._main:
                return branch is None or branch in self._own or self._words[branch] >= self._least
            branch = around
        return False


def between_items(retained: list[Block]) -> set[int]:
    """The ids of the retained blocks between the items of a list that are not written like them, as advertisements are."""
    lists = _Lists()
    return {
        id(block)
        for block in retained
        if len(block.words) <= _BLOCK_WORDS_MAX
        and heading_container(block) is None
        and lists.is_between_items(block.container)
    }


class _Lists:
    """The lists of a page. Each container is looked at once."""

    def __init__(self) -> None:
        self._items: dict[Tree, set[Tree]] = {}

    def is_between_items(self, container: Container) -> bool:
        """Whether a container, or one around it, is between items of a list and not written like them, as an advertisement is."""
        for around in outwards(container):
            above = around.element.getparent()
            # The number of children is not asked for here: lxml counts them each time.
            items = self._items_of(above) if above is not None else None
            if (
                items
                and around.element not in items
                and around.tag not in _HEADINGS
                and self._is_inside(around.element, items)
            ):
                return True
        return False

    def _items_of(self, parent: Tree) -> set[Tree]:
        """The items of a list, or nothing if the children of an element are not one. An item has several parts."""
        if parent not in self._items:
            children = list(parent)
            is_long = len(children) > _ITEMS_MIN
            alike = Counter((child.tag, child.get("class")) for child in children if is_long and len(child) > 1)
            written, count = alike.most_common(1)[0] if alike else ((None, None), 0)
            is_list = count >= _ITEMS_MIN and 2 * count > len(children)
            self._items[parent] = (
                {child for child in children if (child.tag, child.get("class")) == written} if is_list else set()
            )
        return self._items[parent]

    @staticmethod
    def _is_inside(element: Tree, items: set[Tree]) -> bool:
        return any(each in items for each in element.itersiblings(preceding=True)) and any(
            each in items for each in element.itersiblings()
        )
