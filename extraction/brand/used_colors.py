"""The colours in which a page paints its buttons and its header, most frequent first.

Parts that are not the company's own design are left out: cookie banners, share buttons, messages of success or failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from extraction.brand.css.styles import Styles
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.logo import color

ELEMENTS_MAX = 400
# Elements with the same tag, classes and style are looked up once.
LOOKS_MAX = 60
_ANCESTORS = 3
_BUTTON_TAGS = ("a", "button", "input")
_FOREIGN_WORDS = frozenset(
    "cookie cookies consent gdpr share sharing social whatsapp facebook twitter linkedin alert danger warning success error "
    "info badge tag close delete disabled active current selected".split()
)


def read(document: Document, styles: Styles, areas: PageAreas) -> tuple[str, ...]:
    """The coloured backgrounds of links and buttons by their number, then that of the header."""
    counted: Counter[str] = Counter()
    known: dict[tuple[str | None, ...], str | None] = {}
    for element in islice(document.body.iter(*_BUTTON_TAGS), ELEMENTS_MAX):
        look = (element.tag, element.get("class"), element.get("id"), element.get("style"))
        if look not in known and len(known) < LOOKS_MAX:
            known[look] = _chromatic(styles.painted(element))
        found = known.get(look)
        if found and not _is_foreign(element) and areas.position(element).link != "external":
            counted[found] += 1
    return (*(hex_color for hex_color, _ in counted.most_common()), *_of_header(document, styles))


def _of_header(document: Document, styles: Styles) -> Iterator[str]:
    for header in islice(document.body.iter("header", "nav"), 2):
        if found := _chromatic(styles.painted(header)):
            yield found


def _chromatic(hex_color: str | None) -> str | None:
    return hex_color if hex_color and color.is_chromatic(color.rgb_of(hex_color)) else None


def _is_foreign(element: Tree) -> bool:
    near = (element, *islice(element.iterancestors(), _ANCESTORS))
    return any(_FOREIGN_WORDS.intersection(words_of(one)) for one in near)
