"""The page's title, and the heading that shows it.

A heading is preferred, because titles in the head are often written for search engines. The name of the site is not a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from urllib.parse import unquote, urlsplit

from extraction.declared import site_names
from extraction.declared.address_kind import is_home
from extraction.declared.text import lines
from extraction.document.letters import letters
from extraction.document.tree import Tree

_WORD = re.compile(r"[^\W_]+")
# Shorter words are in most titles of a language.
_WORD_MIN_CHARS = 4
# Links to the heading itself, at its end.
_LINK_SIGNS = "\u00b6\U0001f517 "
_LINES = ("br", "div", "p")
_HEADINGS_MAX = 8
# Headings that are tried, and their parts that are read: hostile pages have thousands inside one another.
_TRIED_MAX, _PIECES_MAX = 300, 1_000
_SMALLER, _SMALLER_MAX = ("h2", "h3", "h4"), 40
_HEADING_MIN_LETTERS, _TITLE_MIN_LETTERS = 4, 12


@dataclass(frozen=True)
class Heading:
    """A heading of the page and its text on one line. `links_home`: all of it is a link to the site's home page."""

    element: Tree
    text: str
    links_home: bool


@dataclass(frozen=True)
class DeclaredTitles:
    """What the page's head declares.

    Attributes:
        document: the `title` element.
        social: the Open Graph title.
        headline: the headline of a JSON-LD article.
        site_name: the declared name of the site.
    """

    document: str | None
    social: str | None
    headline: str | None
    site_name: str | None

    @property
    def all(self) -> list[str]:
        return [text for text in (self.document, self.social, self.headline) if text]


def headings(tree: Tree, base_url: str) -> list[Heading]:
    """The first `h1` elements that have a text."""
    first = islice(tree.iter("h1"), _TRIED_MAX)
    texts = ((element, (_on_one_line(element) or "").rstrip(_LINK_SIGNS)) for element in first)
    found = (Heading(each, text, site_names.links_home(each, text, base_url)) for each, text in texts if text)
    return list(islice(found, _HEADINGS_MAX))


def _on_one_line(element: Tree) -> str | None:
    """The text of a heading. Its lines and blocks are separate words."""
    parts = islice(lines.pieces(element), _PIECES_MAX)
    return lines.of_value("".join(f" {text}" if each.tag in _LINES else text for text, each in parts))


class PageTitles:
    """Chooses the page's title from what its head declares and its `h1` headings."""

    def __init__(self, declared: DeclaredTitles, candidates: list[Heading], url: str) -> None:
        self._declared, self._headings, self._url = declared, candidates, url
        # The heading of a home page can be the site's name.
        self._is_home = is_home(url)

    @cached_property
    def shown(self) -> Heading | None:
        """The heading that is the page's title, or None.

        It contains a declared title or is contained in one, without the site's name. Of several, the longest is chosen. The
        only heading of a page is also chosen if half of its words are in a declared title or in the last part of the URL.
        """
        others = [heading for heading in self._headings if self._is_home or not self._is_site_name(heading)]
        declared = self._declared.all if self._is_home else [self._without_site(title) for title in self._declared.all]
        agreeing = [heading for heading in others if _agrees(heading.text, declared)]
        if agreeing:
            return max(agreeing, key=lambda heading: len(letters(heading.text)))
        is_only = len({heading.text for heading in others}) == 1 and not self._is_home
        if is_only and _shares_words(others[0].text, (*declared, _slug(self._url))):
            return others[0]
        return None

    @property
    def title(self) -> str | None:
        """The heading that is the title, otherwise the declared title without the site's name, otherwise the first heading."""
        if self.shown:
            return self.shown.text
        declared = self._declared
        found = declared.headline or declared.social or declared.document
        if not found:
            return self._headings[0].text if self._headings else None
        return self._without_site(found)

    def anchor(self, tree: Tree) -> Tree | None:
        """The element below which the page's text begins: the title, a smaller heading with its text, or the first `h1`."""
        if self.shown:
            return self.shown.element
        title = letters(self.title or "")
        for element in islice(tree.iter(*_SMALLER), _SMALLER_MAX):
            text = letters(lines.of_element(element) or "")
            if len(text) >= _TITLE_MIN_LETTERS and (text == title or text in title):
                return element
        return next((found.element for found in self._headings if not self._is_site_name(found)), None)

    @property
    def of_site(self) -> list[Tree]:
        """The headings with the site's name, on a page that has another title. Empty on home pages."""
        if self._is_home:
            return []
        named = [heading for heading in self._headings if self._is_site_name(heading)]
        return [heading.element for heading in named if heading.links_home or self.shown]

    def _is_site_name(self, heading: Heading) -> bool:
        """Whether a heading is the site's name: declared, in the host, linked to the home page, or at the end of the title."""
        text, declared = letters(heading.text), self._declared
        if text in self._known_names:
            return True
        if text in map(letters, declared.all):
            return False
        return heading.links_home or site_names.is_last_part(heading.text, declared.document or "", self._known_names)

    @cached_property
    def _known_names(self) -> set[str]:
        return site_names.known(self._declared.site_name, self._url)

    def _without_site(self, title: str) -> str:
        linked = {letters(found.text) for found in self._headings if found.links_home and self._is_site_name(found)}
        return site_names.without(title, self._known_names, linked)


def _agrees(heading: str, titles: list[str]) -> bool:
    text = letters(heading)
    return len(text) >= _HEADING_MIN_LETTERS and any(
        text in title or (len(title) >= _TITLE_MIN_LETTERS and title in text) for title in map(letters, titles)
    )


def _shares_words(heading: str, texts: Iterable[str]) -> bool:
    own = _words(heading)
    known = _words(" ".join(texts))
    return bool(own) and 2 * len(own & known) >= len(own)


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= _WORD_MIN_CHARS or word.isdigit()}


def _slug(url: str) -> str:
    """The last part of the URL's path. Many sites repeat the page's title there."""
    return unquote(urlsplit(url).path.rstrip("/").rpartition("/")[2])
