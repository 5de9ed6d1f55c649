"""Removes consent dialogs: their logos, colours and links are the vendor's."""

from __future__ import annotations

import re
from itertools import islice

from extraction.brand.page_areas import words_of
from extraction.content.advertising import BANNER_NAMES
from extraction.document.tree import Tree, drop_all

ELEMENTS_MAX = 200_000
_NAMED = re.compile(BANNER_NAMES, re.I)
_HINT = re.compile(
    r"cook|consent|gdpr|ccpa|privacy|onetrust|ot-|cybot|usercentrics|uc-|cc-|qc-|didomi|fc-|sp_|trust|iubenda|cmp|cky|cli-|borlabs|"
    r"moove|klaro|osano|termly",
    re.I,
)
_WORDS = frozenset(("cookie", "cookies", "consent", "gdpr", "cmp"))
_BOXES = frozenset(("div", "section", "aside", "dialog", "form"))
# A theme may name the whole page after its banner. What contains these is the page.
_PAGE_TAGS = ("main", "h1", "header", "article")


def remove(body: Tree) -> None:
    """Remove the consent dialogs of a page."""
    drop_all(body, [element for element in islice(body.iter(), ELEMENTS_MAX) if _is_dialog(element)])


def is_about_consent(selector: str) -> bool:
    """Whether a rule of a style sheet is about a consent dialog."""
    return bool(_HINT.search(selector) and (_NAMED.search(_labels(selector)) or re.search(r"[.#]ot-|cookie", selector)))


def _labels(selector: str) -> str:
    return selector.replace(".", " ").replace("#", " ")


def _is_dialog(element: Tree) -> bool:
    if not isinstance(element.tag, str) or element.tag in ("html", "body"):
        return False
    label = f"{element.get('class') or ''} {element.get('id') or ''}"
    if not _HINT.search(label[:1_000]):
        return False
    is_box = element.tag in _BOXES and bool(_WORDS.intersection(words_of(element))) and _asks(element)
    return bool(_NAMED.search(label[:1_000]) or is_box) and next(element.iter(*_PAGE_TAGS), None) is None


def _asks(element: Tree) -> bool:
    return next(element.iter("button", "input"), None) is not None
