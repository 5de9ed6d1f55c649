"""Which containers belong to the page's main entity, by the names of the containers around them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from extraction.content.blocks import Block, Container
from extraction.content.vocabulary import BOILERPLATE_LABELS, MAIN_LANDMARK, label_groups
from extraction.document.any_case import AnyCase

# Containers about other entities, or that a reader does not miss.
_OTHERS = AnyCase(
    r"(?:^|[\s_-])(?:related|recommend\w*|similar|upsell\w*|cross-?sell\w*|also|recent\w*|viewed|(?<!to-)(?<!to_)cart(?!-actions)|basket|bag|"
    r"minicart|wishlist|compare|newsletter|shipping|delivery|sticky|modal|popup|drawer|overlay|tooltip|carousel|slider|sponsored|bundle\w*|frequently|"
    r"filter\w*|facet\w*|histogram|breakdown|currency-(?:switcher|picker|selector)|financing|installment\w*|klarna|affirm|afterpay)(?:$|[\s_-])",
)
OTHER_AMOUNTS = AnyCase(
    r"\b(?:free (?:shipping|delivery)|gratis (?:bezorg|verzend|versand|lieferung|envío|sped)\w{0,6}|bezorg\w{0,6}|"
    r"verzend\w{0,6}|lieferung|frete grátis|darmowa dostawa|ücretsiz kargo|shipping|versand\w*|"
    r"livraison|envío|spedizione|save|sparen|you save|per month|monatlich|/mo\b|"
    r"\d{1,4}\s?%?\s?off|installments?|raten|coupon|gift card|orders? over|from only|subtotal|total)\b|"
    r"送料|무료 ?배송|包邮|运费|бесплатн\w{0,3} доставк|شحن مجاني|التوصيل",
)
# A larger container has crumbs in its name for another reason.
_TRAIL_WORDS_MAX, _BREADCRUMBS = 25, label_groups("breadcrumbs", None)[0]
# The footer's group has `bottom`, which names the lower part of a card too.
_FOOTER, _FOOTER_NAMES = label_groups("footer", None)[0], frozenset(("footer", "foot", "copyright", "colophon"))
# The menu of a restaurant has no links.
MENU_LABELS = label_groups("menu", None)[0]
_WHOLE = frozenset(("body", "main"))
STRUCK = frozenset(("del", "s", "strike"))


def is_own(block: Block, anchor: Block | None) -> bool:
    """Whether no container around a block, up to the one that also has the main heading, is about other entities.

    A block outside of the `main` element that has the main heading is not the page's own.
    """
    if anchor and anchor.container.landmarks & MAIN_LANDMARK and not block.container.landmarks & MAIN_LANDMARK:
        return False
    shared = set(outwards(anchor.container)) if anchor else ()
    own_labels = anchor.container.within if anchor else 0
    for container in outwards(block.container):
        if container.tag in _WHOLE or container in shared:
            break
        if _is_about_others(container, own_labels):
            return False
    return True


def is_own_container(container: Container) -> bool:
    """Whether no container from this one outwards is about other entities."""
    inner = takewhile(lambda each: each.tag not in _WHOLE, outwards(container))
    return not any(map(_is_about_others, inner))


def outwards(container: Container) -> Iterator[Container]:
    """A container and the containers around it."""
    around: Container | None = container
    while around is not None:
        yield around
        around = around.outer


def _is_about_others(container: Container, own_labels: int = 0) -> bool:
    """Whether a container is named as one about other entities. Labels that the page gives to its own entities do not count."""
    if container.is_about_others is None:  # Each container is judged once: it may be around every block of the page.
        container.is_about_others = _names_others(container)
    if container.is_about_others:
        return True
    labels = container.label & BOILERPLATE_LABELS & ~own_labels
    if container.words > _TRAIL_WORDS_MAX:
        labels &= ~_BREADCRUMBS
    if not container.link_words:
        labels &= ~MENU_LABELS
    return bool(labels) and (labels != _FOOTER or not _FOOTER_NAMES.isdisjoint(container.names))


def _names_others(container: Container) -> bool:
    names = f"{container.element.get('class') or ''} {container.element.get('id') or ''}"
    return container.tag in STRUCK or _OTHERS.search(names) is not None


def in_order(blocks: list[Block], chosen: set[int], added: list[Block]) -> list[Block]:
    """The chosen and the added blocks, in the order of the page."""
    ids = chosen | set(map(id, added))
    return [block for block in blocks if id(block) in ids]
