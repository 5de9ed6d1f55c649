"""Which elements of a page no person sees: hidden by an attribute, by their own style, or by a rule of a style sheet.

Tabs and folds that a control of the page opens count as visible. Scripts are not run. `aria-hidden` hides nothing: it is about
screen readers, and the text is on the screen.
"""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.hidden_styles import Hiding, HidingRules, hiding
from extraction.document.tree import Tree

# A page cannot contain an attribute with a namespace, because HTML has none.
_MARK = "{orbweaver}hidden"
# Of the page's text. Pages hide a large part of it only until a script has run.
SHARE_MAX, ALWAYS_CHARS = 0.15, 200
_WITH_STYLE = etree.XPath("descendant::*[@style]")
_TEXTS = etree.XPath("descendant::text()[not(parent::script or parent::style or parent::noscript)]")
_CONTROLS = ("aria-controls", "data-target", "data-bs-target", "href")
_STREAMED = re.compile(r"S:[0-9a-f]+")
_OPENED = re.compile(
    r"(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content)s?|accordions?|collaps\w*|faqs?|answers?|toggle\w*|expand\w*|fold\w*|spoilers?|"
    r"read-?more)(?:$|[\s_-])",
    re.I,
)


def mark(tree: Tree) -> None:
    """Mark the hidden elements of a page for `is_hidden`. Marking twice has no effect."""
    if tree.get(_MARK) is not None:
        return
    tree.set(_MARK, "no")
    for element in find(tree):
        element.set(_MARK, "")


def is_hidden(element: Tree) -> bool:
    """Whether an element is marked as hidden. Elements inside of it are not marked."""
    return element.get(_MARK) == ""


def find(tree: Tree) -> list[Tree]:
    """The hidden elements of a page. A part with much of the page's text counts as shown."""
    rules, targets = HidingRules(tree), _targets(tree)
    most_chars = max(ALWAYS_CHARS, SHARE_MAX * _chars(tree))
    return [
        element for element in tree.iter()
        if (how := _own(element) or rules.of(element)) is not None
        and not (how == "closed" and _is_opened(element, targets)) and _chars(element) <= most_chars
    ]  # fmt: skip


def never_visible(body: Tree) -> list[Tree]:
    """The elements below `body` whose own style hides them in a way that no control undoes, such as a font size of 0.

    Much faster than `find`, because style sheets are not read.
    """
    found = [element for element in _WITH_STYLE(body) if hiding(element.get("style", "")) == "never"]
    if not found:
        return []
    most_chars = max(ALWAYS_CHARS, SHARE_MAX * _chars(body))
    return [element for element in found if _chars(element) <= most_chars]


def _chars(element: Tree) -> int:
    return sum(map(len, _TEXTS(element)))


def _own(element: Tree) -> Hiding | None:
    style = element.get("style")
    how = hiding(style) if style else None
    # Browsers show an element with this value when a person searches for its text.
    hidden = element.get("hidden")
    return "closed" if how is None and hidden is not None and hidden != "until-found" else how


def _targets(tree: Tree) -> frozenset[str]:
    """The ids of elements that links and buttons of the page open."""
    found: set[str] = set()
    for element in tree.iter("a", "button", "label", "li", "div", "span", "h2", "h3", "h4", "summary"):
        for name in _CONTROLS:
            value = element.get(name) or ""
            if name == "aria-controls":
                found.update(value.split())
            elif value.startswith("#") and len(value) > 1:
                found.add(value[1:])
    return frozenset(found)


def _is_opened(element: Tree, targets: frozenset[str]) -> bool:
    """Whether a person can open a closed element: it is a tab, a fold, or the target of a control."""
    if element.get("role") == "tabpanel" or element.get("id") in targets:
        return True
    # React streams parts of a page in this form. A script moves them to their place.
    if _STREAMED.fullmatch(element.get("id") or ""):
        return True
    parent, before = element.getparent(), element.getprevious()
    if before is not None and before.xpath(
        "boolean(descendant-or-self::*[self::button or self::summary or @aria-expanded])"
    ):
        return True
    return any(
        _OPENED.search(f"{each.get('class') or ''} {each.get('id') or ''}"[:500])
        for each in (element, parent) if each is not None
    )  # fmt: skip
