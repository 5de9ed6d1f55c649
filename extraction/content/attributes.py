"""Reads the attributes that a caller names by CSS selector."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contract import limits
from contract.options.page import AttributeSelector
from contract.results.page import Attributes
from extraction.content import selection
from extraction.document.document import Document

# Characters that lxml cannot look for. No attribute's name has them.
_NOT_IN_NAMES = re.compile("[\x00-\x20\x7f\ud800-\udfff\ufffe\uffff]")


def read(document: Document, requested: Sequence[AttributeSelector]) -> tuple[tuple[Attributes, ...], str | None]:
    """The values of each requested attribute in document order, as the page has them, and a sentence if some were cut.

    Nothing must have been removed from the document's tree before.
    """
    left = limits.ATTRIBUTES_MAX_CHARS
    found: list[Attributes] = []
    cut: list[str] = []
    for each in requested:
        values: list[str] = []
        for value in _values(document, each):
            if len(values) == limits.ATTRIBUTE_VALUES_MAX or len(value) > left:
                cut.append(each.selector)
                break
            values.append(value)
            left -= len(value)
        found.append(Attributes(selector=each.selector, attribute=each.attribute, values=tuple(values)))
    sentence = f"`attributes` does not have all values of: {', '.join(dict.fromkeys(cut))}." if cut else None
    return tuple(found), sentence


def without_elements(requested: Sequence[AttributeSelector]) -> tuple[Attributes, ...] | None:
    """The result for a document that has no elements, such as a PDF. None if nothing was requested."""
    return tuple(Attributes(selector=each.selector, attribute=each.attribute, values=()) for each in requested) or None


def _values(document: Document, requested: AttributeSelector) -> Iterator[str]:
    name = requested.attribute.lower()
    if _NOT_IN_NAMES.search(name):
        return
    for element in selection.matching(document.tree, (requested.selector,)):
        if (value := element.get(name)) is not None:
            yield value
