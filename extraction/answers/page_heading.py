"""What a page's heading and title name."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from extraction.answers.facts.page_entities import PAGE_SOURCES, PageEntities
from extraction.answers.facts.visible_text import text_of as text_of_element
from extraction.answers.main_part import MainPart
from extraction.answers.schema import page_nouns, word_meanings
from extraction.answers.schema.names import forms, letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.subjects import DESCRIBED_KINDS, Subject, kind_of_page, name_of
from extraction.declared.structured import EntityObject

_TITLE_PARTS = re.compile(r"\s+[-–—·•»]\s+|\s*[|｜]\s*")
# Between the parts of a title. A colon is in many whole titles.
_JOINED = re.compile(r"\s[-–—·•»›>/]\s|\s?[|｜_]\s?")
_IN_TITLE_MIN = 0.6
_FUNCTIONS = frozenset(
    "impressum imprint kontakt contact contacts us contacto contatti contattaci contactez nous mentions legales legal notice aviso"
    " about team unser our notre equipe equipo staff people und and et y e the home start startseite accueil inicio welcome"
    " login menu menus ementa cardapio carta speisekarte speisen getranke karte carte kaart menukaart meny menukort jidelnicek"
    " yemek listino prices price list pricing preise preisliste tarife tarifs tarifas precios precos prezzi prijzen cennik ceny"
    " cenik fiyatlar fiyat listesi priser prislista rates rooms zimmer chambres habitaciones quartos camere kamers pokoje odalar"
    " ve rum services leistungen prestations servicios servicos servizi diensten uslugi hizmetler tjanster opening hours"
    " offnungszeiten horaires horario horarios orari gallery galerie galeria fotos bilder news aktuelles blog faq kariera"
    " karriere jobs".split()
)
_HEADING_NAMES = frozenset(
    ("heading", "page heading", "main heading", "page title", "h1", "title of page", "uberschrift")
)
_PAGE_NOUNS = frozenset(
    "page thread topic post article episode recipe project listing ad category collection section list video course document guide"
    " service campaign question catalog".split()
)
_LISTING_TYPES = frozenset(("collection", "listing"))
_OFFERED = re.compile(r"^(?:download|install|buy|télécharger|descargar|scarica|herunterladen)\s+(?=\w)", re.I)


class PageHeading:
    """The heading and the title of one page."""

    def __init__(self, page: PageEntities, main: MainPart) -> None:
        self._page, self._main = page, main

    @cached_property
    def kind_of_page(self) -> str:
        """As `subjects.kind_of_page`."""
        return kind_of_page(self._page)

    def is_topic(self, asked: SchemaField) -> bool:
        """Whether a text is the topic of a thread, which is its heading, whatever its forum is called."""
        return _noun_of(asked.name) in page_nouns.TOPIC_NOUNS and self._page.page_type == "forum"

    def names_subject(self, asked: SchemaField, *, is_object: bool = False) -> bool:
        """Whether the name of a text is the noun for what the page is about, so that its heading answers: `product`, `event`.

        In an article, most of them are only mentioned.
        """
        if not asked.kinds <= {"string"} or asked.format or asked.enum or asked.texts:
            return False
        named = {*forms(asked.name), _noun_of(asked.name)}
        if named & page_nouns.GOODS_NOUNS:
            if self._declared_kinds and not any("product" in kinds for kinds in self._declared_kinds):
                return False
            return self.kind_of_page == "product" or self._main.price is not None
        if named & page_nouns.TOPIC_NOUNS:
            return self._page.page_type == "forum"
        if named & page_nouns.CATEGORY_NOUNS:
            return self._page.page_type in _LISTING_TYPES
        for other, nouns in page_nouns.OTHER_NOUNS.items():
            if named.intersection(nouns):
                is_inside = other == "organization" and bool(urlsplit(self._page.document.url).path.strip("/"))
                return self._may_be_about(other, is_declared=is_object or is_inside)
        kind = next((page_nouns.KIND_OF_NOUN[noun] for noun in named if noun in page_nouns.KIND_OF_NOUN), None)
        if kind is None:
            return False
        if any(kind in kinds for kinds in self._declared_kinds):
            return True
        if kind == "video" and "video" in named:
            return False  # It is a part of many pages, such as recipes.
        return (not self._declared_kinds or kind == "page") and self.kind_of_page in ("", "product")

    @cached_property
    def _declared_kinds(self) -> list[frozenset[str]]:
        """The kinds of the declared entities that a page may be about."""
        return [kinds for each in self._page.typed if (kinds := each.kinds & DESCRIBED_KINDS)]

    def _may_be_about(self, kind: str, *, is_declared: bool) -> bool:
        """Whether the page declares an entity of a kind, or declares none and is not an article."""
        mains = [each.kinds for each in self._page.typed if each.is_main and each.kinds]
        return any(kind in kinds for kinds in mains) if mains or is_declared else self.kind_of_page in ("", "product")

    def of_subject(self, subject: Subject, *, is_named: bool = False) -> str:
        """The main heading as the name of what the page is about. Empty if it may be something else.

        Args:
            is_named: a noun for what the page is about is asked for, as `names_subject` says.

        The name of an organisation or a person is only read on the site's home page.
        """
        heading = letters(self._main.heading)
        named = [(each.source, name) for each in subject.entities if (name := name_of(each.entity))]
        if any(source not in PAGE_SOURCES or heading not in name for source, name in named):
            # What is declared has its own name.
            mains = [each.entity for each in subject.entities if each.is_main]
            is_alike = bool(mains) and all(_is_one_name(self._main.heading, one) for one in mains)
            return self._main.heading if is_named and is_alike else ""
        if self.is_of_function:
            return ""
        if subject.kind in ("organization", "person") and urlsplit(self._page.document.url).path.strip("/"):
            return ""
        text = without_offer(self._main.heading)
        return text if self._is_in_title(text) else ""  # It may be the site's name, or a slogan.

    def _is_in_title(self, text: str) -> bool:
        """Whether the page's own title has most words of a text, which is not the name of the site."""
        shown, needed = set(words(self._page.title or "")), set(words(text))
        site = letters(self._page.metadata.site_name() or "")
        title = (self._page.title or "").strip()
        if title.endswith(text) and _TITLE_PARTS.search(title.removesuffix(text) + " "):
            return False  # The last part of a title is the site.
        return bool(needed) and letters(text) != site and len(needed & shown) >= _IN_TITLE_MIN * len(needed)

    @property
    def text(self) -> str:
        """The main heading, otherwise the page's title, whatever the page is about."""
        headings = [text for one in islice(self._page.document.body.iter("h1"), 2) if (text := text_of_element(one))]
        return headings[0] if len(headings) == 1 else self._page.title or ""

    def is_title_with_site(self, name: str) -> bool:
        """Whether a name is the page's title with the name of the site after it. Some shops declare it so."""
        title, site = self._page.title or "", self._page.metadata.site_name() or ""
        rest = name[len(title) :].strip() if title and name.startswith(title) else ""
        return bool(rest) and rest[0] in "-|–—·•:»" and bool(site) and letters(rest) in (letters(site), "")

    def is_composed(self, name: Any) -> bool:
        """Whether a name is the page's title, and has several parts with a separator between them."""
        return isinstance(name, str) and letters(name) == letters(self._page.title or "") and bool(_JOINED.search(name))

    def is_site(self, name: str) -> bool:
        """Whether a name is that of the site, which many sites declare instead of the author or the employer."""
        return letters(name) in {letters(one) for one in (self._page.metadata.site_name(), *self._site_words) if one}

    @cached_property
    def _site_words(self) -> list[str]:
        """The parts of the page's title before and after its own name."""
        whole = next((text_of_element(one, 10) for one in self._page.document.tree.iter("title")), "")
        own = letters(self._page.title or "")
        return [part for part in _TITLE_PARTS.split(whole) if letters(part) != own]

    @cached_property
    def is_of_function(self) -> bool:
        """Whether the page's title only says what the page is for: imprint, contact, team."""
        return not set(words(self._page.title or "")) - _FUNCTIONS


def _noun_of(name: str) -> str:
    """The only word of a name beside one for a name: `producto` of `nombre_producto`. Empty if there are several."""
    parts = [part for part in word_meanings.atoms(name) if not word_meanings.is_for_names(part)]
    return parts[0].text if len(parts) == 1 else ""


def _is_one_name(heading: str, entity: EntityObject) -> bool:
    """Whether the main heading has most words of a declared name, or the name those of the heading."""
    name = next((text for key in ("name", "headline") if isinstance(text := entity.get(key), str)), "")
    one, other = set(words(heading)), set(words(name))
    return bool(one and other) and len(one & other) >= _IN_TITLE_MIN * min(len(one), len(other))


def asks_for_heading(asked: SchemaField) -> bool:
    """Whether a property asks for the page's heading by name: `page_heading`, `h1`."""
    return bool(set(forms(asked.name)) & _HEADING_NAMES)


def without_offer(name: str) -> str:
    """A name without the verb before it: `App` of `Download App`."""
    return _OFFERED.sub("", name)


def asks_for_title(asked: SchemaField, term: Term | None) -> bool:
    """Whether a property is the name of the page's own entity, or of the page: `thread_title`, `collectionName`."""
    if not asked.kinds <= {"string"} or asked.format or asked.enum:
        return False
    first, *rest = words(asked.name) or ("",)
    named = first in _PAGE_NOUNS and rest in (["title"], ["name"], ["heading"])
    return named or bool(term and term.paths[0] in ("name", "headline", "title"))
