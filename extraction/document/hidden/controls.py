"""Which closed elements a person can open: tabs, folds, and the targets of controls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cached_property
from itertools import chain, islice

from lxml import etree

from extraction.document.element_index import ElementIndex
from extraction.document.tree import Tree

_BUTTON_INSIDE = etree.XPath("boolean(descendant-or-self::*[self::button or self::summary or @aria-expanded])")
_LABELS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "a", "label", "strong", "b"))
_LABEL_MAX_CHARS, _NEIGHBOURS_MAX = 200, 3
_SIBLINGS_MAX = 40
# React streams parts of a page into elements with such ids. A script moves them to their position.
_STREAMED = re.compile(r"S:[0-9a-f]+")
_OPENED = re.compile(
    r"(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content)s?|accordions?|collaps\w*|faqs?|answers?|toggle\w*|expand\w*|fold\w*|spoilers?|"
    r"read-?(?:more|less)|slides?|slider\w*|swiper\w*|slick\w*|carousel\w*|drop-?downs?|testimonials?|comments?|threads?|repl(?:y|ies))(?:$|[\s_-])",
    re.I,
)


class Controls:
    """What the controls of a page open: closed elements are tabs, folds, slides, or the rest of a text.

    `closed` are all elements of the page that are closed.
    """

    def __init__(self, index: ElementIndex, closed: Collection[Tree]) -> None:
        self._index = index
        self._closed = closed

    def open(self, element: Tree) -> bool:
        """Whether a person can open a closed element."""
        name = element.get("id")
        if element.get("role") == "tabpanel" or (name and (name in self._targets or _STREAMED.fullmatch(name))):
            return True
        parent, before = element.getparent(), element.getprevious()
        if before is not None and _BUTTON_INSIDE(before):
            return True
        if _is_named(element) or (parent is not None and _is_named(parent)):
            return True
        return self._is_one_of_several(element) or self._is_labelled(element) or _has_link_to_the_rest(element)

    def _is_one_of_several(self, element: Tree) -> bool:
        """Whether one of the elements beside it is like it and shown: the slides of a carousel, the comments of a thread."""
        names = set((element.get("class") or "").split())
        siblings = chain(element.itersiblings(), element.itersiblings(preceding=True))
        return bool(names) and any(
            each.tag == element.tag
            and each not in self._closed
            and not names.isdisjoint((each.get("class") or "").split())
            for each in islice(siblings, _SIBLINGS_MAX)
        )

    def _is_labelled(self, element: Tree) -> bool:
        """Whether a shown heading or link is before it, and before other closed elements that are like it: questions."""
        return _label(element) is not None and self._labelled[_shape(element)] > 1

    @cached_property
    def _labelled(self) -> Counter[tuple[str, ...]]:
        labels = ((element, _label(element)) for element in self._closed)
        return Counter(_shape(element) for element, label in labels if label is not None and label not in self._closed)

    @cached_property
    def _targets(self) -> frozenset[str]:
        """The ids of the elements that controls name."""
        values, labels, links = self._index.by_value, self._index.tagged("label"), self._index.tagged("a")
        listed = [name for value in values("aria-controls") for name in value.split()]
        named = [*values("popovertarget"), *values("commandfor"), *(label.get("for", "") for label in labels)]
        addresses = [*(link.get("href", "") for link in links), *values("data-target"), *values("data-bs-target")]
        return frozenset([*listed, *named, *(address[1:] for address in addresses if address[:1] == "#")])


def _is_named(element: Tree) -> bool:
    return bool(_OPENED.search(f"{element.get('class') or ''} {element.get('id') or ''}"[:500]))


def _label(element: Tree) -> Tree | None:
    """The heading or link before an element, if there is one."""
    before = element.getprevious()
    if before is None or not (before.tag in _LABELS or before.get("onclick") or before.get("role") == "button"):
        return None
    return before if 0 < len("".join(before.itertext()).strip()) <= _LABEL_MAX_CHARS else None


def _shape(element: Tree) -> tuple[str, ...]:
    parent = element.getparent()
    return element.tag, element.get("class") or "", (parent.get("class") or "") if parent is not None else ""


def _has_link_to_the_rest(element: Tree) -> bool:
    """Whether a link to nowhere or a button follows it, as `Read more` does."""
    return any(
        each.tag == "button" or (each.tag == "a" and (each.get("href") or "#").lower().startswith(("#", "javascript:")))
        for each in islice(element.itersiblings(), _NEIGHBOURS_MAX)
    )
