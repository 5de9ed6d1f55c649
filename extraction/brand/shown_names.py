"""Names of the company that a page shows: the text of its logo, and its copyright line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from extraction.brand import clean_text, no_names
from extraction.brand.page_areas import PageAreas
from extraction.document.document import Document
from extraction.document.tree import Tree

TEXTS_MAX = 20_000
_YEARS = r"\d{4}(?:\s*[-–—,]\s*(?:\d{2,4}|present|today|now|current|heute|présent|presente|hoy|oggi|heden|nu|i dag)\b)*"
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)[\s:]*(?:copyright\s+)?(?:" + _YEARS + r")?[\s,.:|-]*(?:by\s+)?"
    r"([^\d|•·©\n]{2,60}?)"
    r"\s*(?:[|•·©]|\d{4}|[.,]?\s+(?:all rights|alle rechte|tous droits|todos los|tutti i diritti|inc\b|ltd\b)|\.\s|\.?$)",
    re.I,
)
_LOGO_WORDS = re.compile(
    r"\b(?:the|official|company|website|site)?\s*(?:logo(?:type)?|homepage|home page|home|startseite|wordmark)\b"
    r"(?:\s+(?:of|von|de|der|image))?|^\s*(?:go to|back to|return to|zur|link to)\b",
    re.I,
)
_WORDS_MAX = 6


def read(document: Document, areas: PageAreas) -> Iterator[str]:
    """The names, those of the logo first."""
    for text in (*_of_logo(areas.home_link), *_of_copyright(document)):
        name = clean_text.line(text, clean_text.NAME_MAX_CHARS)
        if name and not no_names.is_generic(name) and not no_names.is_host(name) and len(name.split()) <= _WORDS_MAX:
            yield name


def _of_logo(link: Tree | None) -> Iterator[str]:
    if link is None:
        return
    parts = [link, *islice(link.iter("img", "svg", "object"), 5)]
    for text in (each.get(name) for each in parts for name in ("alt", "aria-label", "title")):
        if text and (bare := _without_home(_LOGO_WORDS.sub(" ", text[:200]).strip(" -–|:,"))):
            yield bare


def _without_home(text: str) -> str:
    """`Accueil Acme` -> `Acme`."""
    first, _, rest = text.partition(" ")
    return rest.strip(" -–|:,") if rest and no_names.is_generic(first) else text


def _of_copyright(document: Document) -> Iterator[str]:
    for text in islice(reversed(list(islice(document.body.itertext(), TEXTS_MAX))), 400):
        if ("©" in text or "opyright" in text) and (match := _COPYRIGHT.search(" ".join(text[:500].split()))):
            yield match[1].strip(" .,-")
