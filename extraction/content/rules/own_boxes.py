"""Which boxes belong to the page's main thing, by the names of the boxes around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from extraction.content.blocks import Block, Box
from extraction.content.vocabulary import BOILERPLATE_LABELS, label_groups

# Boxes about other things, or that a reader does not miss.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:related|recommend\w*|similar|upsell\w*|cross-?sell\w*|also|recent\w*|viewed|(?<!to-)(?<!to_)cart(?!-actions)|basket|bag|"
    r"minicart|wishlist|compare|newsletter|shipping|delivery|sticky|modal|popup|drawer|overlay|tooltip|carousel|slider|sponsored|bundle\w*|frequently|"
    r"filter\w*|facet\w*|histogram|breakdown|currency-(?:switcher|picker|selector)|financing|installment\w*|klarna|affirm|afterpay)(?:$|[\s_-])",
    re.I,
)
OTHER_AMOUNTS = re.compile(
    r"\b(?:free (?:shipping|delivery)|gratis (?:bezorg|verzend|versand|lieferung|envío|sped)\w{0,6}|bezorg\w{0,6}|"
    r"verzend\w{0,6}|lieferung|frete grátis|darmowa dostawa|ücretsiz kargo|shipping|versand\w*|"
    r"livraison|envío|spedizione|save|sparen|you save|per month|monatlich|/mo\b|"
    r"installments?|raten|coupon|gift card|orders? over|from only|subtotal|total)\b|"
    r"送料|무료 ?배송|包邮|运费|бесплатн\w{0,3} доставк|شحن مجاني|التوصيل",
    re.I,
)
# A larger box has crumbs in its name for another reason.
_TRAIL_WORDS_MAX, _BREADCRUMBS = 25, label_groups("breadcrumbs", None)[0]
# The footer's group has `bottom`, which names the lower part of a card too.
_FOOTER, _FOOTER_NAMES = label_groups("footer", None)[0], frozenset(("footer", "foot", "copyright", "colophon"))
# The menu of a restaurant has no links.
MENU_LABELS = label_groups("menu", None)[0]
_WHOLE = frozenset(("body", "main"))
STRUCK = frozenset(("del", "s", "strike"))


def is_own(block: Block, anchor: Block | None) -> bool:
    """Whether no box around a block, up to the one that also has the main heading, is about other things."""
    shared = set(outwards(anchor.box)) if anchor else ()
    own_labels = anchor.box.within if anchor else 0
    for box in outwards(block.box):
        if box.tag in _WHOLE or box in shared:
            break
        if _is_about_others(box, own_labels):
            return False
    return True


def is_own_box(box: Box) -> bool:
    """Whether no box from this one outwards is about other things."""
    inner = takewhile(lambda each: each.tag not in _WHOLE, outwards(box))
    return not any(map(_is_about_others, inner))


def outwards(box: Box) -> Iterator[Box]:
    """A box and the boxes around it."""
    around: Box | None = box
    while around is not None:
        yield around
        around = around.holder


def _is_about_others(box: Box, own_labels: int = 0) -> bool:
    """Whether a box is named as one about other things. Labels that the page gives to its own things do not count."""
    if box.is_about_others is None:  # Each box is judged once: it may be around every block of the page.
        box.is_about_others = _names_others(box)
    if box.is_about_others:
        return True
    labels = box.label & BOILERPLATE_LABELS & ~own_labels
    if box.words > _TRAIL_WORDS_MAX:
        labels &= ~_BREADCRUMBS
    if not box.link_words:
        labels &= ~MENU_LABELS
    return bool(labels) and (labels != _FOOTER or not _FOOTER_NAMES.isdisjoint(box.names))


def _names_others(box: Box) -> bool:
    names = f"{box.element.get('class') or ''} {box.element.get('id') or ''}"
    return box.tag in STRUCK or _OTHERS.search(names) is not None


def in_order(blocks: list[Block], chosen: set[int], added: list[Block]) -> list[Block]:
    """The chosen and the added blocks, in the order of the page."""
    wanted = chosen | set(map(id, added))
    return [block for block in blocks if id(block) in wanted]
