"""The company's name, description and slogan, each with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from contract.results.brands.brand import FieldSource, Origin
from extraction.brand import clean_text, no_names
from extraction.brand.clean_text import NAME_MAX_CHARS, letters
from extraction.brand.manifest import Manifest
from extraction.brand.organization import Organization
from extraction.brand.page_areas import PageAreas
from extraction.declared.structured import StructuredMarkup, types_of
from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.links.sites import site_of_host

# With the bar, the colon and the slash of Chinese and Japanese, which need no blanks.
_SEPARATOR = re.compile(
    r"\s+[|\u2013\u2014\u00b7\u2022\u00bb\u203a/:~-]+\s+|\s*[|\u00bb\u2022\uff5c\u4e28\uff1a\uff0f]\s*|:\s+"
)
_WELCOME = re.compile(r"^(?:welcome to|willkommen bei|bienvenue chez|bienvenidos a|home of)\s+", re.I)
# Hosts leave these words out.
_AND = re.compile(r"\s(?:and|und|et|y|e|en|og|och)\s|&")
SLOGAN_WORDS = range(3, 15)
# Words of a name beside a slogan, and of a name in a title.
NAME_WORDS, TITLE_NAME_WORDS = 3, 4
SHOWN_MAX = 20
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
_SHOWN_WORDS_MAX = 6


@dataclass(frozen=True)
class Sourced:
    """A text and its source."""

    text: str
    source: FieldSource


@dataclass(frozen=True, kw_only=True)
class Names:
    """The texts about a company. `words` are all the forms of its name that the page uses, as bare letters."""

    name: Sourced
    legal_name: Sourced | None = None
    description: Sourced | None = None
    slogan: Sourced | None = None
    words: frozenset[str] = frozenset()


def read(
    document: Document, data: StructuredMarkup, organization: Organization | None, manifest: Manifest, areas: PageAreas
) -> Names:
    """The names of a site. The last resort for `name` is the first label of the host."""
    return _Reader(document, data, organization, manifest, areas).names()


def host_label(url: str) -> str:
    """The registered part of a host: `shop.acme.co.uk` -> `acme`."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    return _unicode(site_of_host(host, None).split(".")[0]) if not _is_address(host) else host


def _unicode(label: str) -> str:
    """A label as people write it: `xn--mller-kva` -> `müller`."""
    try:
        return label.encode().decode("idna") if label.startswith("xn--") else label
    except UnicodeError:
        return label


def _is_address(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()


class _Reader:
    def __init__(
        self,
        document: Document,
        data: StructuredMarkup,
        organization: Organization | None,
        manifest: Manifest,
        areas: PageAreas,
    ) -> None:
        self._url = document.url
        self._organization = organization
        self._manifest = manifest
        self._data = data
        self._metas = _metas(document)
        titles = (node for node in document.tree.iter("title") if next(node.iterancestors("svg"), None) is None)
        self._title = clean_text.line(next((node.text for node in titles), None), 300) or ""
        self._label = host_label(document.url)
        self._shown = list(islice(_shown(document, areas), SHOWN_MAX))

    def names(self) -> Names:
        every = list(self._names())
        name = self._best(every)
        return Names(
            name=name, legal_name=self._legal_name(every[0], name), description=self._description(), slogan=self._slogan(name.text),
            words=frozenset(word for text in [*(one.text for one in every), *self._title_parts()] for word in _forms(text)),
        )  # fmt: skip

    def _best(self, every: list[Sourced]) -> Sourced:
        """The first name. A legal name gives way to the name in it, and a host name to a name that resembles it."""
        if not no_names.is_host(every[0].text):
            bare = letters(clean_text.without_legal_form(every[0].text))
            return next((one for one in every[:-1] if letters(one.text) == bare), every[0])
        others = (one for one in every if one.source.source != "domain" and not no_names.is_host(one.text))
        return next((one for one in others if _resembles(one.text, self._label)), every[0])

    def _sourced(self, text: str, origin: Origin, source: str, url: str | None = None) -> Sourced:
        return Sourced(text, FieldSource(origin=origin, source=source, url=url or self._url))

    def _names(self) -> Iterator[Sourced]:
        declared = (
            (self._organization.name if self._organization else None, self._organization.source if self._organization else ""),
            (self._metas.get("og:site_name"), "opengraph"), (self._metas.get("application-name"), "meta"),
            (self._metas.get("apple-mobile-web-app-title"), "meta"), (self._website_name(), "jsonld"),
        )  # fmt: skip
        for text, source in declared:
            if (name := clean_text.line(text, NAME_MAX_CHARS)) and _is_name(name):
                yield self._sourced(self._without_slogan(name), "declared", source)
        if self._manifest.name and _is_name(self._manifest.name):
            yield self._sourced(self._manifest.name, "declared", "manifest", self._manifest.url)
        segment, is_like_host = self._title_segment()
        if segment and is_like_host:
            yield self._sourced(segment, "harvested", "title")
        for shown in self._shown:
            # A name that has two sources, or is like the host, is the company's.
            if _resembles(shown, self._label) or sum(letters(shown) == letters(one) for one in self._shown) > 1:
                yield self._sourced(shown, "harvested", "page-text")
        if segment and not is_like_host:
            yield self._sourced(segment, "harvested", "title")
        yield self._sourced(
            self._label if _is_address(self._label) else self._label.capitalize(), "harvested", "domain"
        )

    def _website_name(self) -> str | None:
        sites = (node for node in self._data.nodes if "WebSite" in types_of(node))
        return next((node["name"] for node in sites if isinstance(node.get("name"), str)), None)

    def _without_slogan(self, name: str) -> str:
        """`Acme | Gauges for everyone` -> `Acme`, if that part resembles the host, or is short before a long rest."""
        parts = [part.strip() for part in _SEPARATOR.split(name) if part.strip()]
        if len(parts) < 2:
            return name
        alike = next((part for part in parts if _resembles(part, self._label)), None)
        is_slogan = len(parts[0].split()) <= NAME_WORDS and len(" ".join(parts[1:]).split()) > NAME_WORDS
        return alike or (parts[0] if is_slogan and _is_name(parts[0]) else name)

    def _title_parts(self) -> list[str]:
        parts = [_WELCOME.sub("", part.strip()) for part in _SEPARATOR.split(self._title)]
        return [part for part in parts if part and _is_name(part) and len(part.split()) <= 4]

    def _title_segment(self) -> tuple[str | None, bool]:
        """The part of the title that is the name: the one like the host, otherwise the shorter of first and last.

        And whether it is like the host.
        """
        parts = [_WELCOME.sub("", part.strip()) for part in _SEPARATOR.split(self._title)]
        parts = [part for part in parts if part and _is_name(part)]
        if not parts:
            return None, False
        like_host = [part for part in parts if _resembles(part, self._label)]
        found = min(like_host or [parts[0], parts[-1]], key=len)
        is_short = bool(like_host) or len(found.split()) <= TITLE_NAME_WORDS
        return (found[:NAME_MAX_CHARS] if is_short else None), bool(like_host)

    def _legal_name(self, first: Sourced, name: Sourced) -> Sourced | None:
        """The declared legal name, otherwise the first name if it is longer than the chosen one by its legal form."""
        if self._organization is None or not self._organization.legal_name:
            is_legal = first != name and clean_text.without_legal_form(first.text) != first.text
            return first if is_legal else None
        return self._sourced(self._organization.legal_name, "declared", self._organization.source)

    def _description(self) -> Sourced | None:
        organization = self._organization
        if organization and organization.description:
            return self._sourced(organization.description, "declared", organization.source)
        for name, source in (
            ("description", "meta"),
            ("og:description", "opengraph"),
            ("twitter:description", "twitter"),
        ):
            if text := clean_text.line(self._metas.get(name)):
                return self._sourced(text, "declared", source)
        if self._manifest.description:
            return self._sourced(self._manifest.description, "declared", "manifest", self._manifest.url)
        return None

    def _slogan(self, name: str) -> Sourced | None:
        """The declared slogan, otherwise the part of the title beside the name."""
        organization = self._organization
        if organization and organization.slogan:
            return self._sourced(organization.slogan, "declared", organization.source)
        parts = [part.strip() for part in _SEPARATOR.split(self._title) if part.strip()]
        others = [part for part in parts if not _resembles(part, name)]
        if len(parts) == 2 and len(others) == 1 and len(others[0].split()) in SLOGAN_WORDS:
            return self._sourced(others[0], "harvested", "title")
        return None


def _metas(document: Document) -> dict[str, str]:
    found: dict[str, str] = {}
    for meta in document.tree.iter("meta"):
        name = (meta.get("property") or meta.get("name") or "").strip().lower()
        if name and (meta.get("content") or "").strip():
            found.setdefault(name, meta.get("content", ""))
    return found


def _is_name(text: str) -> bool:
    return not no_names.is_generic(text)


def _resembles(text: str, name: str) -> bool:
    one, other = (letters(_AND.sub(" ", part)) for part in (text, name))
    return (
        bool(other)
        and bool(one)
        and (one == other or (len(other) >= 3 and (other in one or one in other) and len(one) <= 3 * len(other)))
    )


def _forms(name: str) -> set[str]:
    """The name as bare letters, with and without its legal form."""
    return {bare for text in (name, clean_text.without_legal_form(name)) if len(bare := letters(text)) >= 2}


def _shown(document: Document, areas: PageAreas) -> Iterator[str]:
    """The names that the page shows: the text of its logo, then its copyright line."""
    for text in (*_of_logo(areas.home_link), *_of_copyright(document)):
        name = clean_text.line(text, clean_text.NAME_MAX_CHARS)
        if (
            name
            and not no_names.is_generic(name)
            and not no_names.is_host(name)
            and len(name.split()) <= _SHOWN_WORDS_MAX
        ):
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
