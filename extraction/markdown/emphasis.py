"""Makes emphasis readable for Markdown: CommonMark reads `**Note:**text` as plain text, but `**Note**:text` as bold."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.tree import HEADINGS, Tree, unwrap_all
from extraction.markdown.tables import CAPTION_BLOCKS

_EMPHASIS = ("b", "strong", "i", "em", "del", "s")
# Elements that the writer puts into emphasis itself.
_EMPHASISED = ("figcaption", "caption", "summary")
_JOINED_MAX = 100
_LAST_SIGNS = re.compile(r"[^\w\s]{1,9}$")
_DIGITS, _FRACTION = re.compile(r"\d[\d.,]*$"), re.compile(r"[.,]?\d")
_FIRST_SIGNS = re.compile(r"^[^\w\s]{1,9}")


def simplify(body: Tree) -> None:
    """Unwrap emphasis in captions, and move punctuation between emphasis and a letter out of the emphasis."""
    if next(body.iter(*_EMPHASIS, *_EMPHASISED), None) is None:
        return
    for caption in list(body.iter(*_EMPHASISED)):
        etree.strip_tags(caption, "b", "strong", "em", "i")
        if next(caption.iter(*CAPTION_BLOCKS), None) is not None:
            caption.tag = "div"
    for heading in body.iter(*HEADINGS):
        etree.strip_tags(heading, "b", "strong")
    for element in body.iter("b", "i"):
        element.tag = "strong" if element.tag == "b" else "em"
    found = list(body.iter(*_EMPHASIS))
    for element in found:
        _join(element)
    unwrap_all(
        body,
        [
            element
            for element in found
            if _has_only_signs(element) or _is_repeated(element) or _is_part_of_number(element)
        ],
    )
    unwrap_all(body, [_shorter(*pair) for element in body.iter(*_EMPHASIS) for pair in _adjacent(element)])
    for element in body.iter(*_EMPHASIS):
        if element.tail and element.tail[0].isalnum():
            _move_last_signs(element)
        if _letter_before(element):
            _move_first_signs(element)


def _join(element: Tree) -> None:
    """Join emphasis with equal emphasis directly after it: Markdown reads `*one**two*` as one piece with stars in it."""
    for _ in range(_JOINED_MAX):
        after = element.getnext()
        if (
            after is None
            or (element.tail and not element.tail.isspace())
            or after.tag != element.tag
            or element.getparent() is None
        ):
            return
        text = (" " if element.tail else "") + (after.text or "")
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text
        element.tail = after.tail
        element.extend(list(after))
        element.getparent().remove(after)


def _is_part_of_number(element: Tree) -> bool:
    """Whether it is the first part of a number, as in `<b>1,299</b>.00`: numbers stay as they are written."""
    if len(element) or not _DIGITS.match(element.text or ""):
        return False
    after = element.getnext()
    following = element.tail or (
        (after.text or "") if after is not None and after.tag in ("sup", "span", "small") else ""
    )
    return bool(_FRACTION.match(following))


def _is_repeated(element: Tree) -> bool:
    """Whether it is inside equal emphasis."""
    return next(element.iterancestors(element.tag), None) is not None


def _adjacent(element: Tree) -> list[tuple[Tree, Tree]]:
    """The element and other emphasis directly after it: `**one***two*` shows stars."""
    after = element.getnext()
    return [(element, after)] if after is not None and not element.tail and after.tag in _EMPHASIS else []


def _shorter(first: Tree, second: Tree) -> Tree:
    return first if len("".join(first.itertext())) < len("".join(second.itertext())) else second


def _has_only_signs(element: Tree) -> bool:
    """Whether it has no letter or digit: `word**.**` would show the stars."""
    return not len(element) and not any(map(str.isalnum, element.text or ""))


def _move_last_signs(element: Tree) -> None:
    inner = element
    while len(inner) and not inner[-1].tail and inner[-1].tag in _EMPHASIS:
        inner = inner[-1]
    last = inner[-1] if len(inner) else None
    text = (inner.text if last is None else last.tail) or ""
    found = _LAST_SIGNS.search(text)
    if not found:
        return
    if last is None:
        inner.text = text[: found.start()]
    else:
        last.tail = text[: found.start()]
    element.tail = found[0] + (element.tail or "")


def _letter_before(element: Tree) -> bool:
    before, above = element.getprevious(), element.getparent()
    text = before.tail if before is not None else above.text if above is not None else None
    return text is not None and text[-1:].isalnum()


def _move_first_signs(element: Tree) -> None:
    found = _FIRST_SIGNS.search(element.text or "")
    if not found:
        return
    element.text = (element.text or "")[found.end() :]
    before, above = element.getprevious(), element.getparent()
    if before is not None:
        before.tail = (before.tail or "") + found[0]
    else:
        above.text = (above.text or "") + found[0]
