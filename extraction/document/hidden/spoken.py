"""Text for screen readers that says what the page shows in another way, so it is part of the page."""

from __future__ import annotations

from extraction.document.tree import Tree

_MAX_CHARS = 60
_SIGN_MAX_CHARS, _TITLE_MAX_CHARS = 20, 500
# Elements that are often no more than a drawn sign with a word for screen readers, such as a tick in a table.
_SIGN_TAGS = frozenset(("td", "th", "abbr"))


def is_shown_otherwise(element: Tree) -> bool:
    """Whether it repeats its neighbour, is the word of a drawn sign, or is the page's name."""
    text = _letters(element)
    if not text or len(text) > _MAX_CHARS:
        return False
    return _repeats_neighbour(element, text) or _is_sign(element, text) or _is_page_name(element, text)


def _repeats_neighbour(element: Tree, text: str) -> bool:
    """`$29.99` beside `$`, `29` and `99`, which screen readers skip."""
    return any(
        each is not None and each.get("aria-hidden") == "true" and _letters(each) == text
        for each in (element.getnext(), element.getprevious())
    )


def _is_sign(element: Tree, text: str) -> bool:
    """`Yes` as the only text of a table cell with a drawn tick."""
    around = element.getparent()
    return around is not None and around.tag in _SIGN_TAGS and len(text) <= _SIGN_MAX_CHARS and _letters(around) == text


def _is_page_name(element: Tree, text: str) -> bool:
    """A main heading that is in the page's title, after a drawn logo."""
    if element.tag != "h1":
        return False
    title = element.getroottree().getroot().find("head/title")
    name = (title.text or "")[:_TITLE_MAX_CHARS] if title is not None else ""
    return text.casefold() in "".join(filter(str.isalnum, name)).casefold()


def _letters(element: Tree) -> str:
    """The letters and digits of an element. Of long texts, only enough to know that they are too long."""
    found = ""
    for text in element.itertext():
        found += "".join(filter(str.isalnum, text[: _MAX_CHARS * 4]))
        if len(found) > _MAX_CHARS:
            break
    return found
