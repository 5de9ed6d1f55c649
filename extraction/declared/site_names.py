"""The names of a page's site, which are not its title: declared, in its host, or in a heading that links to the home page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from urllib.parse import urlsplit

from extraction.declared.text import lines
from extraction.document.addresses import absolute
from extraction.document.letters import letters
from extraction.document.tree import Tree

_SEPARATOR = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022\u00bb\u203a/~:<>-]+\s+|\s*[|\u00bb]\s*|:\s+")
# The home page of a site, or of its edition in one language.
_HOME_PATH = re.compile(r"/?(?:[a-z]{2}(?:[-_][a-z]{2})?/?)?(?:(?:index|default|home)(?:\.\w{2,5})?)?", re.I)
_LINKS_MAX = 5
# Longer texts have no name of a site at their end.
_TITLE_MAX_CHARS = 1_000


def known(site_name: str | None, url: str) -> set[str]:
    """The letters of the site's declared name and of its host."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    names = (site_name or "", host, host.rpartition(".")[0], host.split(".")[0])
    return {letters(name) for name in names if name}


def links_home(heading: Tree, text: str, base_url: str) -> bool:
    """Whether all of a heading's text is a link to the site's home page."""
    links = chain(heading.iterancestors("a"), heading.iter("a"))
    for link, _ in zip(links, range(_LINKS_MAX), strict=False):
        if _is_home(link.get("href") or "", base_url) and letters(lines.of_element(link) or "") == letters(text):
            return True
    return False


def _is_home(address: str, base_url: str) -> bool:
    if not address or address.startswith("#"):
        return False
    target, base = urlsplit(absolute(base_url, address) or ""), urlsplit(base_url)
    if (target.hostname or "").removeprefix("www.") != (base.hostname or "").removeprefix("www."):
        return False
    is_page = (target.path, target.query) == (base.path, base.query)
    return not target.query and not is_page and bool(_HOME_PATH.fullmatch(target.path))


def is_last_part(text: str, title: str, names: Iterable[str]) -> bool:
    """Whether a text is the last part of a title, where many sites put their name.

    The last part is the page's own title if only the first part begins with the site's name.
    """
    pieces = list(_pieces(title))
    if not pieces or letters(title[pieces[-1].end() :]) != letters(text):
        return False
    first = letters(title[: pieces[0].start()])
    return not _begins_with(first, names) or _begins_with(letters(text), names)


def _pieces(title: str) -> Iterator[re.Match[str]]:
    """The separators of a title."""
    return _SEPARATOR.finditer(title) if len(title) <= _TITLE_MAX_CHARS else iter(())


def _begins_with(text: str, names: Iterable[str]) -> bool:
    return any(text.startswith(name) for name in names)


def without(title: str, names: set[str], linked: set[str]) -> str:
    """`A story | The Site` -> `A story`, if the first parts or the last parts of a title are the site's name.

    Args:
        linked: names in headings that link to the home page. Parts after such a name are left out too.
    """
    pieces = list(_pieces(title))
    for piece, following in zip_longest(pieces, pieces[1:]):
        part = title[piece.end() : following.start() if following else None]
        if letters(part) in linked or letters(title[piece.end() :]) in names | linked:
            return title[: piece.start()].strip() or title
    for piece in reversed(pieces):
        if letters(title[: piece.start()]) in names | linked:
            return title[piece.end() :].strip() or title
    return title
