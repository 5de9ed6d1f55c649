"""Prices are separated from what a style sheet sets beside them: the former price, and the link that adds to the cart."""

from __future__ import annotations

from extraction.content.blocks import Block
from extraction.content.rules.prices import is_priced
from extraction.document.any_case import AnyCase
from extraction.document.tree import Tree

_WORDS_MAX, _STRUCK_WORDS_MAX = 25, 4
_STRUCK = AnyCase(r"(?:^|[\s_-])(?:line-through|strike(?:through)?|struck|crossed(?:-out)?)(?:$|[\s_-])")
_CHANGES = frozenset(("del", "s", "strike", "ins"))
_TO_CART = AnyCase(r"(?:^|[\s_-])(?:add[-_]?to[-_]?(?:cart|basket|bag)|product_type)(?:$|[\s_-])")


def set_apart(retained: list[Block]) -> None:
    """Put a blank after former prices, and empty the links to the cart, in short texts with an amount of money."""
    for block in retained:
        if len(block.words) > _WORDS_MAX or not is_priced(block):
            continue
        if len(block.words) <= _STRUCK_WORDS_MAX:
            _strike(block.container.element)
        for inline in block.inlines:
            is_change = inline.tag in _CHANGES
            if is_change and inline.tail and not inline.tail[0].isspace():
                inline.tail = f" {inline.tail}"
            elif (is_change or inline.tag == "a") and _TO_CART.search(inline.get("class") or ""):
                inline.clear(keep_tail=True)


def _strike(element: Tree) -> None:
    """Mark a price as struck out where only a class or a style says so."""
    names, style = element.get("class") or "", element.get("style") or ""
    if len(element) or element.tag in _CHANGES or not (_STRUCK.search(names) or "line-through" in style):
        return
    mark = element.makeelement("del", {})
    mark.text, element.text = (element.text or "").strip(), None
    element.append(mark)
