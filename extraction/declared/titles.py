"""The page's title, and the heading that shows it.

A heading is preferred, because titles in the head are often written for search engines. The name of the site is not a title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from extraction.declared.address_kind import is_home
from extraction.declared.text import lines
from extraction.declared.text.letters import letters
from extraction.document.tree import Tree

_SEPARATOR = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022\u00bb\u203a/~:<>-]+\s+|\s*[|\u00bb]\s*|:\s+")
_WORD = re.compile(r"\w+")
# Shorter words are in most titles of a language.
_WORD_MIN_CHARS = 4
# Links to the heading itself, at its end.
_LINK_SIGNS = "\u00b6\U0001f517 "
_HEADINGS_MAX = 8
_SMALLER, _SMALLER_MAX = ("h2", "h3", "h4"), 40
_HEADING_MIN_LETTERS, _TITLE_MIN_LETTERS = 4, 12


@dataclass(frozen=True)
class Heading:
    """A heading of the page and its text on one line."""

    element: Tree
    text: str


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


def headings(tree: Tree) -> list[Heading]:
    """The first `h1` elements that have a text."""
    texts = ((element, (lines.of_element(element) or "").rstrip(_LINK_SIGNS)) for element in tree.iter("h1"))
    found = (Heading(element, text) for element, text in texts if text)
    return list(islice(found, _HEADINGS_MAX))


def shown(declared: DeclaredTitles, candidates: list[Heading], url: str) -> Heading | None:
    """The heading that is the page's title, or None.

    It contains a declared title or is contained in one. Of several, the longest is chosen. The only heading of a page is also
    chosen if half of its words are in a declared title.
    """
    others = [heading for heading in candidates if is_home(url) or not _is_site_name(heading.text, declared, url)]
    agreeing = [heading for heading in others if _agrees(heading.text, declared)]
    if agreeing:
        return max(agreeing, key=lambda heading: len(letters(heading.text)))
    texts = {heading.text for heading in candidates}
    if others and len(texts) == 1 and not is_home(url) and _shares_words(others[0].text, declared):
        return others[0]
    return None


def anchor(tree: Tree, title: str | None, candidates: list[Heading], declared: DeclaredTitles, url: str) -> Tree | None:
    """The element below which the page's text begins: a smaller heading with the title's text, else the first `h1`."""
    wanted = letters(title or "")
    for element in islice(tree.iter(*_SMALLER), _SMALLER_MAX):
        text = letters(lines.of_element(element) or "")
        if len(text) >= _TITLE_MIN_LETTERS and (text == wanted or text in wanted):
            return element
    return next((found.element for found in candidates if not _is_site_name(found.text, declared, url)), None)


def of_head(declared: DeclaredTitles, candidates: list[Heading], url: str) -> str | None:
    """The declared title without the site's name, or the first heading if none is declared."""
    found = declared.headline or declared.social or declared.document or (candidates[0].text if candidates else None)
    return _without_site(found, site_names(declared, url)) if found else None


def _agrees(heading: str, declared: DeclaredTitles) -> bool:
    text = letters(heading)
    titles = [letters(title) for title in declared.all]
    return len(text) >= _HEADING_MIN_LETTERS and any(
        text in title or (len(title) >= _TITLE_MIN_LETTERS and title in text) for title in titles
    )


def _shares_words(heading: str, declared: DeclaredTitles) -> bool:
    own = _words(heading)
    known = _words(" ".join(declared.all))
    return bool(own) and 2 * len(own & known) >= len(own)


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= _WORD_MIN_CHARS or word.isdigit()}


def _is_site_name(heading: str, declared: DeclaredTitles, url: str) -> bool:
    """Whether a heading is the site's name: declared as such, in the host, or the last part of the `title` element.

    The last part is the page's own title if the first part is the site's name.
    """
    text, names = letters(heading), site_names(declared, url)
    if text in names:
        return True
    if text in (letters(declared.social or ""), letters(declared.headline or "")):
        return False
    title = declared.document or ""
    pieces = list(_SEPARATOR.finditer(title))
    if not pieces or letters(title[: pieces[0].start()]) in names:
        return False
    return letters(title[pieces[-1].end() :]) == text


def site_names(declared: DeclaredTitles, url: str) -> set[str]:
    """The letters of the site's name, as declared and as in its host."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    names = (declared.site_name or "", host, host.rpartition(".")[0], host.split(".")[0])
    return {letters(name) for name in names if name}


def _without_site(title: str, names: set[str]) -> str:
    """`A story | The Site` -> `A story`, if the last or first part is the site's name."""
    pieces = list(_SEPARATOR.finditer(title))
    if pieces and letters(title[pieces[-1].end() :]) in names:
        return title[: pieces[-1].start()].strip() or title
    if pieces and letters(title[: pieces[0].start()]) in names:
        return title[pieces[0].end() :].strip() or title
    return title
