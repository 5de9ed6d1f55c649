"""The marks of the browser on the elements of a rendered page that no person sees.

If the browser read all elements, its marks decide alone: it knows all style sheets, and what scripts changed. Otherwise they add to
what the page's attributes, styles and classes say.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import cast

from extraction.document.element_index import ElementIndex
from extraction.document.hidden import classes, spoken
from extraction.document.hidden.inline_styles import Hiding
from extraction.document.tree import Tree

# The browser writes it into the elements that it does not show. A page that contains it hides only its own text.
MARK = "orbweaver-hidden"
# The first characters of a rendered page whose marks are complete. A page cannot write them: its text begins with its doctype or an
# element.
COMPLETE = "<!--orbweaver-hidden-->"
# A page cannot contain an attribute with a namespace, because HTML has none.
_IS_COMPLETE = "{orbweaver}complete"
_MARKS = re.compile(rf' {MARK}="(?:never|closed|faded)"')


def without_marks(html: str) -> str:
    """The text of a rendered page as the browser had it."""
    return _MARKS.sub("", html.removeprefix(COMPLETE)) if MARK in html else html


def trust(tree: Tree) -> None:
    """Note that the marks of this page are complete. Only for pages that this installation rendered."""
    tree.set(_IS_COMPLETE, "")


def are_complete(tree: Tree) -> bool:
    """Whether the marks decide alone."""
    return tree.get(_IS_COMPLETE) is not None


def hiding(element: Tree) -> Hiding | None:
    """How the browser hides an element, or None."""
    found = element.get(MARK)
    return cast(Hiding, found) if found in ("never", "closed", "faded") else None


def find(index: ElementIndex) -> dict[Tree, Hiding]:
    """The elements that a complete page hides, and words that a browser draws as icons."""
    marked = {element: how for element in index.having(MARK) if (how := hiding(element))}
    found = {
        element: how for element, how in marked.items() if how != "never" or not spoken.is_shown_otherwise(element)
    }
    icons = (elements for value, elements in index.by_value("class").items() if classes.is_icon(value))
    return found | dict.fromkeys(chain.from_iterable(icons), "never")
