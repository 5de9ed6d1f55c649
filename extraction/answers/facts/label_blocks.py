"""What a block with labels is about: whom to contact, what one person wrote, or one of several entities."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from extraction.answers.schema import glossary
from extraction.document.tree import Tree

Block = Literal["", "contact", "contribution", "repeated"]
_HEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6"))
_ANCESTORS_MAX = 4


def of_label(element: Tree) -> Tree | None:
    """The block of the row that has a label: its table or list, the lines around it, or its parent."""
    if element.tag == "tr":
        return next(element.iterancestors("table"), None)
    if next(element.iterchildren("br"), None) is not None:
        return element
    parent = element.getparent()
    return parent.getparent() if element.tag == "a" and parent is not None and parent.tag == "p" else parent


def read(block: Tree, keys: Iterable[str]) -> Block:
    """What a block is about, by the labels in it and by what is beside it. Empty for a block that has the main heading, or of
    which nothing is known.

    Args:
        keys: the labels as words.
    """
    named = frozenset(keys)
    is_contact = not named.isdisjoint(_labels("phone") | _labels("email"))
    is_contribution = not named.isdisjoint(_labels("author")) and not named.isdisjoint(_labels("rating"))
    if (is_contact or is_contribution) and next(block.iter("h1"), None) is None and _is_headed(block):
        return "contribution" if is_contribution else "contact"
    return "repeated" if _is_repeated(block) else ""


def _is_repeated(block: Tree) -> bool:
    """Whether a block with a heading is beside a block of the same shape with another one."""
    own = _own_heading(block)
    if own is None:
        return False
    for other in (block.getnext(), block.getprevious()):
        if other is not None and other.tag == block.tag and other.get("class") == block.get("class"):
            heading = _own_heading(other)
            if heading is not None and heading.tag == own.tag:
                return True
    return False


def _own_heading(block: Tree) -> Tree | None:
    return next(block.iterchildren(*_HEADINGS), None)


def _is_headed(block: Tree) -> bool:
    """Whether a block is below a heading of its own, not directly below the main one."""
    around: Tree | None = block
    for _ in range(_ANCESTORS_MAX):
        if around is None or around.tag in ("body", "main", "html") or next(around.iter("h1"), None) is not None:
            return False
        if next(around.iter(*_HEADINGS), None) is not None:
            return True
        before = around.getprevious()
        while before is not None and before.tag not in _HEADINGS and before.tag != "h1":
            before = before.getprevious()
        if before is not None:
            return before.tag != "h1"
        around = around.getparent()
    return False


@cache
def _labels(name: str) -> frozenset[str]:
    return frozenset(glossary.labels_for(name))
