"""Separates words that only a style sheet sets apart: `<span>Brand</span><span>Name</span>`."""

from __future__ import annotations

import re

from extraction.document.tree import Tree, all_text

_CHANGES = frozenset(("del", "s", "strike", "ins"))
_PARTS = ("span", "time", "a", "label", "b", "strong", "small", *_CHANGES)
# The end of an amount of money. The cents may follow in another element.
_AMOUNT = re.compile(r"(?:\d\s?[€£¥₹₽₩₺₴₫₪$]|[€£¥₹₽₩₺₴₫₪$]\s?\d[\d.,]{0,12})$")
_AMOUNT_CHARS = 16
_CURRENCIES = "€£¥₹₽₩₺₴₫₪$"
_PRICE = re.compile(r"[€£¥₹₽₩₺₴₫₪$]\s?\d")
# Two links or labels in a row are two texts. Other parts may be one word, such as a word with a large first letter.
_ALWAYS = frozenset((("a", "a"), ("label", "label")))
_SHORT = 3
# Rows consist of elements in a line. Those with a class may be fewer.
_ROWS, _ROW_PARTS = ("div", "li", "p", "td"), frozenset(("span", "b", "strong", "em", "small", "label", "time"))
_ROW_PARTS_MAX, _ROWS_MIN, _UNNAMED_ROWS_MIN, _PAIR = 8, 2, 3, 2
_ROW_CHARS_MAX = 120
_WORD, _VALUE = re.compile(r"[^\W\d_]{3}"), re.compile(r"[\d€£¥₹₽₩₺₴₫₪$]")
_OPENS = re.compile(r"[\w€£¥₹₽₩₺₴₫₪$(\[„«+]")
_CLOSES = re.compile(r"[\w)\].%°”»:€£¥₹₽₩₺₴₫₪$]$")
# The tag and class of each part of a row.
_Written = tuple[tuple[str, str | None], ...]


def separate(body: Tree) -> None:
    """Put a blank between words of neighbouring elements."""
    _separate_rows(body)
    for element in body.iter(*_PARTS):
        if element.tail:
            continue
        after = element.getnext()
        if after is not None and after.tag in _PARTS and _are_words(element, after):
            element.tail = " "


def _separate_rows(body: Tree) -> None:
    """Put blanks between the parts of rows that are written alike, such as `<span>3 rooms</span><span>94 m²</span>`."""
    groups: dict[tuple[str, str | None, str | None, _Written], list[Tree]] = {}
    for row in body.iter(*_ROWS):
        if 2 <= len(row) <= _ROW_PARTS_MAX and row[0].tag in _ROW_PARTS and _is_row(row):
            above = row.getparent()
            written = tuple((part.tag, part.get("class")) for part in row)
            # The entries of a list are alike, whatever their classes.
            label = None if row.tag == "li" else row.get("class")
            key = (row.tag, label, None if above is None else above.get("class"), written)
            groups.setdefault(key, []).append(row)
    for (tag, label, _, written), rows in groups.items():
        are_named = all(name is not None for _, name in written)
        # Editors write each run of a text as an element without a class.
        if not are_named and (tag == "p" or len(written) > _PAIR):
            continue
        is_named = are_named or label is not None
        if len(rows) >= (_ROWS_MIN if is_named else _UNNAMED_ROWS_MIN):
            for row in rows:
                _separate_parts(row)
        elif is_named and len(written) == 2 and written[0] != written[1]:
            for row in rows:
                if _is_label_and_number(row):
                    _separate_parts(row)


def _is_row(row: Tree) -> bool:
    """Whether a row consists of short texts, each in its own element."""
    if row.text and not row.text.isspace():
        return False
    for part in row:
        if part.tag not in _ROW_PARTS or (part.tail and not part.tail.isspace()):
            return False
        if any(inner.tag not in _ROW_PARTS and inner.tag != "a" for inner in part.iterdescendants()):
            return False
    return True


def _separate_parts(row: Tree) -> None:
    texts = [" ".join(all_text(part).split()) for part in row]
    if sum(map(len, texts)) > _ROW_CHARS_MAX or not all(texts):
        return
    for part, text, after in zip(row, texts, texts[1:], strict=False):
        if (
            not part.tail
            and (_WORD.search(text) or _WORD.search(after))
            and _CLOSES.search(text)
            and _OPENS.match(after)
        ):
            part.tail = " "


def _is_label_and_number(row: Tree) -> bool:
    label, value = map(all_text, row)
    return _WORD.search(label) is not None and _VALUE.search(label) is None and _VALUE.match(value.strip()) is not None


def _are_words(element: Tree, after: Tree) -> bool:
    first, second = _last_text(element), _first_text(after)
    if (
        first
        and second
        and first[-1] in _CURRENCIES
        and second[0].isdigit()
        and any(map(str.isdigit, all_text(element)))
    ):
        return True  # `248.000€` and `265.000 €`
    if first and second and _AMOUNT.search(first[-_AMOUNT_CHARS:]):
        if second[0].isalpha() or _PRICE.match(second):
            return True
        return not _CHANGES.isdisjoint((_last_tag(element), _first_tag(after)))
    if not (first and second and _is_cased(first[-1]) and _is_cased(second[0])):
        return False
    if first[-1].isdigit() and second[0].isdigit() and _WORD.search(first):
        return True  # `30 Sep 2026` and `3/5`
    if element.get("class") and after.get("class") and first[-1].isdigit() != second[0].isdigit():
        # `9,3` and `of 41 reviews`, `Stand` and `36,00`
        return (_WORD.search(first) if second[0].isdigit() else _WORD.match(second)) is not None
    if (element.tag, after.tag) in _ALWAYS or (element.tag, _first_tag(after)) in _ALWAYS:
        return True
    # `MerrellMoab 3 Mid`, but not `YouTube` or `McDonald`.
    return (
        not first[-1].isupper() and second[0].isupper() and min(len(first), len(second)) >= _SHORT
        and (" " in first or " " in second)
    )  # fmt: skip


def _is_cased(sign: str) -> bool:
    return sign.isupper() or sign.islower() or sign.isdigit()


def _last_text(element: Tree) -> str:
    while len(element):
        if element[-1].tail:
            return element[-1].tail
        element = element[-1]
    return element.text or ""


def _last_tag(element: Tree) -> str:
    while len(element) and not element[-1].tail:
        element = element[-1]
    return str(element.tag)


def _first_tag(element: Tree) -> str:
    while not element.text and len(element):
        element = element[0]
    return str(element.tag)


def _first_text(element: Tree) -> str:
    while not element.text and len(element):
        element = element[0]
    return element.text or ""
