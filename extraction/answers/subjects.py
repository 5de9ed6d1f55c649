"""Chooses the entities of a page that a schema asks about. A wrong entity is worse than none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from urllib.parse import urlsplit

from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.property_values import follow
from extraction.answers.schema import vocabulary
from extraction.answers.schema.names import forms, letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.declared.structured import EntityObject, objects_in, types_of
from extraction.document.tree import all_text

# Kinds that a page can be about. The others are only parts of entities.
PAGE_KINDS = (
    "product",
    "article",
    "event",
    "recipe",
    "job",
    "organization",
    "question",
    "review",
    "video",
    "book",
    "course",
    "person",
    "estate",
)
_TITLE_VOTES = 3
# A page of one of these types is about an entity of that kind even if it declares none.
_KIND_OF_PAGE_TYPE = {
    "product": "product",
    "article": "article",
    "video": "video",
    "docs": "article",
    "forum": "article",
}
# Entities of these kinds are on pages about other entities.
_SECONDARY_KINDS = frozenset(
    (
        "organization",
        "person",
        "breadcrumb",
        "rating",
        "offer",
        "address",
        "review",
        "question",
        "video",
        "comment",
        "place",
    )
)
# Pages of a site that are about its owner.
_OWN_PAGE = re.compile(
    r"^/?(?:[a-z]{2}(?:[-_][a-z]{2})?/?)?(?:$|(?:index|home|start)[^/]*$|[^/]*(?:about|contact|kontakt|impressum|imprint|legal|"
    r"chi-siamo|quienes|nosotros|a-propos|o-nas|over-ons|om-oss|find-us|kaisha|corporate)[^/]*/?$)",
    re.I,
)
_OWN_WORDS = frozenset(
    "contact contacts contacto contatti contactez kontakt kontakta imprint impressum about nosotros anfahrt find".split()
)
_NAME_SHARE_MIN = 0.5
DESCRIBED_KINDS = frozenset(PAGE_KINDS) - _SECONDARY_KINDS
_OWNER_KINDS = frozenset(("organization", "person", "address", "place"))
# Types of entities that are not what a page is about, whatever their name.
_ABOUT_SITE = frozenset(
    "WebPage WebSite AboutPage ContactPage CollectionPage ItemPage FAQPage QAPage ProfilePage SearchResultsPage CheckoutPage"
    " ItemList BreadcrumbList SiteNavigationElement WPHeader WPFooter WPSideBar ImageObject SearchAction Blog OfferCatalog"
    " Thing".split()
)
# Businesses whose sites are about one place.
_PLACES_OF_BUSINESS = frozenset(
    "Restaurant Hotel LodgingBusiness BedAndBreakfast Hostel Motel Resort Campground Dentist Physician MedicalClinic Hospital"
    " LegalService Bakery CafeOrCoffeeShop BarOrPub FoodEstablishment Winery Brewery AutoRepair HairSalon BeautySalon DaySpa"
    " School Library Museum Electrician Plumber VeterinaryCare Pharmacy ExerciseGym Florist AnimalShelter LocalBusiness".split()
)
_NAMES = ("name", "headline", "title")
# A page that contains them is about something else, unless the schema asks for them.
_PARTS = frozenset(("question", "review"))
_LISTS = ("ItemList", "OfferCatalog", "CollectionPage", "DataFeed", "Blog")
_LIST_PATHS = ("itemListElement", "dataFeedElement", "hasPart", "blogPost")


@dataclass(frozen=True)
class Subject:
    """What an object of the schema is answered from.

    Attributes:
        kind: the kind of entity, for the meaning of names.
        entities: descriptions of the same entity, the most trusted first.
        is_page: the entity is what the page is about, so labels and metadata of the page describe it too.
    """

    kind: str
    entities: tuple[Declared, ...] = ()
    is_page: bool = False


class Subjects:
    """The subjects of one page."""

    def __init__(self, page: PageEntities) -> None:
        self._page = page

    def of_root(self, asked: SchemaField) -> Subject:
        """The subject of the schema's root, or of a list's items on the page."""
        kind = self.kind_of(asked)
        entities = self.of_kind(kind) if kind else []
        if not entities and (others := self._mains_of_other_types):
            return Subject(kind, tuple(others), is_page=True)
        return Subject(kind, tuple(entities), is_page=True)

    @cached_property
    def _mains_of_other_types(self) -> list[Declared]:
        """The page's own entity if it is of a type without a vocabulary of its own, such as a data set."""
        mains = [
            each for each in self._page.typed if each.is_main and not _ABOUT_SITE.intersection(types_of(each.entity))
        ]
        return self._one_entity(mains) if mains and not any(each.kinds for each in mains) else []

    def kind_of(self, asked: SchemaField) -> str:
        """The kind of entity that an object's properties describe. Empty if they fit any kind."""
        votes = _votes(asked)
        mains = [kind for each in self._page.typed if each.is_main for kind in PAGE_KINDS if kind in each.kinds]
        most = max(votes.values(), default=0)
        if "review" in mains and (
            self._asks_about_review(asked, frozenset(mains) - {"review"}) or _asks_for_headline(asked)
        ):
            return "review"  # What the review is about is one of its properties.
        # A book that is also declared as a product is asked about by what only a book has.
        for kind in sorted(mains, key=lambda one: (one in _SECONDARY_KINDS, -votes[one])):
            # One name that only another kind has, such as `type`, does not change what the page is about.
            if 2 * votes[kind] >= most and (votes[kind] or (most <= 1 and kind not in _PARTS)):
                return kind
            if most <= 1 and kind not in _PARTS and kind not in _SECONDARY_KINDS and not self._names_other(asked, kind):
                return kind
        votes = _votes(asked, with_addresses=False)
        most = max(votes.values(), default=0)
        best = [kind for kind in PAGE_KINDS if votes[kind] == most] if most else []
        if len(best) == 1:
            return best[0]
        declared = [kind for kind in best if any(kind in each.kinds for each in self._page.typed)]
        if declared:
            return declared[0]
        shown = self.kind_of_page
        return shown if not best or shown in best else best[0]

    @staticmethod
    def _asks_about_review(asked: SchemaField, others: frozenset[str]) -> bool:
        """Whether a property is only that of a review, not of what it is about: `reviewer`."""
        kinds = [
            vocabulary.kinds_of(name, inner.texts) | vocabulary.kinds_of_prefix(name)
            for name, inner in asked.properties.items()
        ]
        return bool(others) and any("review" in of and not of & others for of in kinds)

    @property
    def kind_of_page(self) -> str:
        return kind_of_page(self._page)

    def of_kind(self, kind: str) -> list[Declared]:
        """The descriptions of the page's one entity of a kind. Empty if there are several and none is the main one."""
        alike = [each for each in self._page.typed if kind in each.kinds]
        mains = self._one_entity([each for each in alike if each.is_main])
        if mains:
            return mains + self._page.state
        if any(each.is_main and each.kinds - _SECONDARY_KINDS for each in self._page.typed):
            return []
        if not alike:
            return [] if kind in _OWNER_KINDS else list(self._page.state)
        if kind == "organization":
            alike = _most_specific(alike) if self._is_about_owner(alike) else []
        elif kind in _SECONDARY_KINDS:
            alike = []
        alike = [each for each in alike if kind == "organization" or self._is_shown_as_subject(each)]
        names = {name for each in alike if (name := name_of(each.entity))}
        return alike if len(names) <= 1 else []

    def _is_about_owner(self, organizations: list[Declared]) -> bool:
        """Whether the page is about the organisation that it declares: its home, contact or legal page, or a page with its name
        as title. On any other page the organisation is only the site's owner."""
        if self.kind_of_page or any(each.kinds & DESCRIBED_KINDS for each in self._page.typed):
            return False
        return (
            self.is_page_of_owner
            or any(map(self._is_shown_as_subject, organizations))
            or self._is_site_of_business(organizations)
        )

    def _is_site_of_business(self, organizations: list[Declared]) -> bool:
        """Whether the site is that of the only business which the page declares, such as a hotel, by the business's URL.

        Shops, portals and newspapers declare themselves on pages about other entities.
        """
        types = {name for each in organizations for name in types_of(each.entity)}
        if not types or not types <= _PLACES_OF_BUSINESS or len({name_of(each.entity) for each in organizations}) != 1:
            return False
        here = urlsplit(self._page.document.url)
        urls = [urlsplit(url) for each in organizations if isinstance(url := each.entity.get("url"), str)]
        return any(url.hostname == here.hostname and not url.path.strip("/") for url in urls)

    @cached_property
    def is_page_of_owner(self) -> bool:
        """Whether the page's address or heading is that of a site's home, contact or legal page."""
        is_own = _OWN_PAGE.search(urlsplit(self._page.document.url).path)
        return bool(is_own) or any(shown & _OWN_WORDS for shown in self._headings)

    @cached_property
    def _headings(self) -> list[frozenset[str]]:
        texts = [self._page.title or "", *(all_text(each) for each in islice(self._page.document.body.iter("h1"), 5))]
        return [frozenset(words(text)) for text in texts if text.strip()]

    def _is_shown_as_subject(self, entity: Declared) -> bool:
        """Whether the page's title or main heading has most words of an entity's name. True if one of them is missing."""
        name = next((entity.entity[key] for key in _NAMES if isinstance(entity.entity.get(key), str)), "")
        needed = frozenset(words(name))
        if not needed or not self._headings:
            return True
        return any(len(needed & shown) >= _NAME_SHARE_MIN * min(len(needed), len(shown)) for shown in self._headings)

    @staticmethod
    def _names_other(asked: SchemaField, kind: str) -> bool:
        """Whether all properties name another kind in their first word: `company_name` of a product."""
        return all((named := vocabulary.kinds_of_prefix(name)) and kind not in named for name in asked.properties)

    def _one_entity(self, mains: list[Declared]) -> list[Declared]:
        """The descriptions of one entity. If one format describes several, those named exactly like the page; otherwise none."""
        title = letters(self._page.title or "")
        for source in {each.source for each in mains}:
            if len({name_of(each.entity) for each in mains if each.source == source} - {""}) > 1:
                return [each for each in mains if name_of(each.entity) == title]
        return mains

    def listed(self, kind: str) -> list[Declared]:
        """The entities of a kind that the page lists, in order, each once. Never the page's own entity, and never only one."""
        found = [each for each in self._in_lists() if not kind or kind in each.kinds or not each.kinds - {"breadcrumb"}]
        if self.has_main and not any(each.is_main for each in found):
            found = []  # A list beside the page's own entity is about others.
        if not found and kind:
            found = [
                each for each in self._page.typed if kind in each.kinds and (kind == "question" or not each.is_main)
            ]
            if kind != "question" and self.has_main:
                found = []
        found = _once(found)
        return found if len(found) > 1 or kind == "question" else []

    @cached_property
    def has_main(self) -> bool:
        """Whether the page declares one entity that it is about."""
        return any(each.is_main and each.kinds & DESCRIBED_KINDS for each in self._page.typed)

    def _in_lists(self) -> list[Declared]:
        found: list[Declared] = []
        for each in self._page.typed:
            if not any(name in _LISTS for name in types_of(each.entity)):
                continue
            for entity in (each.entity, *objects_in(each.entity.get("mainEntity"))):
                for path in _LIST_PATHS:
                    for raw in follow(entity, path, self._page.resolved):
                        if isinstance(raw.value, dict) and (item := self._item(raw.value)):
                            found.append(Declared(item, each.source, each.is_main))
        return found

    def _item(self, entry: EntityObject) -> EntityObject | None:
        inner = next(iter(objects_in(entry.get("item"))), None)
        if inner is not None:
            return self._page.resolved(inner)
        if not set(types_of(entry)) & {"ListItem", "Thing"}:
            return entry
        url = entry.get("item") or entry.get("url")
        known = next((each.entity for each in self._page.typed if url and each.entity.get("url") == url), None)
        return known or {**entry, **({"url": url} if isinstance(url, str) else {})}


def _asks_for_headline(asked: SchemaField) -> bool:
    """Whether a text is asked about, not an entity: an entity has a name."""
    return any(set(forms(name)) & {"title", "headline", "article title"} for name in asked.properties)


def kind_of_page(page: PageEntities) -> str:
    """The kind of entity that a page is about by its page type, or an empty text."""
    return _KIND_OF_PAGE_TYPE.get(page.page_type, "")


def _votes(asked: SchemaField, *, with_addresses: bool = True) -> Counter[str]:
    """How many of an object's properties only entities of a kind have.

    Args:
        with_addresses: a part of an address speaks for a house, too, as for whatever the page declares.
    """
    votes: Counter[str] = Counter()
    for text in asked.texts[:1]:
        if kind := vocabulary.kind_named(text):
            votes[kind] += _TITLE_VOTES
    for name, inner in asked.properties.items():
        if inner.is_list and vocabulary.names_any_list(name):
            continue  # `items` are anything, though the item of a review is what it is about.
        kinds = vocabulary.kinds_of(name, inner.texts)
        if not with_addresses and "estate" in kinds and _is_part_of_address(name, inner.texts):
            kinds -= {"estate"}
        votes.update(kind for kind in kinds | vocabulary.kinds_of_prefix(name) if kind in PAGE_KINDS)
    return votes


def _is_part_of_address(name: str, texts: tuple[str, ...]) -> bool:
    term = vocabulary.term_of(name, texts, "estate")
    return term is not None and term.paths[0].startswith("address.")


def name_of(entity: EntityObject) -> str:
    """The letters of an entity's name, or an empty text."""
    return next((letters(entity[key]) for key in _NAMES if isinstance(entity.get(key), str)), "")


def _most_specific(entities: list[Declared]) -> list[Declared]:
    """Local businesses before organisations, which are often only the publisher of the site."""
    specific = [
        each
        for each in entities
        if set(types_of(each.entity)) - {"Organization", "NewsMediaOrganization", "Corporation"}
    ]
    return specific or entities


def _once(entities: Iterable[Declared]) -> list[Declared]:
    found: dict[object, Declared] = {}
    for each in entities:
        address = each.entity.get("url") or each.entity.get("@id")
        key = (name_of(each.entity), address if isinstance(address, str) else None)
        found.setdefault(key if any(key) else id(each), each)
    # The same entity in another format has another URL form or none.
    first: dict[str, str] = {}
    return [
        each
        for each in found.values()
        if first.setdefault(name_of(each.entity) or str(id(each)), each.source) == each.source
    ]
