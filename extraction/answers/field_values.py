"""One value of the schema, with its evidence: declared by the thing, shown with a label, or declared by the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from extraction.answers import confidence
from extraction.answers.composed_values import one_of
from extraction.answers.confidence import Grounds
from extraction.answers.evidence import Found
from extraction.answers.facts import cards, parties, totals
from extraction.answers.facts.property_values import Raw, additional, all_additional, follow, named_alike
from extraction.answers.facts.things import Declared, PageThings
from extraction.answers.facts.visible_text import text_of as text_of_element
from extraction.answers.page_values import PageValues, Value
from extraction.answers.schema import glossary, units, vocabulary
from extraction.answers.schema.clock_times import CLOCK
from extraction.answers.schema.names import forms, letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.schema_answer import FieldEvidence
from extraction.answers.shown_values import (
    PAGE_SOURCES,
    PRICE_PATHS,
    PRICED_KINDS,
    ShownValues,
    is_only_named,
)
from extraction.answers.subjects import Subject, kind_of_page, name_of
from extraction.answers.values import durations
from extraction.answers.values.convert import same, text_of
from extraction.declared.structured import Thing

# Kinds whose pages may be described by the page's own title, description and image.
_TITLED_KINDS = frozenset(("", "article", "video", "book", "course", "review"))
# Kinds of pages whose author and date stand in a byline. On others it is that of a review or a comment.
_SIGNED_KINDS = frozenset(("", "article", "video", "recipe", "course", "question", "review"))
# Kinds of values in which two sources can contradict each other.
_EXACT = frozenset(("money", "date", "code", "count", "currency"))
# Kinds of values that a page shows if they count, so that markup which it does not show may be old.
_OFTEN_OLD = frozenset(("money", "phone", "count"))
_OFTEN_OLD_PATHS = frozenset(
    "startDate endDate eventStatus validThrough datePosted address address.streetAddress address.postalCode address.addressLocality"
    " streetAddress postalCode".split()
)
# Properties about another party, for which many sites declare themselves.
_PARTIES = frozenset(("author", "hiringOrganization", "organizer", "performer", "offers.seller", "creator", "provider"))
_WHOSE = {"card": "listed", "table": "listed", "question": "listed", "box": "around the heading"}
_TITLE_PARTS = re.compile(r"\s+[-–—·•»]\s+|\s*[|｜]\s*")
# Their main heading is a better title than what their markup declares: .886 against .875 on the development data.
_HEADED_KINDS = frozenset(("", "article", "review"))
_CLOCK_PATHS = {"startDate": "startClock", "endDate": "endClock"}
_IN_TITLE_MIN = 0.6
_CENT = 0.01
_STATES = frozenset(("term", "unavailability"))
_INTERNAL_NAMES = frozenset("status state type kind stage".split())
# Kinds of values that are read around the main heading without a label.
_SHOWN_HOLDS = frozenset(("", "count", "money", "term", "unavailability", "names", "currency"))
_FUNCTIONS = frozenset(
    "impressum imprint kontakt contact contacts us contacto contatti contattaci contactez nous mentions legales legal notice aviso"
    " about team unser our notre equipe equipo staff people und and et y e the home start startseite accueil inicio welcome"
    " login".split()
)
_HEADING_NAMES = frozenset(
    ("heading", "page heading", "main heading", "page title", "h1", "title of page", "uberschrift")
)
_PAGE_NOUNS = frozenset(
    "page thread topic post article episode recipe project listing ad category collection section list video course document guide"
    " service campaign question catalog".split()
)
_HEADED_NOUNS = frozenset(
    "event evento evenement veranstaltung evenemang recipe rezept"
    " recette receta ricetta przepis topic thread course kurs cours curso corso cursus book livre libro ksiazka kirja konyv"
    " facility restaurant restaurante ristorante hotel museum musee museo software app game dataset calendar collection"
    " apartment flat house vehicle car video film movie podcast exhibition".split()
)
_GOODS_NOUNS = frozenset(
    "product produkt produit producto prodotto produto urun termek tuote item 商品 製品 상품 产品 товар".split()
)
_PLACED = re.compile(
    r"\b(?:under|below|beneath|after|above|next to|beside)\s+(?:the|its)\s+(?:\w+\s+)?(?:headline|title|heading|name|image|price)\b"
    r"|\b(?:unter|über|neben) (?:der|dem)\b.{0,20}(?:überschrift|titel)|\bas shown\b|\bin the (?:box|table|sidebar|footer)\b",
    re.I,
)
_OFFERED = re.compile(r"^(?:download|install|buy|télécharger|descargar|scarica|herunterladen)\s+(?=\w)", re.I)


class FieldValues:
    """The values of one page."""

    def __init__(self, page: PageThings, text: str | None = None) -> None:
        self._page = page
        self._context = PageValues(page, text)
        self.shown = ShownValues(self._context)

    def with_page(self, subject: Subject, asked: SchemaField) -> Subject:
        """The subject with the page's own description, if it describes the subject too."""
        if not subject.is_page or any(each.source in PAGE_SOURCES for each in subject.things):
            return subject
        typed = [each for each in self._page.page if subject.kind and subject.kind in each.kinds]
        describes = (
            subject.kind in _TITLED_KINDS
            or (subject.kind in PRICED_KINDS and subject.kind == self._kind_of_page)
            or (any(each.is_main for each in subject.things) and subject.kind != "organization")
            or typed
            or (self._kind_of_page in ("", subject.kind) and self._shows(asked, subject))
        )
        about = [each for each in self._page.page if each.source != "byline" or subject.kind in _SIGNED_KINDS]
        return replace(subject, things=(*subject.things, *about)) if describes else subject

    @cached_property
    def _kind_of_page(self) -> str:
        return kind_of_page(self._page)

    def _shows(self, asked: SchemaField, subject: Subject) -> bool:
        """Whether the page shows a labelled value that only such a thing has, or one price beside its main heading."""
        if subject.kind in PRICED_KINDS and self.shown.main_price is not None:
            return True
        return subject.kind not in ("organization", "question") and any(
            subject.kind in vocabulary.kinds_of(name, inner.texts)
            and self.shown.by_label(inner, subject, vocabulary.term_of(name, inner.texts, subject.kind)) is not None
            for name, inner in asked.properties.items()
            if not inner.is_list and not inner.is_object
        )

    def one(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        """The value of a scalar property, or None if the page has none or several."""
        found = self._one(asked, subject, term)
        is_former = term is not None and any("ListPrice" in path for path in term.paths)
        if found is not None and is_former and subject.is_page and self._is_main_price(found.value, asked):
            return None  # A price that is not above the current one was never reduced.
        return found

    def _is_main_price(self, value: Any, asked: SchemaField) -> bool:
        price = self.shown.main_price
        shown = self._context.converted([Raw(price.text, "")], asked, "money") if price else []
        return bool(shown) and _is_rounded(value, shown[0][0])

    def _one(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        found: Value | None = None
        own = [each for each in subject.things if each.source not in PAGE_SOURCES]
        general = [each for each in subject.things if each.source in PAGE_SOURCES]
        is_name = term is not None and term.paths[0] in ("headline", "name")
        if is_name and "name" in words(asked.name) and self._is_headed_by_function:
            general = []  # "Imprint" is not a company's name.
        if subject.is_page and term and term.paths[0] in ("headline", "name"):
            # The page's own title is without the name of the site, which Open Graph often has.
            general.sort(key=lambda each: each.source != "meta")
            own = [*(general[:1] if subject.kind in _HEADED_KINDS else ()), *own]
        elif subject.is_page and subject.kind in _HEADED_KINDS:
            # It is only read where it is better than what the markup declares.
            own = [*(each for each in general if each.source == "byline"), *own]
        if subject.is_page and set(forms(asked.name)) & _HEADING_NAMES:
            return self._heading(asked)
        is_disputed = subject.is_page and self._is_disputed(asked, (*own, *general), term)
        if is_disputed:
            own = general = []
        for each in own:
            found = found or self._declared(asked, each, subject, term)
        if subject.is_page:
            found = self._as_labelled(found, asked, subject, term)
        for each in general:
            found = found or self._declared(asked, each, subject, term)
        if found is None and subject.is_page:
            found = self.shown.of_main_price(asked, subject, term, is_disputed=is_disputed) or self._of_main_box(
                asked, subject, term
            )
        if found is None and subject.is_page and asked.kinds and asked.kinds <= {"integer", "number"}:
            found = self._total(asked)
        if found is None and subject.is_page and (_asks_for_title(asked, term) or self.is_headed_by(asked)):
            found = self.of_heading(asked, subject)
        return found

    def _total(self, asked: SchemaField) -> Value | None:
        """How many things the page lists in all, if it says so once."""
        if not totals.asks_for(asked.name):
            return None
        number = totals.read(self.text, comma=self._context.comma)
        thing = Declared({}, "label", whose="shown", weak=frozenset(("total",)))
        return None if number is None else self.valued(number, Raw(number, "total"), thing, asked, None)

    def is_headed_by(self, asked: SchemaField) -> bool:
        """Whether the name of a text is the noun for what the page is about, so that its heading answers: `product`, `event`.

        In an article, most of them are only mentioned.
        """
        if not asked.kinds <= {"string"} or asked.format or asked.enum or asked.texts:
            return False
        named = set(forms(asked.name))
        if named & _GOODS_NOUNS:
            return self._kind_of_page == "product" or self.shown.main_price is not None
        return bool(named & _HEADED_NOUNS) and self._kind_of_page in ("", "product")

    def _as_labelled(
        self, found: Value | None, asked: SchemaField, subject: Subject, term: Term | None
    ) -> Value | None:
        """A declared value, or the one that the page shows with a label: it is newer than the markup, but then neither is sure."""
        if found is not None and (term is None or term.holds not in _EXACT):
            return found
        shown = self.shown.by_label(asked, subject, term)
        if found is None or shown is None or _is_alike(found.value, shown.value):
            return found or shown
        return replace(
            shown,
            evidence=replace(shown.evidence, confidence=min(shown.evidence.confidence, confidence.CONTRADICTED_MAX)),
        )

    def _is_disputed(self, asked: SchemaField, things: Iterable[Declared], term: Term | None) -> bool:
        """Whether the one price beside the main heading is none of the declared ones, also not after rounding."""
        if term is None or term.holds != "money" or not PRICE_PATHS.intersection(term.paths):
            return False
        price = self.shown.main_price
        shown = self._context.converted([Raw(price.text, "")], asked, "money") if price else []
        declared = [
            value
            for each in things
            for value, _ in self._context.converted(self.raws(each, asked, term), asked, "money", each.source)
        ]
        return bool(shown and declared) and not any(_is_rounded(value, shown[0][0]) for value in declared)

    def of_heading(self, asked: SchemaField, subject: Subject) -> Value | None:
        """The main heading, for the name of what the page is about. That of an organisation only on its home page."""
        heading = letters(self.shown.main_heading)
        named = [(each.source, name) for each in subject.things if (name := name_of(each.thing))]
        if any(source not in PAGE_SOURCES or heading not in name for source, name in named):
            return None  # What is declared has its own name.
        if self._is_headed_by_function:
            return None
        if subject.kind in ("organization", "person") and urlsplit(self._page.document.url).path.strip("/"):
            return None
        text = _OFFERED.sub("", self.shown.main_heading)
        if not self._is_in_title(text):
            return None  # It may be the site's name, or a slogan.
        return self.valued(text, Raw(text, "name"), Declared({}, "box", True), asked, None) if text else None

    def _is_in_title(self, text: str) -> bool:
        """Whether the page's own title has most words of a text, which is not the name of the site."""
        shown, needed = set(words(self._page.title or "")), set(words(text))
        site = letters(self._page.metadata.site_name() or "")
        title = (self._page.title or "").strip()
        if title.endswith(text) and _TITLE_PARTS.search(title.removesuffix(text) + " "):
            return False  # The last part of a title is the site.
        return bool(needed) and letters(text) != site and len(needed & shown) >= _IN_TITLE_MIN * len(needed)

    def _heading(self, asked: SchemaField) -> Value | None:
        """The main heading, otherwise the page's title, for a property that asks for it by name, whatever the page is about."""
        headings = [text for one in islice(self._page.document.body.iter("h1"), 2) if (text := text_of_element(one))]
        text = headings[0] if len(headings) == 1 else self._page.title or ""
        return self.valued(text, Raw(text, "name"), Declared({}, "meta", True), asked, None) if text else None

    def converted(self, raws: list[Raw], asked: SchemaField, holds: str, source: str = "") -> list[tuple[Any, Raw]]:
        """As `PageValues.converted`."""
        return self._context.converted(raws, asked, holds, source)

    def raws(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of a property: by the first path that has any, otherwise by the property's own name."""
        return next(self.raws_by_path(thing, asked, term), [])

    def objects_first(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The declared values of the first path that ends in objects, otherwise of the first path."""
        by_path = list(self.raws_by_path(thing, asked, term))
        return next((raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)), [*by_path, []][0])

    def raws_by_path(self, thing: Declared, asked: SchemaField, term: Term | None) -> Iterator[list[Raw]]:
        """The declared values of a property, path by path, and last by the property's own name."""
        resolve = self._page.resolved
        # A row of a table has the schema's own names.
        paths = term.paths if term and thing.source != "table" else ()
        if asked.format == CLOCK:
            paths = (*(_CLOCK_PATHS[path] for path in paths if path in _CLOCK_PATHS), *paths)
        for path in paths:
            if found := follow(thing.thing, path, resolve):
                yield found
        if found := named_alike(thing.thing, asked.name, resolve):
            yield found
        names = (asked.name, units.without_unit(asked.name), *(term.labels if term else ()))
        names += glossary.labels_for(asked.name) if "additionalProperty" in thing.thing else ()
        if found := additional(thing.thing, [form for name in names for form in forms(name)]):
            yield found

    def things(self, asked: SchemaField, subject: Subject, term: Term | None) -> Iterator[tuple[str, Declared]]:
        """The things at the end of a property's path, or that hold its value, with the kind that the vocabulary expects."""
        kind = (term.kind if term else "") or vocabulary.kind_named(asked.name)
        is_party = term is not None and bool(_PARTIES.intersection(term.paths))
        for each in subject.things:
            for raw in self._holders(each, asked, term):
                if isinstance(raw.value, dict):
                    name = raw.value.get("name")
                    whose = "the site" if is_party and isinstance(name, str) and self._is_site(name) else each.whose
                    yield kind, Declared(raw.value, each.source, each.is_main, whose)
                elif term and term.holds in ("names", "url") and isinstance(raw.value, str):
                    key = "url" if term.holds == "url" else "name"
                    yield kind, Declared({key: raw.value}, each.source, each.is_main)

    def _holders(self, thing: Declared, asked: SchemaField, term: Term | None) -> list[Raw]:
        """The objects of a property, the outermost if several paths end in one, else the objects that hold its values."""
        paths = sorted(term.paths, key=lambda path: path.count(".")) if term else []
        paths += [path.rpartition(".")[0] for path in paths if "." in path]
        by_path = [found for path in paths if (found := follow(thing.thing, path, self._page.resolved))]
        by_path += [found for found in [named_alike(thing.thing, asked.name, self._page.resolved)] if found]
        return next(
            (raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)),
            by_path[0] if by_path else [],
        )

    def _declared(self, asked: SchemaField, thing: Declared, subject: Subject, term: Term | None) -> Value | None:
        holds = term.holds if term else ""
        if holds == "money" and not self._has_asked_currency(thing, asked, term):
            return None
        by_path = self.raws_by_path(thing, asked, term)
        source = thing.source
        values = next(
            (values for raws in by_path if (values := self._context.converted(raws, asked, holds, source))), []
        )
        if term and term.paths[0] == "inLanguage" and source in PAGE_SOURCES and subject.kind not in ("", "article"):
            return None  # The language of the page is not that of a course or a book.
        if holds == "prose" and source in PAGE_SOURCES:
            values = [one for one in values if not _is_cut(one[0]) and not _asks_for_place(asked)]
        if not values and holds == "money":
            values = self._context.converted(self._single_price(thing, term), asked, holds, source)
        if not values:
            return None
        chosen = one_of(values, asked, holds)
        if chosen is None:
            return None
        value, raw = chosen
        if holds == "prose" and source in PAGE_SOURCES and isinstance(value, str):
            value = self._context.text.paragraph_from(value) or value
        if holds == "duration" and isinstance(value, str):
            value = self._shown_duration(value) or value
        if (
            term
            and term.paths[0] in ("name", "headline")
            and isinstance(value, str)
            and self._is_title_with_site(value)
        ):
            value = self._page.title
        if term and term.paths[0] in ("name", "headline") and source in PAGE_SOURCES and isinstance(value, str):
            value = self.shown.heading_of_title(value) or value
        if term and "name" in words(asked.name) and term.paths[0] == "name" and isinstance(value, str):
            value = _OFFERED.sub("", value) or value
        return self.valued(
            value, raw, thing, asked, term, is_contradicted=self._is_contradicted(value, asked, thing, subject, term)
        )

    def _shown_duration(self, value: str) -> str | None:
        """A declared duration as the page shows it: `14:37` of `PT14M37S`. None unless it shows it in one way."""
        length = durations.seconds(value) if value[:1] == "P" else None
        return self._context.text.duration(length) if length else None

    def _is_title_with_site(self, name: str) -> bool:
        """Whether a name is the page's title with the name of the site after it. Some shops declare it so."""
        title, site = self._page.title or "", self._page.metadata.site_name() or ""
        rest = name[len(title) :].strip() if title and name.startswith(title) else ""
        return bool(rest) and rest[0] in "-|–—·•:»" and bool(site) and letters(rest) in (letters(site), "")

    def _single_price(self, thing: Declared, term: Term | None) -> list[Raw]:
        """The price of offers whose lowest price is the highest."""
        if term is None or "offers.price" not in term.paths:
            return []
        low, high = (follow(thing.thing, f"offers.{key}", self._page.resolved) for key in ("lowPrice", "highPrice"))
        return low if low and {str(raw.value) for raw in low} == {str(raw.value) for raw in high} else []

    def _has_asked_currency(self, thing: Declared, asked: SchemaField, term: Term | None) -> bool:
        """Whether an amount is in the currency that the property asks for, if it asks for one."""
        currency = units.asked_currency(asked.name, asked.texts)
        if currency is None or term is None:
            return True
        holders = {path.rpartition(".")[0] for path in term.paths}
        holders |= {
            holder.rpartition(".")[0] for holder in holders
        }  # A price specification has the currency of its offer.
        paths = [f"{holder}.{key}".lstrip(".") for holder in holders for key in ("priceCurrency", "currency")]
        found = [raw.value for path in paths for raw in follow(thing.thing, path, self._page.resolved)]
        return bool(found) and all(isinstance(one, str) and self._context.currency(one) == currency for one in found)

    def _is_contradicted(
        self, value: Any, asked: SchemaField, thing: Declared, subject: Subject, term: Term | None
    ) -> bool:
        if term is None or term.holds not in _EXACT:
            return False
        if subject.is_page and term.holds == "money" and PRICE_PATHS.intersection(term.paths) and self.shown.main_price:
            shown = self._context.converted([Raw(self.shown.main_price.text, "")], asked, term.holds)
            if shown and not same(shown[0][0], value):
                return True
        if (
            subject.is_page
            and "startDate" in term.paths
            and isinstance(value, str)
            and self._is_after_another_day(value)
        ):
            return True
        for other in subject.things:
            if other is not thing:
                values = self._context.converted(self.raws(other, asked, term), asked, term.holds, other.source)
                if values and not any(same(value, each) for each, _ in values):
                    return True
        return False

    def _is_after_another_day(self, moment: str) -> bool:
        """Whether another day is the first one that the page shows from its main heading on: the date may have been moved."""
        first = self._context.text.first_day_from(self.shown.main_heading) if self.shown.main_heading else None
        return first is not None and first != moment[:10]

    def valued(
        self,
        value: Any,
        raw: Raw,
        thing: Declared,
        asked: SchemaField,
        term: Term | None,
        *,
        is_contradicted: bool = False,
    ) -> Value | None:
        """The value with its evidence. None for a number of the application state that the page does not show."""
        labels = self.shown.labels(asked, term)
        beside = self._lines_of_item(thing)
        found = self._located(value, raw, labels, term, beside)
        if found is None and thing.source == "state" and _is_internal(value, asked):
            return None
        is_sure = found is not None and (found.is_labelled or not isinstance(value, str) or " " in value)
        quote = None if is_sure else self._context.markup.quote(raw.value, raw.key)
        is_often_old = term is not None and (
            term.holds in _OFTEN_OLD or bool(_OFTEN_OLD_PATHS.intersection(term.paths))
        )
        grounds = Grounds(
            thing.source,
            self._whose(value, thing, term),
            self._which(raw, thing, term),
            is_contradicted=is_contradicted,
            is_often_old=is_often_old,
        )
        share = confidence.of_value(grounds, found, quote)
        # A single word may stand somewhere in the text by chance: its declaration is the better evidence.
        return Value(value, FieldEvidence(share, quote or (found.passage if found else None)))

    def _which(self, raw: Raw, thing: Declared, term: Term | None) -> str:
        """How the property was found, as in `confidence.WHICH`."""
        if raw.key == "name" and thing.thing.get(cards.JOINED):
            return "part of a heading"
        if raw.key in thing.weak:
            return "type or place"
        is_price = term is not None and term.holds == "money" and thing.source in PAGE_SOURCES
        return "one of several" if is_price and self.shown.has_several_prices else raw.which

    def _whose(self, value: Any, thing: Declared, term: Term | None) -> str:
        """Whose value it is, as in `confidence.WHOSE`."""
        if thing.whose:
            return thing.whose
        if thing.source in _WHOSE:
            return _WHOSE[thing.source]
        if term and _PARTIES.intersection(term.paths) and isinstance(value, str) and self._is_site(value):
            return "the site"
        return "main" if thing.is_main else "alike"

    def _is_site(self, name: str) -> bool:
        """Whether a name is that of the site, which many sites declare in place of the author or the employer."""
        return letters(name) in {letters(one) for one in (self._page.metadata.site_name(), *self._site_words) if one}

    @cached_property
    def _site_words(self) -> list[str]:
        """The parts of the page's title before and after its own name."""
        whole = next((text_of_element(one, 10) for one in self._page.document.tree.iter("title")), "")
        own = letters(self._page.title or "")
        return [part for part in _TITLE_PARTS.split(whole) if letters(part) != own]

    def party(self, asked: SchemaField) -> Declared | None:
        """Who offers the page's own thing, if a property asks for it by name."""
        if not parties.asks_for(words(asked.name)) or self._party is None:
            return None
        return Declared(self._party, "box", True, "a party")

    @cached_property
    def _party(self) -> Thing | None:
        return parties.read(self._page.document)

    @property
    def text(self) -> str:
        """The page's visible text."""
        return self._context.text.whole

    def shows_text(self, text: str) -> bool:
        """Whether the page's visible text has a text."""
        return self._context.text.has(text)

    def specifications(self, asked: SchemaField, subject: Subject) -> Iterator[tuple[str, Value]]:
        """What the page declares or shows in rows about its thing, by the page's own names. The first of equal names counts."""
        values = asked.values or SchemaField()
        known: set[str] = set()
        for each in subject.things:
            for name, raw in all_additional(each.thing):
                found = self._context.converted([raw], replace(values, name=name), "", each.source)
                if found and name and name not in known and (value := self.valued(*found[0], each, values, None)):
                    known.add(name)
                    yield name, value
        rows = [pair for pairs in self.shown.labelled.values() for pair in pairs if pair.is_row and not pair.is_outside]
        for pair in rows if subject.is_page and not known else ():
            if pair.label not in known and (shown := self.shown.of_pairs([pair], values, "")):
                known.add(pair.label)
                yield pair.label, shown

    def _lines_of_item(self, thing: Declared) -> frozenset[int]:
        """The lines of the name of a thing in a list, near which its short values stand."""
        return (
            frozenset(self._context.text.lines_of(thing.thing.get("name"))) if thing.source == "card" else frozenset()
        )

    def _located(
        self, value: Any, raw: Raw, labels: tuple[str, ...], term: Term | None, beside: frozenset[int]
    ) -> Found | None:
        found = self._context.text.locate(value, labels, money=bool(term and term.holds == "money"), beside=beside)
        if found is None and isinstance(raw.value, str) and not isinstance(value, bool):
            found = self._context.text.locate(text_of(raw.value), labels, beside=beside)
        return found

    @cached_property
    def _is_headed_by_function(self) -> bool:
        """Whether the page's title only says what the page is for: imprint, contact, team."""
        return not set(words(self._page.title or "")) - _FUNCTIONS

    def _of_main_box(self, asked: SchemaField, subject: Subject, term: Term | None) -> Value | None:
        if (
            term is None
            or subject.kind not in PRICED_KINDS
            or term.holds not in _SHOWN_HOLDS
            or self.shown.main_box is None
        ):
            return None
        if is_only_named(asked, subject) or (term.holds in _STATES and self._declares(asked, subject, term)):
            return None  # A state that differs between declared offers is not decided by what one of them shows.
        return self._declared(asked, self.shown.main_box, subject, term)

    def _declares(self, asked: SchemaField, subject: Subject, term: Term) -> bool:
        own = [each for each in subject.things if each.source not in PAGE_SOURCES]
        return any(each.thing.get("hasVariant") or self.raws(each, asked, term) for each in own)


def _is_rounded(value: Any, shown: Any) -> bool:
    """Whether two amounts are the same in whole cents."""
    if isinstance(value, (int, float)) and isinstance(shown, (int, float)):
        return abs(value - shown) < _CENT
    return same(value, shown)


def _is_alike(value: Any, shown: Any) -> bool:
    """Whether a declared value is the shown one: amounts in whole cents, moments of one day, the same text or a longer one."""
    if isinstance(value, str) and isinstance(shown, str):
        short, long = sorted((letters(value[:500]), letters(shown[:500])), key=len)
        return value[:10] == shown[:10] or short in long
    return _is_rounded(value, shown)


def _is_cut(value: Any) -> bool:
    return isinstance(value, str) and value.rstrip().endswith(("...", "…"))


def _asks_for_place(asked: SchemaField) -> bool:
    """Whether a description says where on the page the text stands, so that the page's own description is another one."""
    return any(_PLACED.search(text[:300]) for text in asked.texts)


def _asks_for_title(asked: SchemaField, term: Term | None) -> bool:
    """Whether a property is the name of the page's own thing, or of the page: `thread_title`, `collectionName`."""
    if not asked.kinds <= {"string"} or asked.format or asked.enum:
        return False
    first, *rest = words(asked.name) or ("",)
    named = first in _PAGE_NOUNS and rest in (["title"], ["name"], ["heading"])
    return named or bool(term and term.paths[0] in ("name", "headline"))


def _is_internal(value: Any, asked: SchemaField) -> bool:
    """Whether a value of the application state that no text shows may be cents or a state of the software."""
    if not isinstance(value, str):
        return True
    return value.strip().isdecimal() or bool(set(words(asked.name)) & _INTERNAL_NAMES)
