"""The phone of a seller, an agent or a place beside the main heading, with the names and the address in the same container."""

from __future__ import annotations

import re

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_digit, has_moment, has_money
from extraction.content.rules.own_containers import in_order, outwards
from extraction.content.vocabulary import tag_bit
from extraction.document.hidden.elements import is_hidden

_CONTACT_WORDS_MAX, _CARD_WORDS_MAX, _DIGITS_MIN, _DIGITS_MAX = 14, 30, 8, 14
# A phone number is the first number of its block, after a few words. Other numbers have no prefix.
_PHONE = re.compile(r"[^\d+(]{0,24}((?:\+\s?\d|\(0|0\d)[\d\s()/.–-]{6,18}\d)(?!\d)")
_NUMBER = re.compile(r"[^\d+(]{0,24}(\d{3}\s\d[\d\s.-]{4,10}\d)(?!\d)")
_BOILERPLATE = tag_bit("nav", None) | tag_bit("footer", None) | tag_bit("header", None) | tag_bit("dialog", None)
_FOOTER_NAMES = frozenset(("footer", "colophon"))
_WHOLE = frozenset(("body", "form"))


def with_phone(blocks: list[Block], retained: list[Block], anchor: Block) -> list[Block]:
    """The retained blocks with the container of the nearest phone number below the main heading, if they have no phone number.

    The site's own phone in its header and footer is not one of these.

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
        anchor: the main heading.
    """
    known = [block for block in retained if _may_have_number(block)]
    if any(_has(_PHONE, block) for block in known):
        return retained
    below = [block for block in blocks[blocks.index(anchor) + 1 :] if _may_have_number(block)]
    levels = {
        container: level for level, container in enumerate(outwards(anchor.container)) if container.tag not in _WHOLE
    }
    found = _nearest(below, levels, _PHONE)
    if found is None and not any(_has(_NUMBER, block) for block in known):
        found = _nearest(below, levels, _NUMBER)
    if found is None:
        return retained
    card = _card(found.container, levels)
    added = [block for block in blocks if block is found or _is_in_card(block, card)]
    return in_order(blocks, set(map(id, retained)), added)


def _nearest(blocks: list[Block], levels: dict[Container, int], pattern: re.Pattern[str]) -> Block | None:
    """The first block with a phone number in the smallest container around the main heading that has one."""
    best: tuple[int, Block] | None = None
    for block in blocks:
        if block.container.landmarks & _BOILERPLATE or not _has(pattern, block) or _is_in_footer(block.container):
            continue
        level = next((levels[container] for container in outwards(block.container) if container in levels), None)
        if level is not None and (best is None or level < best[0]) and not is_hidden(block.container.element):
            best = level, block
    return None if best is None else best[1]


def _is_in_footer(container: Container) -> bool:
    """Whether a container, or one around it, is named as the footer."""
    return any(not _FOOTER_NAMES.isdisjoint(around.names) for around in outwards(container))


def _may_have_number(block: Block) -> bool:
    return len(block.words) <= _CONTACT_WORDS_MAX and has_digit(block.text)


def _has(pattern: re.Pattern[str], block: Block) -> bool:
    """Whether a block begins with a phone number, and not with a day or time."""
    found = pattern.match(block.text)
    if found is None or has_moment(found[1]):
        return False
    return _DIGITS_MIN <= sum(map(str.isdigit, found[1])) <= _DIGITS_MAX


def _card(container: Container, levels: dict[Container, int]) -> Container | None:
    """The largest small container around a phone number that is not also around the main heading, and has no amount of money."""
    found: Container | None = None
    for around in outwards(container):
        if around in levels or around.words > _CARD_WORDS_MAX or has_money(" ".join(around.element.itertext())):
            break
        found = around
    return found


def _is_in_card(block: Block, card: Container | None) -> bool:
    """Whether a block is a name or an address in the container of the phone number."""
    return (
        card is not None
        and block.container.tag != "button"
        and not block.link_words
        and card in outwards(block.container)
    )
