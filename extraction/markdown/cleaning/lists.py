"""Puts lists in order: lists inside lists, first numbers, empty lines between items, items of one list, cards in a row."""

from __future__ import annotations

from itertools import groupby, islice

from extraction.document.tree import HEADINGS, Tree, all_text, unwrap_all

WRAPPERS = ("div", "section", "p", "span")
_DEPTH_MAX = 5
_AROUND_TITLE_MAX = 20
# Cards that are written alike and follow each other are the items of a list.
_AROUND_CARDS, _CARDS = ("div", "section", "main"), frozenset(("div", "article", "section"))
_CARDS_MIN, _CARD_WORDS_MIN, _CARD_WORDS_MAX, _LINES_MIN = 3, 2, 60, 2
_CARD_ELEMENTS_MAX = 60
_LINES = ("div", "p")
# A card with one of these is distinguished by it, or is a part of the page.
_NO_CARD = frozenset(
    (*HEADINGS, "table", "pre", "ol", "blockquote", "form", "hr", "section", "article", "dl", "details")
)
_NO_CARDS_IN = ("li", "td", "th", "a", "blockquote", "dd")


def nest(body: Tree) -> None:
    """Move a list that is a direct child of a list into the item before it."""
    for inner in [
        found
        for found in body.iter("ul", "ol")
        if found.getparent() is not None and found.getparent().tag in ("ul", "ol")
    ]:
        before = inner.getprevious()
        if before is not None and before.tag == "li":
            inner.tail = None
            before.append(inner)


def lift_title(body: Tree) -> None:
    """Unwrap the lists around the main heading: breadcrumbs and layouts. A list of several main headings stays."""
    title = next(body.iter("h1"), None)
    if title is None:
        return
    around = list(islice(title.iterancestors("ul", "ol", "li"), _AROUND_TITLE_MAX))
    while around and (around[-1].tag == "li" or len(list(islice(around[-1].iter("h1"), 2))) > 1):
        around.pop()
    for part in around:
        for each in (part, *part.iterchildren("li")):
            each.tag = "div"


def number(body: Tree) -> None:
    """Start an ordered list with the number of its first item."""
    for numbered in body.iter("ol"):
        first = next(numbered.iterchildren("li"), None)
        value = first.get("value") if first is not None else None
        if value and value.isdecimal() and len(value) < 10:
            numbered.set("start", value)


def tighten(body: Tree) -> None:
    """Write the items of a list without empty lines if each has one paragraph."""
    needless: list[Tree] = []
    for listed in body.iter("ul", "ol"):
        items = [item for item in listed if item.tag == "li"]
        if all(map(_is_one_paragraph, items)):
            needless += [item[0] for item in items]
    unwrap_all(body, needless)


def _is_one_paragraph(item: Tree) -> bool:
    """Whether an item is one paragraph, perhaps with a list after it."""
    if not len(item) or item[0].tag != "p" or (item.text or "").strip():
        return False
    return all(part.tag in ("ul", "ol") and not (part.getprevious().tail or "").strip() for part in item[1:])


def unwrap_items(body: Tree) -> None:
    """Replace an item whose only content is a list (as in menus) by the items of that list."""
    needless: list[Tree] = []
    for item in body.iter("li"):
        # The cheapest condition of `_around_list` first: most items have only text.
        if len(item) == 1 and (parent := item.getparent()) is not None and parent.tag in ("ul", "ol"):
            needless += _around_list(item)
    unwrap_all(body, needless)


def _around_list(item: Tree) -> list[Tree]:
    """The item, the elements around the list that is all of its content, and that list. Otherwise empty."""
    found = [item]
    for _ in range(_DEPTH_MAX):
        above = found[-1]
        if len(above) != 1 or (above.text or "").strip() or (above[0].tail or "").strip():
            return []
        found.append(above[0])
        if above[0].tag in ("ul", "ol"):
            return found
        if above[0].tag not in WRAPPERS:
            return []
    return []


def of_cards(body: Tree) -> None:
    """Make a list of cards in a row, such as the products of a shop, that no heading distinguishes."""
    for parent in list(body.iter(*_AROUND_CARDS)):
        if len(parent) < _CARDS_MIN or next(parent.iterancestors(*_NO_CARDS_IN), None) is not None:
            continue
        for (tag, label), run in groupby(list(parent), key=lambda child: (child.tag, child.get("class"))):
            cards = list(run)
            if tag in _CARDS and label and len(cards) >= _CARDS_MIN and all(map(_is_card, cards)):
                _as_items(cards)


def _is_card(card: Tree) -> bool:
    """Whether an element has some short lines and nothing else."""
    if not len(card) or (card.tail and not card.tail.isspace()):
        return False
    # Hostile pages have elements in elements without end. A large one is not a card.
    inside = list(islice(card.iterdescendants(), _CARD_ELEMENTS_MAX + 1))
    if len(inside) > _CARD_ELEMENTS_MAX or any(
        element.tag in _NO_CARD or element.get("role") == "heading" for element in inside
    ):
        return False
    if not _CARD_WORDS_MIN <= len(all_text(card).split()) <= _CARD_WORDS_MAX:
        return False
    lines = sum(1 for line in inside if line.tag in _LINES and line.text and not line.text.isspace())
    return lines >= _LINES_MIN


def _as_items(cards: list[Tree]) -> None:
    listed = cards[0].makeelement("ul", {})
    cards[0].addprevious(listed)
    for card in cards:
        card.tag, card.tail = "li", None
        listed.append(card)
        for line in card.iterdescendants("p"):
            line.tag = "div"
