"""Short texts beside the main heading of a product that state an undeclared fact: rating, availability, labelled values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.content.blocks import Block, Container, is_within
from extraction.content.rules.amounts import has_money
from extraction.content.rules.items import AVAILABLE
from extraction.content.rules.own_containers import OTHER_AMOUNTS, is_own
from extraction.content.rules.prices import is_priced
from extraction.content.rules.stated import COUNTED
from extraction.document.any_case import AnyCase
from extraction.document.tree import Tree

# The container of the main heading and of what is beside it. A larger one is the page.
_SUMMARY_WORDS_MAX, _SUMMARY_SHARE_MAX = 200, 0.7
_FACT_WORDS_MAX, _STATE_WORDS_MAX = 10, 5
_MAKER_WORDS_MAX = 3
_NO_MAKER = re.compile(r"[\d:：!?]|\.$")
_PICKERS = frozenset(("form", "fieldset", "legend", "label"))
_LABELLED = re.compile(r"[^\W\d][^:?!.,*\d]{1,24}\s?[:：]\s*[^\s*]")
_NUMBERED = AnyCase(
    r"(?:sku|upc|mpn|ean|gtin|isbn|ref|réf|model|modell|modelo|modèle|art(?:icle|ikel|ículo|icolo|igo)?|item|product|produkt|bestell)"
    r"(?:[\s.-]{0,2}(?:n[ro°º]|no|number|nummer|code|id|name))?\b\W{0,4}(?=[^\s]{0,12}\d)[\w/.-]{3,}",
)


def beside_heading(unkept: list[Block], anchor: Block) -> Iterator[Block]:
    """The short blocks in the container around the main heading that state a rating, the availability or a labelled value.

    Args:
        unkept: short blocks that are not kept.
        anchor: the main heading.
    """
    summary = _summary(anchor)
    kinds: set[str] = set()
    for block in unkept:
        if not is_within(block.container, summary):
            continue
        kind = _kind(block)
        if kind and kind not in kinds and is_own(block, anchor):
            yield block
            if kind != "labelled":
                kinds.add(kind)


def maker_beside_heading(blocks: list[Block], unkept: list[Block], anchor: Block) -> Iterator[Block]:
    """The few words directly above or below the main heading of a product, in the same container: its brand or maker.

    Args:
        blocks: all blocks of the page.
        unkept: short blocks that are not kept.
        anchor: the main heading.
    """
    index = blocks.index(anchor)
    near = [block for block in blocks[max(0, index - 1) : index + 2] if block is not anchor]
    inside = {id(block) for block in near if _may_be_maker(block) and _outer(block) is _outer(anchor)}
    yield from (block for block in unkept if id(block) in inside and is_own(block, anchor))


def is_offered(anchor: Block) -> bool:
    """Whether something is sold on the page: an amount of money and a button are in the container around the main heading."""
    summary = _summary(anchor)
    if not has_money(" ".join(summary.element.itertext())):
        return False
    return any(_is_button(element) for element in summary.element.iter("button", "input"))


def _is_button(element: Tree) -> bool:
    return element.tag == "button" or element.get("type") == "submit"


def _may_be_maker(block: Block) -> bool:
    return len(block.words) <= _MAKER_WORDS_MAX and _NO_MAKER.search(block.text) is None


def _outer(block: Block) -> Container | None:
    """The smallest container around a block that has something else."""
    container: Container | None = block.container
    while container is not None and container.words == len(block.words):
        container = container.outer
    return container


def _summary(anchor: Block) -> Container:
    """The largest container of moderate size around the main heading."""
    page = found = anchor.container
    while page.outer is not None:
        page = page.outer
    container: Container | None = anchor.container
    while container is not None and container.words <= min(_SUMMARY_WORDS_MAX, _SUMMARY_SHARE_MAX * page.words):
        found, container = container, container.outer
    return found


def _kind(block: Block) -> str:
    """What a block states: `rating`, `number`, `availability`, `labelled`; empty for other blocks."""
    if len(block.words) > _FACT_WORDS_MAX or OTHER_AMOUNTS.search(block.text) or is_priced(block):
        return ""
    if COUNTED.search(block.text):
        return "rating"
    if _NUMBERED.match(block.text):
        return "number"
    if block.link_words:
        return ""
    if AVAILABLE.search(block.text):
        # The badges of a shop are in the page for every state, and a style sheet shows one.
        is_state = len(block.words) <= _STATE_WORDS_MAX and "badge" not in (block.container.element.get("class") or "")
        return "availability" if is_state else ""
    return "labelled" if _LABELLED.match(block.text) and not _is_picker(block) else ""


def _is_picker(block: Block) -> bool:
    """Whether a block is in a form, where its value is a choice."""
    container: Container | None = block.container
    while container is not None and container.tag not in _PICKERS:
        container = container.outer
    return container is not None
