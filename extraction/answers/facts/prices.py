"""The price that a page shows near its main heading, without a label."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import is_struck_out, text_of
from extraction.answers.values import numbers
from extraction.document.document import Document
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree, all_text, has_more_elements

_CANDIDATES_MAX = 300
_ELEMENTS_MAX = 8
_TEXT_MAX_CHARS = 48
_CURRENCY = (
    r"(?:[$€£¥₹₽₩₺₴]|US\$|R\$|C\$|A\$|kr\.?|zł|Kč|Ft|lei|руб\.?|円|元|원|TL|CHF|ر\.س|د\.إ|ج\.م|د\.ك|ريال|درهم|[A-Z]{3})"
)
_AMOUNT = r"\d[\d.,'’\u00a0\u202f ]{0,14}(?:[.,](?:-|–|—))?"
_PRICE = re.compile(
    rf"^(?:{_CURRENCY}\s?{_AMOUNT}(?:\s?[A-Z]{{3}})?|{_AMOUNT}\s?{_CURRENCY})\s*\*?(?:\s*\(?(?:inkl|incl|zzgl|excl|ttc|iva|tva|vat|mwst|税込|税抜|tax)[^0-9]{{0,30}})?$",
    re.I,
)
_IN_TEXT = re.compile(r"(?:^|\s)(?:[$€£¥₹₽₩₺₴]|US\$|R\$|C\$|A\$)\s?\d|\d\s?(?:[€£₹₽₩₺₴]|zł|Kč|円|元|원)(?:$|\W)")
_AMOUNTS = re.compile(r"(?:[$€£¥₹₽₩₺₴]|US\$|R\$)\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:[€£₹₽₩₺₴]|zł|Kč|円|元|원)")
_NOT_CURRENT = re.compile(
    r"(?:^|[\s_-])(?:old|was|before|former|regular|list|rrp|msrp|uvp|strike\w*|crossed|compare\w*|original|previous|orig\w*|orgnl|prev|strk\w*|normal|mrp|statt|save|saving\w*|"
    r"discount|shipping|versand|delivery|unit-?price|per-?unit|grundpreis|installment\w*|monthly|deposit|from-?price)(?:$|[\s_-])",
    re.I,
)
_WITH = re.compile(r"\bwith-[\w-]+")
_ANCESTORS_LOOKED_AT = 4
_BLOCK_ELEMENTS_MAX = 300
# Longer elements are not prices, whatever blanks they have.
_RAW_MAX_CHARS, _DIGIT = 600, re.compile(r"\d")
_BETWEEN_MAX_CHARS = 1_500


@dataclass(frozen=True)
class ShownPrice:
    """An amount, and its text on the page."""

    amount: Decimal
    text: str


Priced = list[tuple[Tree, ShownPrice]]


def main_price(document: Document, candidates: Priced, title: str = "") -> ShownPrice | None:
    """The only price of the smallest part of the page that has the main heading and a price. None if there are several.

    Struck-out and former prices, prices of a unit and blocks about other entities do not count.
    """
    if not candidates:
        return None
    heading = next(document.body.iter("h1"), None)
    if heading is None:
        headings = islice(document.body.iter("h2"), _CANDIDATES_MAX)
        heading = next((one for one in headings if (text := all_text(one).strip()) and title.startswith(text)), None)
    if heading is None:
        return None
    owners = {id(element): price for element, price in candidates}
    part = heading.getparent()
    while part is not None:
        inside = [element for element in part.iter() if id(element) in owners]
        if inside:
            return _only([owners[id(element)] for element in inside]) if _is_near(heading, inside[0], part) else None
        part = part.getparent()
    return None


def _is_near(heading: Tree, element: Tree, part: Tree) -> bool:
    """Whether no other heading and no long text is between the main heading and a price after it."""
    title, started, chars = all_text(heading).strip(), False, 0
    for between in part.iter():
        if between is heading:
            started = True
        elif between is element:
            return True
        elif started and isinstance(between.tag, str):
            chars += len((between.text or "").strip()) if between.tag not in ("script", "style") else 0
            is_section = between.tag in ("h2", "h3") and title not in (text := all_text(between).strip()) and bool(text)
            if is_section or chars > _BETWEEN_MAX_CHARS:
                return False
    return True


def main_block(document: Document, candidates: Priced) -> list[Tree]:
    """The page's own elements in the smallest part that has the main heading and a price. Empty if it is a large part."""
    heading = next(document.body.iter("h1"), None)
    owners = {element for element, _ in candidates}
    part = heading.getparent() if heading is not None else None
    while part is not None and part is not document.body:
        inside = [element for element in islice(part.iter(), _BLOCK_ELEMENTS_MAX + 1) if isinstance(element.tag, str)]
        if len(inside) > _BLOCK_ELEMENTS_MAX:
            return []
        first = next((element for element in inside if element in owners), None)
        if first is not None and heading is not None:
            if not _is_near(heading, first, part):
                return []
            return [element for element, is_outside in areas.own_elements(document, part) if not is_outside]
        part = part.getparent()
    return []


def has_amount(text: str) -> bool:
    """Whether a short text names an amount of money with the sign of a currency."""
    return _IN_TEXT.search(text) is not None


def is_price(text: str) -> bool:
    """Whether a whole text is one amount of money."""
    return len(text) <= _TEXT_MAX_CHARS and _PRICE.match(text) is not None


def amounts(text: str) -> set[str]:
    """The different amounts with the sign of a currency in a short text."""
    return {numbers.digits(found) for found in _AMOUNTS.findall(text[:2_000])}


def _only(prices: list[ShownPrice]) -> ShownPrice | None:
    return prices[0] if len({price.amount for price in prices}) == 1 else None


def candidates(document: Document, *, comma: bool) -> Priced:
    """The page's own elements that show a current price.

    Args:
        comma: the page writes decimals with a comma.
    """
    own = (element for element, is_outside in areas.own_elements(document) if not is_outside)
    return [(element, price) for element, price in shown_in(own, comma=comma) if is_current(element)]


def shown_in(elements: Iterable[Tree], *, comma: bool, free: bool = False) -> Priced:
    """The elements whose whole text is one price, also a former one.

    Args:
        free: an amount of zero is a price, not an empty cart.
    """
    found: Priced = []
    for element in elements:
        if len(found) >= _CANDIDATES_MAX or element.tag in ("h1", "header", "label"):
            continue
        # First of all, or the text of the page would be read again for every block around it.
        if not len(element):
            if not element.text or not _DIGIT.search(element.text):
                continue
        elif has_more_elements(element, _ELEMENTS_MAX):
            continue
        whole = all_text(element)
        if len(whole) > _RAW_MAX_CHARS or not _DIGIT.search(whole):
            continue
        text = _text(element)
        if len(element) and not _PRICE.match(text):
            # A former price, a footnote or a label may be inside the element of the price.
            own = (element.text, *(child.tail for child in element))
            text = " ".join(filter(None, ((part or "").strip() for part in own)))
        if len(text) <= _TEXT_MAX_CHARS and _PRICE.match(text):
            amount = numbers.of_text(text, money=True, comma=comma)
            if amount or (free and amount == 0):
                found.append((element, ShownPrice(amount, text)))
    return found


def _text(element: Tree) -> str:
    """The text of a price, also of one that is struck out as a whole."""
    if is_struck_out(element) and element.tag not in ("script", "style", "template"):
        return " ".join(all_text(element).split())
    return text_of(element, _ELEMENTS_MAX)


def _name_of(element: Tree) -> str:
    """The classes and the id of an element. A price "with list price" is not the list price."""
    return _WITH.sub("", f"{element.get('class') or ''} {element.get('id') or ''}"[:500])


@remembered(500_000)
def _is_not_current(name: str) -> bool:
    return _NOT_CURRENT.search(name) is not None


def is_current(element: Tree) -> bool:
    """Whether no element around a price says that it is a former price or another kind of price."""
    around: Tree | None = element
    for _ in range(_ANCESTORS_LOOKED_AT):
        if around is None or around.tag in ("body", "main"):
            return True
        if is_struck_out(around) or _is_not_current(_name_of(around)):
            return False
        if around.tag in ("section", "article"):
            return True
        around = around.getparent()
    return True
