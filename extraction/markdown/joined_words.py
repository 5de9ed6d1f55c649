"""Separates words that only a style sheet sets apart: `<span>Brand</span><span>Name</span>`."""

from __future__ import annotations

import re

from extraction.document.tree import Tree

_CHANGES = frozenset(("del", "s", "strike", "ins"))
_PARTS = ("span", "a", "label", "b", "strong", "small", *_CHANGES)
# The end of an amount of money. The cents may follow in another element.
_AMOUNT = re.compile(r"(?:\d\s?[€£¥₹₽₩₺₴₫₪$]|[€£¥₹₽₩₺₴₫₪$]\s?\d[\d.,]{0,12})$")
_AMOUNT_CHARS = 16
# Two links or labels in a row are two texts. Other parts may be one word, such as a word with a large first letter.
_ALWAYS = frozenset((("a", "a"), ("label", "label")))
_SHORT = 3


def separate(body: Tree) -> None:
    """Put a blank between words of neighbouring elements."""
    for element in body.iter(*_PARTS):
        if element.tail:
            continue
        after = element.getnext()
        if after is not None and after.tag in _PARTS and _are_words(element, after):
            element.tail = " "


def _are_words(element: Tree, after: Tree) -> bool:
    first, second = _last_text(element), _first_text(after)
    if first and second and _AMOUNT.search(first[-_AMOUNT_CHARS:]):
        return second[0].isalpha() or not _CHANGES.isdisjoint((_last_tag(element), _first_tag(after)))
    if not (first and second and _is_cased(first[-1]) and _is_cased(second[0])):
        return False
    if (element.tag, after.tag) in _ALWAYS:
        return True
    # `MerrellMoab 3 Mid`, but not `YouTube` or `McDonald`.
    return (
        not first[-1].isupper() and second[0].isupper() and min(len(first), len(second)) >= _SHORT
        and (" " in first or " " in second)
    )  # fmt: skip


def _is_cased(sign: str) -> bool:
    return sign.isupper() or sign.islower() or sign.isdigit()


def _last_text(element: Tree) -> str:
    while len(element):
        if element[-1].tail:
            return element[-1].tail
        element = element[-1]
    return element.text or ""


def _last_tag(element: Tree) -> str:
    while len(element) and not element[-1].tail:
        element = element[-1]
    return str(element.tag)


def _first_tag(element: Tree) -> str:
    while not element.text and len(element):
        element = element[0]
    return str(element.tag)


def _first_text(element: Tree) -> str:
    while not element.text and len(element):
        element = element[0]
    return element.text or ""
