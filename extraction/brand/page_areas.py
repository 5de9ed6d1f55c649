"""The areas of a page: its header, its footer, and the link that an element belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Place:
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
        self._places: dict[Tree, Place] = {}

    def place(self, element: Tree) -> Place:
        """The place of an element."""
        path: list[Tree] = []
        at: Tree | None = element
        while at is not None and at not in self._places and len(path) < ANCESTORS_MAX:
            path.append(at)
            at = at.getparent()
        place = self._places.get(at, Place()) if at is not None else Place()
        for below in reversed(path):
            place = self._below(place, below)
            self._places[below] = place
        return place

    def is_frame(self, element: Tree) -> bool:
        """Whether the element is in the header or the footer."""
        place = self.place(element)
        return place.in_header or place.in_footer

    def _below(self, place: Place, element: Tree) -> Place:
        tag, role = element.tag, (element.get("role") or "").lower()
        words = () if tag in ("html", "body") else words_of(element)
        in_footer = place.in_footer or tag == "footer" or role == "contentinfo" or bool(_FOOTER_WORDS & set(words))
        opens_header = tag in ("header", "nav") or role in ("banner", "navigation") or bool(_HEADER_WORDS & set(words))
        in_header = not in_footer and (place.in_header or (opens_header and not _is_in_content(element)))
        link = place.link
        if tag == "a" and element.get("href") is not None:
            link = self._link_kind(element, in_header=in_header)
        return Place(in_header, in_footer, link)

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


def _is_in_content(element: Tree) -> bool:
    return any(above.tag in _CONTENT_TAGS for above in element.iterancestors())
