"""The elements of a parsed page by tag and by attribute, from one pass over the tree.

A search of the tree visits every element, whatever it looks for. Readers of declared data and of hidden text look for dozens of
tags and attributes, so one pass for all of them takes a fraction of the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from extraction.document.tree import Tree


class ElementIndex:
    """The elements of a tree as it was at the time of the pass, in document order, with the root."""

    def __init__(self, root: Tree) -> None:
        self.root = root
        self._by_tag: dict[str, list[Tree]] = defaultdict(list)
        self._by_attribute: dict[str, list[Tree]] = defaultdict(list)
        self._by_value: dict[str, dict[str, list[Tree]]] = {}
        by_tag, by_attribute = self._by_tag, self._by_attribute
        for element in root.iter():
            by_tag[element.tag].append(element)
            for name in element.keys():  # noqa: SIM118 an element without `keys` is iterated over its children
                by_attribute[name].append(element)

    def tagged(self, *tags: str) -> Sequence[Tree]:
        """The elements with one of the tags."""
        found = [self._by_tag[tag] for tag in tags if tag in self._by_tag]
        if len(found) > 1:
            return list(self.root.iter(*tags))
        return found[0] if found else ()

    @property
    def tags(self) -> frozenset[str]:
        """The tags of all elements."""
        return frozenset(self._by_tag)

    def having(self, attribute: str) -> Sequence[Tree]:
        """The elements with an attribute, which can be empty."""
        return self._by_attribute.get(attribute, ())

    def by_value(self, attribute: str) -> Mapping[str, Sequence[Tree]]:
        """The elements with an attribute, by its value."""
        known = self._by_value.get(attribute)
        if known is None:
            known = self._by_value[attribute] = defaultdict(list)
            for element in self.having(attribute):
                known[element.get(attribute, "")].append(element)
        return known

    def shorten(self, attribute: str, chars_max: int) -> None:
        """Cut the longer values of an attribute in the tree."""
        long = [elements for value, elements in self.by_value(attribute).items() if len(value) > chars_max]
        for element in chain.from_iterable(long):
            element.set(attribute, element.get(attribute, "")[:chars_max])
        if long:
            del self._by_value[attribute]
