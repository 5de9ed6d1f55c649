"""Reads microdata with extruct. The import is slow; reading processes import it when they start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from extruct.w3cmicrodata import MicrodataExtractor

from extraction.document.tree import Tree

# All values of one page that are the text of an element, in characters of text. Elements inside one another repeat their text.
TEXTS_MAX_CHARS = 2_000_000
# An element takes as long to clean as this many characters.
_ELEMENT_CHARS = 20


class Microdata(MicrodataExtractor):
    """Reads the microdata of one page. extruct searches the whole item for each property; this reader visits it once."""

    def __init__(self) -> None:
        super().__init__()
        self._chars_left = TEXTS_MAX_CHARS

    def _extract_properties(self, node: Tree, **more: Any) -> Iterator[tuple[str, Any]]:
        for element in _properties(node):
            yield from self._extract_property(element, **more)

    def _extract_textContent(self, node: Tree) -> str:
        if self._chars_left <= 0:
            return ""
        text: str = super()._extract_textContent(node)
        self._chars_left -= len(text) + _ELEMENT_CHARS * sum(1 for _ in node.iter())
        return text


def _properties(item: Tree) -> Iterator[Tree]:
    """The elements that are properties of an item, in document order. Properties of items inside it are not."""
    children = iter(item)
    above: list[Iterator[Tree]] = []
    while True:
        element = next(children, None)
        if element is None:
            if not above:
                return
            children = above.pop()
            continue
        if element.get("itemprop") is not None:
            yield element
        if element.get("itemscope") is None and len(element):
            above.append(children)
            children = iter(element)
