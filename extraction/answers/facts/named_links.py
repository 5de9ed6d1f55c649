"""Links that are called what a property asks for: the link `Issues` for `issues_url`."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.names import forms, words
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.hidden.elements import is_hidden

LINKS_MAX, _TEXT_MAX_CHARS, _WORDS_MAX = 3_000, 40, 4
_ADDRESS_WORDS = frozenset("url uri link href address".split())
# A link of these names leads to another page of the site.
_NAVIGATION = frozenset(
    "about blog contact docs help home index login menu more news next page previous search start".split()
)
_OUTSIDE = frozenset(("nav", "header", "footer"))


def name_of(name: str) -> str:
    """What a link must be called to answer a property: `issue` for `issues_url`. Empty if the name asks for no link."""
    every = words(name)
    rest = [word for word in every if word not in _ADDRESS_WORDS]
    if every[-1:] == ("homepage",) or (rest and len(rest) < len(every)):
        return next(iter(forms(" ".join(rest))[-1:]), "")
    return ""


def read(document: Document) -> dict[str, str]:
    """The addresses of the main content by the names of their links, without names that several have."""
    found: dict[str, set[str]] = defaultdict(set)
    for link in islice(document.body.iter("a"), LINKS_MAX):
        text = text_of(link, 6)
        if not 0 < len(text) <= _TEXT_MAX_CHARS or len(text.split()) > _WORDS_MAX:
            continue
        name = next(iter(forms(text)[-1:]), "")
        address = http_address(document.base_url, link.get("href") or "")
        if not name or name in _NAVIGATION or address is None:
            continue
        if (
            any(around.tag in _OUTSIDE for around in link.iterancestors())
            or is_hidden(link)
            or areas.is_in_other_block(link)
        ):
            continue
        found[name].add(address)
    return {name: next(iter(every)) for name, every in found.items() if len(every) == 1}
