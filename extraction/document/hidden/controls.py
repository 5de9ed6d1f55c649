"""Which closed elements a person can open: tabs, folds, and the targets of controls."""

from __future__ import annotations

import re
from functools import cached_property

from lxml import etree

from extraction.document.tree import Tree

_lists_of_ids = etree.XPath("descendant::*/@aria-controls", smart_strings=False)
_ids = etree.XPath("descendant::*/@popovertarget|descendant::*/@commandfor|descendant::label/@for", smart_strings=False)
_addresses = etree.XPath(
    "descendant::a/@href[starts-with(., '#')]|descendant::*/@data-target|descendant::*/@data-bs-target", smart_strings=False
)
_BUTTON_INSIDE = etree.XPath("boolean(descendant-or-self::*[self::button or self::summary or @aria-expanded])")
# React streams parts of a page into elements with such ids. A script moves them to their place.
_STREAMED = re.compile(r"S:[0-9a-f]+")
_OPENED = re.compile(
    r"(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content)s?|accordions?|collaps\w*|faqs?|answers?|toggle\w*|expand\w*|fold\w*|spoilers?|"
    r"read-?more)(?:$|[\s_-])",
    re.I,
)


class Targets:
    """The elements of a page that its links and buttons open."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def is_opened(self, element: Tree) -> bool:
        """Whether a person can open a closed element: it is a tab, a fold, or the target of a control."""
        name = element.get("id")
        if element.get("role") == "tabpanel" or (name and (name in self._names or _STREAMED.fullmatch(name))):
            return True
        parent, before = element.getparent(), element.getprevious()
        if before is not None and _BUTTON_INSIDE(before):
            return True
        return any(
            _OPENED.search(f"{each.get('class') or ''} {each.get('id') or ''}"[:500])
            for each in (element, parent) if each is not None
        )  # fmt: skip

    @cached_property
    def _names(self) -> frozenset[str]:
        """The ids of the elements that controls name."""
        listed = [name for value in _lists_of_ids(self._tree) for name in value.split()]
        addressed = [value[1:] for value in _addresses(self._tree) if value.startswith("#")]
        return frozenset([*listed, *addressed, *_ids(self._tree)])
