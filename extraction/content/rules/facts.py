"""Facts that a reader looks for first belong to the content: the price of a product, the place of an event, a rating, a phone.

Models of main content learned from annotations that leave most of them out. What is kept are the smallest containers that show a
fact, at their position, with their labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from extraction.content.blocks import Block, is_within
from extraction.content.rules.amounts import NUMBERS, has_digit, money_in
from extraction.content.rules.heading_facts import beside_heading, maker_beside_heading
from extraction.content.rules.headings import tag_of
from extraction.content.rules.landmarks import is_boilerplate
from extraction.content.rules.own_containers import OTHER_AMOUNTS, STRUCK, in_order, is_own, outwards
from extraction.content.rules.prices import is_priced
from extraction.content.rules.stated import Fact, Stated
from extraction.content.vocabulary import BOILERPLATE_LANDMARKS
from extraction.document.any_case import AnyCase
from extraction.document.hidden.elements import is_hidden

_RATING_WORDS = AnyCase(
    r"[★☆⭐]|/\s?(?:5|10)\b|\b(?:out of|von|sur|su|de|av)\s(?:5|10)\b|\b(?:rating|ratings|reviews?|stars?|votes?|bewertung\w{0,6}|"
    r"sterne?|avis|étoiles?|valoraci\w{1,6}|opiniones|recensioni|opinie)\b",
)
# A price that no longer applies, or that is another one than the buyer's.
_FORMER = AnyCase(
    r"\b(?:was|rrp|uvp|msrp|list price|statt|vorher|bisher|au lieu|prix conseillé|antes|prima|reg(?:ular)?\b|original(?:ly)?|"
    r"compare at|voorheen|adviesprijs|cena (?:katalogowa|regularna)|najniższa|było|eski|instead)\b|"
    r"参考価格|希望小売|通常価格|定価|原价|市场价|정가",
)
_FORMER_NAMES = AnyCase(
    r"(?:^|[\s_-])(?:old|was|former|previous|regular|original|list|rrp|msrp|uvp|strike\w*|crossed|compare|before|ancien|discount)"
    r"(?:$|[\s_-](?:price|preis|prix|amount)?)",
)
_BLOCK_WORDS_MAX, _OUTER_WORDS_MAX = 25, 14
_PRICE_WORDS_MAX, _BARE_WORDS_MAX = 12, 5
_CANDIDATES_MAX = 400
# Hostile pages have any number of short texts.
_UNKEPT_MAX, _SHOWN_MAX_CHARS = 3_000, 200_000


def with_facts(blocks: list[Block], retained: list[Block], facts: Sequence[Fact], *, is_product: bool) -> list[Block]:
    """The retained blocks with those that show a declared fact, or the only price beside the main heading of a product.

    Args:
        facts: what the page declares about its main entity.
    """
    if not retained or not (facts or is_product):
        return retained
    chosen = set(map(id, retained))
    anchor = main_heading(blocks, retained)
    unkept = list(islice((
        block for block in blocks
        if id(block) not in chosen and len(block.words) <= _BLOCK_WORDS_MAX and block.container.tag != "button"
        and not block.container.landmarks & BOILERPLATE_LANDMARKS and not is_hidden(block.container.element)
    ), _UNKEPT_MAX))  # fmt: skip
    shown = " ".join(block.text for block in retained)[:_SHOWN_MAX_CHARS]
    stated = [(block, Stated(block.text)) for block in unkept] if facts else []
    with_digits = [pair for pair in stated if has_digit(pair[0].text)]
    retained_facts, added_facts = Stated(shown), list[Stated]()
    added: list[Block] = []
    for kind in ("price", "rating", "votes", "day", "minutes", "text", "phone"):
        for fact in facts:
            if fact.kind != kind or retained_facts.shows(fact) or any(one.shows(fact) for one in added_facts):
                continue
            candidates = stated if kind == "text" else with_digits
            showing = [block for block, text in candidates if text.shows(fact) and _is_like(fact, block)]
            # A declared price may be in a bar or beside the cart's button: it is right wherever it is.
            best = _nearest(anchor, [block for block in showing if is_own(block, anchor)]) or (
                _nearest(anchor, [block for block in showing if not _is_struck(block)]) if kind == "price" else None
            )
            if best is not None:
                found = _with_label(blocks, best)
                added += found
                added_facts += [Stated(block.text) for block in found]
    if is_product and not any(map(_is_price, [*retained, *added])):
        added += _only_price(blocks, anchor, unkept, retained)
    if is_product:
        beside = list(beside_heading(unkept, anchor))
        if any(is_priced(block) for block in (*retained, *added)):
            beside += maker_beside_heading(blocks, unkept, anchor)
        added += [block for block in beside if block.text not in shown]
    return in_order(blocks, chosen, added)


def main_heading(blocks: list[Block], retained: list[Block]) -> Block:
    """The main heading; otherwise the first block that is kept."""
    return next((block for block in blocks if tag_of(block) == "h1" and not is_boilerplate(block)), retained[0])


def _is_like(fact: Fact, block: Block) -> bool:
    """Whether a block that shows the fact's value looks like one that states this fact."""
    if fact.kind == "price":
        return is_priced(block) and len(block.words) <= _PRICE_WORDS_MAX and not OTHER_AMOUNTS.search(block.text)
    if fact.kind == "rating":
        return len(block.words) <= _PRICE_WORDS_MAX and bool(_RATING_WORDS.search(_with_outer(block)))
    return True


def _with_outer(block: Block) -> str:
    """The text of a block, and of its small container."""
    outer = block.container.outer
    if outer is None or outer.words > _OUTER_WORDS_MAX:
        return block.text
    return f"{block.text} {' '.join(outer.element.itertext())}"


def _is_struck(block: Block) -> bool:
    """Whether the block is struck out, as former prices are."""
    return any(container.tag in STRUCK for container in outwards(block.container))


def _nearest(anchor: Block, found: list[Block]) -> Block | None:
    """The block with the smallest common container with the anchor; the first one of several."""
    return next(iter(_all_nearest(anchor, found[:_CANDIDATES_MAX])), None)


def _all_nearest(anchor: Block, found: list[Block]) -> list[Block]:
    """The blocks in the smallest container around the anchor that has any of them."""
    levels = {container: level for level, container in enumerate(outwards(anchor.container))}
    distances = [
        next(levels[container] for container in outwards(block.container) if container in levels) for block in found
    ]
    nearest = min(distances, default=0)
    return [block for block, distance in zip(found, distances, strict=True) if distance == nearest]


def _is_price(block: Block) -> bool:
    """Whether a short block states a price and little else. A sentence that mentions one does not."""
    if len(block.words) > _PRICE_WORDS_MAX or not is_priced(block) or OTHER_AMOUNTS.search(block.text):
        return False
    amounts = sum(len(amount.split()) for amount in money_in(block.text))
    return amounts > 0 and (3 * amounts >= len(block.words) or len(block.words) <= _BARE_WORDS_MAX)


def _only_price(blocks: list[Block], anchor: Block, unkept: list[Block], retained: list[Block]) -> list[Block]:
    """The price in the smallest container around the main heading that has one, if there is only one amount.

    Nothing, if a kept amount is as near: `£64.50, you save £14.50`.
    """
    # A link above the heading leads to something else that the site sells.
    above = set(map(id, takewhile(lambda block: block is not anchor, blocks)))
    found = [
        block
        for block in unkept
        if _is_price(block) and is_own(block, anchor) and not (block.link_words and id(block) in above)
    ]
    inside = _all_nearest(anchor, found)
    amounts = [block for block in retained if is_priced(block) and len(block.words) <= _BLOCK_WORDS_MAX]
    if inside and amounts and _all_nearest(anchor, [*amounts[:_CANDIDATES_MAX], *inside])[0] is not inside[0]:
        return []
    current = [block for block in inside if not _is_struck(block) and not _FORMER.search(block.text)]
    if len({block.text for block in current}) > 1:
        current = [block for block in current if not _FORMER_NAMES.search(block.container.element.get("class") or "")]
    return _with_label(blocks, current[0]) if len({block.text for block in current}) == 1 else []


def _with_label(blocks: list[Block], block: Block) -> list[Block]:
    """The block with the others of its small container, such as its label or the former price."""
    outer, own = block.container.outer, _money_of(block)
    if outer is None or outer.words > _OUTER_WORDS_MAX:
        return [block]
    index = blocks.index(block)  # Each block in the container has a word.
    return [
        other for other in blocks[max(0, index - _OUTER_WORDS_MAX) : index + _OUTER_WORDS_MAX]
        if other is block or (
            is_within(other.container, outer) and other.container.tag != "button" and not other.link_words
            and not (own & _money_of(other))
        )
    ]  # fmt: skip


def _money_of(block: Block) -> set[str]:
    """The amounts of money in a block, as they are written."""
    return {number for amount in money_in(block.text) for number in NUMBERS.findall(amount)}
