"""The areas of a page: its header, its footer, and the link that an element belongs to.

A header is where a page begins: it ends at the first heading, whatever the classes and tags around both are called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from extraction.document.addresses import absolute
from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.links.sites import site_of

ANCESTORS_MAX = 60
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEADER_WORDS = frozenset(("header", "masthead", "navbar", "topbar", "navigation", "topnav", "appbar"))
_FOOTER_WORDS = frozenset(("footer", "colophon"))
_HOME_PATH = re.compile(r"/?(?:index\.(?:html?|php|aspx?)|home/?|[a-z]{2}(?:[-_][a-z]{2})?/?)?$", re.I)
_CONTENT_TAGS = frozenset(("article", "section", "main", "aside"))
# Tags of content inside which no header of the page begins, not even before the first heading.
_ASIDE_TAGS = frozenset(("article", "aside"))
# The first elements, among which the first heading is looked for.
TOP_MAX = 5_000
# The last elements, among which the copyright line is looked for.
BOTTOM_MAX = 300
_COPYRIGHT = re.compile(r"©|\(c\)\s*\d{4}|\bcopyright\b", re.I)
# What the block around a copyright line does not have, unless it is more than the foot of the page.
_ABOVE_FOOTER = ("header", "main", "article", "section", "h1", "h2", "form")
_HIDDEN_WORDS = frozenset(("sr", "visually", "screen", "hidden", "offscreen", "accessibility", "assistive"))
_MARKS = ("img", "svg", "object", "amp-img", "picture")


@dataclass(frozen=True)
class Position:
    """Where an element is. `link` is `home`, `external`, `internal`, or None outside links."""

    in_header: bool = False
    in_footer: bool = False
    link: str | None = None


def words_of(element: Tree, *names: str) -> list[str]:
    """The words in an element's class, id and the named attributes, in lower case: `siteLogo-main` has three."""
    text = " ".join(element.get(name) or "" for name in ("class", "id", *names))
    return [word.lower() for word in _WORD.findall(text[:1_000])]


class PageAreas:
    """Answers where elements of one page are. Each ancestor is judged once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._site = site_of(document.url)
        # Keeps the elements as keys, so that lxml does not make new objects for them.
        self._positions: dict[Tree, Position] = {}
        self._top = self._before_content()
        # A page whose header follows its content: the first one counts.
        self._late_header = None if self._opens_early() else self._first_header()
        self._home_mark = next((element for element in self._top if self._is_home_mark(element)), None)
        self._copyright_block = self._last_block_with_copyright()

    @property
    def has_home_mark(self) -> bool:
        """Whether the page begins with an image that leads to the home page."""
        return self._home_mark is not None

    @property
    def home_link(self) -> Tree | None:
        """The link around that image."""
        return self._home_mark

    def position(self, element: Tree) -> Position:
        """The position of an element."""
        path: list[Tree] = []
        at: Tree | None = element
        while at is not None and at not in self._positions and len(path) < ANCESTORS_MAX:
            path.append(at)
            at = at.getparent()
        position = self._positions.get(at, Position()) if at is not None else Position()
        for below in reversed(path):
            position = self._below(position, below)
            self._positions[below] = position
        return position

    def in_header_or_footer(self, element: Tree) -> bool:
        """Whether the element is in the header or the footer."""
        position = self.position(element)
        return position.in_header or position.in_footer

    def _below(self, position: Position, element: Tree) -> Position:
        in_footer = position.in_footer or element is self._copyright_block or _opens_footer(element)
        is_top = element in self._top
        within = position.in_header and (is_top or self._late_header is not None)
        opens = (is_top and _opens_header(element)) or element in (self._late_header, self._home_mark)
        in_header = not in_footer and (within or opens)
        link = position.link
        if element.tag == "a" and element.get("href") is not None:
            link = self._link_kind(element, in_header=in_header)
        return Position(in_header, in_footer, link)

    def _before_content(self) -> dict[Tree, None]:
        """The elements before the first heading, in their order."""
        found: dict[Tree, None] = {}
        for element in islice(self._document.body.iter(), TOP_MAX):
            if self._is_content(element):
                break
            found[element] = None
        return found

    def _is_content(self, element: Tree) -> bool:
        """Whether the page's content begins here: with a heading that is not the logo, or an area without a header."""
        if element.tag in ("main", "article"):
            return next(element.iter("header", "nav"), None) is None and not self._has_home_link(element)
        if element.tag not in ("h1", "h2") or _HIDDEN_WORDS & set(words_of(element)):
            return False
        inside_link = next(element.iterancestors("a"), None) is not None
        return not inside_link and next(element.iter(*_MARKS), None) is None and not self._has_home_link(element)

    def _has_home_link(self, element: Tree) -> bool:
        links = (each for each in element.iter("a") if each.get("href"))
        return any(self._link_kind(each, in_header=False) == "home" for each in islice(links, 3))

    def _is_home_mark(self, element: Tree) -> bool:
        is_link = element.tag == "a" and element.get("href") and next(element.iter(*_MARKS), None) is not None
        return bool(is_link) and self._link_kind(element, in_header=False) == "home"

    def _opens_early(self) -> bool:
        return any(_opens_header(element) for element in self._top)

    def _first_header(self) -> Tree | None:
        """The first element that is a header by its tag or role."""
        found = (each for each in self._document.body.iter("header", "nav") if not _is_within(each, _CONTENT_TAGS))
        return next(found, None)

    def _last_block_with_copyright(self) -> Tree | None:
        """The block at the end of the page around the copyright line: the footer of pages that do not name it so."""
        body = self._document.body
        if next(body.iter("footer"), None) is not None:
            return None
        elements = list(body.iter("*"))
        above, block = _copyright_element(elements[-BOTTOM_MAX:]), None
        while above is not None and above is not body and self._may_be_footer(above, len(elements) // 2):
            block, above = above, above.getparent()
        return block

    def _may_be_footer(self, element: Tree, most: int) -> bool:
        """Whether an element has no other part of the page, and at most as many elements as given."""
        inside = set(islice(element.iter("*"), most + 1))
        return (
            len(inside) <= most and self._home_mark not in inside and next(element.iter(*_ABOVE_FOOTER), None) is None
        )

    def _link_kind(self, anchor: Tree, *, in_header: bool) -> str:
        href = (anchor.get("href") or "").strip()
        if href in ("#", "#top", "#home", ""):
            return "home" if in_header else "internal"
        address = absolute(self._document.base_url, href)
        if address is None:
            return "internal"
        try:
            parts = urlsplit(address)
        except ValueError:
            return "internal"
        if parts.scheme in ("http", "https") and site_of(address) != self._site:
            return "external"
        is_home = _HOME_PATH.match(parts.path) and not parts.fragment.startswith("/")
        return "home" if is_home or address.partition("#")[0] == self._document.url else "internal"


def _copyright_element(elements: Sequence[Tree]) -> Tree | None:
    """The element whose text has the last copyright line."""
    for element in reversed(elements):
        if _COPYRIGHT.search((element.tail or "")[:500]):
            return element.getparent()
        if _COPYRIGHT.search((element.text or "")[:500]):
            return element
    return None


def _opens_header(element: Tree) -> bool:
    tag, role = element.tag, (element.get("role") or "").lower()
    if tag in ("html", "body") or not isinstance(tag, str):
        return False
    opens = tag in ("header", "nav") or role in ("banner", "navigation") or _HEADER_WORDS & set(words_of(element))
    return bool(opens) and not _is_within(element, _ASIDE_TAGS)


def _opens_footer(element: Tree) -> bool:
    """By tag, role or name. A wrapper such as `has-sticky-footer` has the name, and the whole page."""
    if element.tag == "footer" or (element.get("role") or "").lower() == "contentinfo":
        return True
    if element.tag in ("html", "body") or not _FOOTER_WORDS & set(words_of(element)):
        return False
    return next(element.iter("header", "main", "h1"), None) is None


def _is_within(element: Tree, tags: frozenset[str]) -> bool:
    return any(above.tag in tags for above in element.iterancestors())
