"""Which parts of a page describe its own subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extraction.document.document import Document
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.tree import Tree

_OTHER_TAGS = frozenset("script style template noscript nav aside svg select form iframe".split())
_OTHER_LABELS = re.compile(
    r"(?:^|[\s_-])(?:related|recommend\w*|similar|upsells?|cross-?sells?|also-(?:like|bought|viewed)|sponsored|advert\w*|cookie\w*|"
    r"comments?|reviews?-?list|customer-?reviews?|sidebar|breadcrumbs?|nav|menu|carousel|newsletter|recently|popular|trending|more-\w+|you-may\w*)(?:$|[\s_-])",
    re.I,
)
_ELEMENTS_MAX = 60_000


def own_elements(document: Document) -> Iterator[tuple[Tree, bool]]:
    """Every element outside navigation, hidden parts and boxes about other things, and whether it stands in a footer."""
    mark(document.index)
    body = document.body
    skipped: Tree | None = None
    footers = seen = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            seen += 1
            if seen > _ELEMENTS_MAX:
                return
            if skipped is None and element is not body and is_other(element):
                skipped = element
            footers += element.tag == "footer"
            if skipped is None:
                yield element, footers > 0
        else:
            footers -= element.tag == "footer"
            if skipped is element:
                skipped = None


def is_other(element: Tree) -> bool:
    """Whether the element is navigation, hidden, or a box about other things, by its tag, class and id."""
    if element.tag in _OTHER_TAGS or is_hidden(element):
        return True
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    return bool(len(name) > 1 and len(name) < 500 and _OTHER_LABELS.search(name))
