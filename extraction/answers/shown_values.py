"""The values that a page shows without markup, beside a label or under a title."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, lru_cache

from extraction.answers import confidence
from extraction.answers.confidence import Grounds
from extraction.answers.facts import areas, labelled, options, prices, titled_lists
from extraction.answers.facts.labelled import Labelled
from extraction.answers.facts.property_values import Raw
from extraction.answers.facts.titled_lists import TitledList
from extraction.answers.main_part import PRICE_PATHS, MainPart
from extraction.answers.page_values import NEXT_CREDIT, PageValues, Value
from extraction.answers.schema import glossary, units, vocabulary, word_meanings
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.schema_answer import FieldEvidence
from extraction.answers.subjects import Subject
from extraction.answers.values.convert import text_of

_CONTACT = frozenset(("phone", "email", "hours", "address"))
# Kinds of entities that have another address than whom to contact about them.
_ELSEWHERE_KINDS = frozenset(("product", "estate", "job", "event", "article", "course", "recipe", "book", "video"))
_PLACE_NAMES = frozenset(
    (
        "address",
        "street",
        "city",
        "town",
        "municipality",
        "postal code",
        "postcode",
        "zip",
        "zip code",
        "district",
        "location",
    )
)
# A comma between digits is a decimal comma.
_LIST_SEPARATORS = re.compile(r"\s*(?:[;、，|]|(?<!\d),|,(?!\d))\s*")
_NUMERIC = frozenset(("integer", "number"))
_AMOUNT_WORDS_MAX = 8
_WHOLE_LIKENESS, _PARTLY_MAX_CHARS = 1.6, 60
# Labels that are too general to name a value on their own.
_VAGUE_LABELS = frozenset(
    "name title note in from to by a value text type description url link id label score about".split()
)
_MEASURES = frozenset(
    "rating score price cost fee note average year bewertung preis prix precio prezzo preco prijs cena fiyat jahr ano annee anno nota"
    " puntuacion valoracion valutazione voto beoordeling ocena puan avaliacao betyg".split()
)

# A second label and its value on the line of the first: `00001112, VAT: CZ00001112`.
_NEXT_LABEL = re.compile(r"[,;]\s[^\W\d][^:,;]{0,20}:\s\S.{0,200}$")
# Addresses of mail of one office, not of the company.
_OFFICE_OF = re.compile(
    r"(?:dpo|dsb|datenschutz\w*|privacy|rgpd|gdpr|abuse|webmaster|postmaster|jobs|bewerbung\w*|karriere)@", re.I
)
# A number that names a class, not an amount: `Entgeltgruppe 7`.
_CLASS_NUMBER = re.compile(
    r"(?:gruppe|klasse|stufe|grupp|klass|groupe?|grupo|gruppo|groep|schaal|grade|class|classe|clase|level|livello|nivel|niveau|band"
    r"|tier|zone|scale|category|catégorie|categoría|categoria)\s+[A-Z]?\s?\d{1,2}\b(?!\s?[€$£%])",
    re.I,
)
# What is left of a label whose value is struck out or hidden: `Former price: (-14 %)`.
_NOTE = re.compile(r"\([^()]*\)")


class ShownValues:
    """What one page shows with labels."""

    def __init__(self, values: PageValues, main: MainPart) -> None:
        self._values, self._main = values, main
        self._document = values.page.document

    @cached_property
    def labelled(self) -> dict[str, list[Labelled]]:
        found: dict[str, list[Labelled]] = {}
        for pair in labelled.read(self._document):
            for key in pair.keys:
                found.setdefault(key, []).append(pair)
        return found

    def by_label(
        self, asked: SchemaField, subject: Subject, term: Term | None, *, with_foreign: bool = True
    ) -> Value | None:
        """The value that the page shows with one of the property's labels. None if it shows different ones.

        Args:
            with_foreign: labels of the glossary count too, of which some mean another property in another language.
        """
        holds = term.holds if term else ""
        if term and term.paths[0] in ("name", "headline") and subject.is_page and self._main.has_heading:
            return None  # The heading is the name. A label such as "Name" may be about a part.
        if term and term.kinds and subject.kind and subject.kind not in term.kinds:
            term = replace(term, labels=())  # The row of another kind, whose other names mean something else here.
        is_number = _is_count(asked)
        titles = [text for text in asked.texts if len(text) <= 40]
        keys = [form for name in (asked.name, *titles, *labels_of(asked.name, term)) for form in forms(name)]
        for key in dict.fromkeys(keys):
            if key in _VAGUE_LABELS:
                continue
            pairs = _of_subject(self._pairs(key, holds, asked, is_number=is_number), subject, asked, term)
            if value := self.of_pairs(pairs, asked, holds):
                return value
        if with_foreign and (value := self._by_foreign_label(asked, term, keys, subject)):
            return value
        if holds == "currency" and term and (priced := vocabulary.term_of("price", (), subject.kind)):
            keys = list(priced.labels)
            pairs = [pair for key in keys for pair in self.labelled.get(key, ()) if not pair.is_outside]
            if value := self.of_pairs(pairs, asked, holds):
                return value
        return None

    @cached_property
    def _signs(self) -> list[tuple[str, frozenset[int | str]]]:
        return [(key, word_meanings.signs(key)) for key in self.labelled if key not in _VAGUE_LABELS]

    def by_likeness(
        self, asked: SchemaField, subject: Subject, term: Term | None, beside: Collection[str]
    ) -> Value | None:
        """The value beside the label that is most alike the property's name, word by word.

        None if two labels are as alike, or if the label is as alike another property of the schema.

        Args:
            beside: the names of all properties of the schema.
        """
        holds = term.holds if term else ""
        is_number = _is_count(asked)
        found: dict[str, float] = {}
        needed = word_meanings.may_need(asked.name)
        for key, signs in self._signs:
            if all(not one.isdisjoint(signs) for one in needed) and (share := word_meanings.likeness(asked.name, key)):
                pairs = [one for one in self.labelled[key] if _may_answer(one, holds, is_number=is_number)]
                if _of_subject([one for one in pairs if not one.is_party], subject, asked, term):
                    found[key] = share
        ranked = sorted(found, key=found.__getitem__, reverse=True)
        for key in ranked[:1]:
            is_price = term is not None and bool(PRICE_PATHS.intersection(term.paths))
            if is_price and subject.kind == "product" and found[key] < _WHOLE_LIKENESS:
                return None  # `Recommended price` is another one.
            if len(ranked) > 1 and found[ranked[1]] == found[key]:
                return None
            if any(_is_nearer(other, key, found[key]) for other in beside if other != asked.name):
                return None
            pairs = [
                one for one in self.labelled[key] if not one.is_party and _may_answer(one, holds, is_number=is_number)
            ]
            if asked.kinds <= {"string"} and not _may_be_text(pairs, holds, is_partly=found[key] < _WHOLE_LIKENESS):
                return None
            return self.of_pairs(_of_subject(pairs, subject, asked, term), asked, holds)
        return None

    def _pairs(self, key: str, holds: str, asked: SchemaField, *, is_number: bool) -> list[Labelled]:
        """The labelled values under a key. Those in blocks about the agent or the seller answer only what names one."""
        pairs = [pair for pair in self.labelled.get(key, ()) if _may_answer(pair, holds, is_number=is_number)]
        return (
            pairs if areas.is_party_name(" ".join(words(asked.name))) else [pair for pair in pairs if not pair.is_party]
        )

    def _by_foreign_label(
        self, asked: SchemaField, term: Term | None, known: list[str], subject: Subject
    ) -> Value | None:
        """The value beside a label of the page's language. None if several labels of the property have different ones."""
        keys = [key for key in glossary.labels_for(asked.name) if key in self.labelled and key not in known]
        is_number, holds = _is_count(asked), term.holds if term else ""
        pairs = [pair for key in keys for pair in self._pairs(key, holds, asked, is_number=is_number)]
        pairs = _of_subject(pairs, subject, asked, term)
        return self.of_pairs(pairs, asked, holds) if pairs else None

    def list_by_label(self, asked: SchemaField, term: Term | None) -> list[Value]:
        """The values of a list that the page shows under one label: `Grey, Navy`, or every telephone number."""
        holds = term.holds if term else ""
        keys = [form for name in (asked.name, *labels_of(asked.name, term)) for form in forms(name)]
        keys += [key for key in glossary.labels_for(asked.name) if key in self.labelled or key in self._lists]
        for key in dict.fromkeys(keys):
            if listed := self._under_title(key, asked, holds):
                return listed
            pairs = [pair for pair in self.labelled.get(key, ()) if _may_answer(pair, holds, is_number=False)]
            if holds == "prose":
                continue  # Steps are longer than what is beside a label: `Preparation: 15 minutes`.
            if key in _VAGUE_LABELS or not pairs or (len({pair.value for pair in pairs}) > 1 and holds not in _CONTACT):
                continue
            parts = [
                part for pair in pairs for part in pair.parts or _LIST_SEPARATORS.split(pair.value) if part.strip()
            ]
            values = [self.of_pairs([replace(pairs[0], value=part, parts=())], asked.item, holds) for part in parts]
            if all(value is not None for value in values):
                unique = {str(value.value): value for value in values if value is not None}
                return list(unique.values())
        return []

    @cached_property
    def _lists(self) -> dict[str, list[TitledList]]:
        found: dict[str, list[TitledList]] = {}
        for one in titled_lists.read(self._document):
            for key in {one.key, *one.names} - {""}:
                found.setdefault(key, []).append(one)
        for one in options.read(self._document):
            if one.key:
                found.setdefault(one.key, []).append(one)
        return found

    def _under_title(self, key: str, asked: SchemaField, holds: str) -> list[Value]:
        """The items of the only list with this title. A list of another type of values is none."""
        found = {one.items: one for one in self._lists.get(key, ())}
        if len(found) != 1 or key in _VAGUE_LABELS:
            return []
        items = next(iter(found))
        values = [self.of_pairs([Labelled(key, text)], asked.item, holds) for text in items]
        return [value for value in values if value is not None] if all(values) else []

    def of_pairs(self, pairs: list[Labelled], asked: SchemaField, holds: str) -> Value | None:
        currency = units.asked_currency(asked.name, asked.texts) if holds == "money" else None
        pairs = [_cut(pair, _NEXT_LABEL) for pair in pairs]
        if holds == "names":
            pairs = [_cut(pair, NEXT_CREDIT) for pair in pairs]
        if holds == "email" and len({pair.value for pair in pairs}) > 1:
            pairs = [pair for pair in pairs if not _OFFICE_OF.match(pair.value)] or pairs
        pairs = [pair for pair in pairs if not _NOTE.fullmatch(pair.value)]
        if asked.kinds and asked.kinds <= _NUMERIC:
            # A number in a sentence is about something in it.
            pairs = [pair for pair in pairs if len(pair.value.split()) <= _AMOUNT_WORDS_MAX]
            pairs = [pair for pair in pairs if not _CLASS_NUMBER.search(pair.value)]
        pairs = [pair for pair in pairs if currency is None or self._values.currency(pair.value) == currency]
        values = self._values.converted([Raw(pair.value, "") for pair in pairs], asked, holds)
        if len(values) != 1:
            return None
        value, raw = values[0]
        labels = [pair.label for pair in pairs]
        shown = text_of(raw.value)
        found = self._values.text.locate(shown, labels) or self._values.text.locate(value, labels)
        # Columns beside each other may have no blank between them.
        found = found or next(filter(None, (self._values.text.locate(f"{label}{shown}") for label in labels[:1])), None)
        found = found or self._values.text.locate_read((value, shown), frozenset())
        quote = None if found else self._values.markup.quote(raw.value, "")
        share = confidence.of_value(Grounds("label", "shown", self._which(pairs, asked)), found, quote)
        return Value(value, FieldEvidence(share, found.passage if found else quote))

    @staticmethod
    def _which(pairs: list[Labelled], asked: SchemaField) -> str:
        """How the label of a value was found, as in `confidence.WHICH`."""
        own = {form for name in (asked.name, units.without_unit(asked.name), *asked.texts) for form in forms(name)}
        return "label" if any(own.intersection(pair.keys) for pair in pairs) else "other label"


@lru_cache(maxsize=4_000)
def labels_of(name: str, term: Term | None) -> tuple[str, ...]:
    """The labels of a property, without those that are too general."""
    names = (name, *(term.labels if term else (units.without_unit(name),)))
    return tuple(dict.fromkeys(one for one in names if one and " ".join(words(one)) not in _VAGUE_LABELS))


def _may_be_text(pairs: list[Labelled], holds: str, *, is_partly: bool) -> bool:
    """Whether labelled values may answer a text: no price, and no long text if the label has other words, too."""
    if holds != "money" and any(prices.amounts(pair.value) for pair in pairs):
        return False
    return not is_partly or all(len(pair.value) <= _PARTLY_MAX_CHARS for pair in pairs)


def _is_nearer(name: str, key: str, share: float) -> bool:
    """Whether a label is as alike another property, or is one of its own labels."""
    return word_meanings.likeness(name, key) >= share or key in forms(name) or key in glossary.labels_for(name)


def _cut(pair: Labelled, rest: re.Pattern[str]) -> Labelled:
    """A labelled value without what a pattern finds at its end."""
    value = rest.sub("", pair.value) if ":" in pair.value else pair.value
    return pair if value == pair.value else replace(pair, value=value)


def _is_count(asked: SchemaField) -> bool:
    """Whether a property may be a number of entities: `4 bedrooms`. A rating is none, though `213 ratings` are shown."""
    named = set(words(asked.name))
    is_measured = bool(named & _MEASURES) and not named & {"count", "number", "total"}
    return bool(asked.kinds & {"integer", "number"}) and not is_measured


def _of_subject(pairs: list[Labelled], subject: Subject, asked: SchemaField, term: Term | None) -> list[Labelled]:
    """The labelled values that are not those of one review, and not the address of whom to contact about the entity.

    Those of one of several entities count only if the page has no other ones.
    """
    pairs = [pair for pair in pairs if pair.block != "repeated"] or pairs
    pairs = [pair for pair in pairs if not pair.is_aside] or pairs
    if subject.kind != "review":
        pairs = [pair for pair in pairs if pair.block != "contribution"]
    if subject.kind in _ELSEWHERE_KINDS and _is_place(asked, term):
        pairs = [pair for pair in pairs if pair.block != "contact"]
    return pairs


def _is_place(asked: SchemaField, term: Term | None) -> bool:
    """Whether a property is an address or a part of one."""
    if term and (term.holds in ("address", "place") or any("address" in path for path in term.paths)):
        return True
    named = {form for name in (asked.name, *glossary.english_for(asked.name)) for form in forms(name)}
    return bool(named & _PLACE_NAMES)


def _may_answer(pair: Labelled, holds: str, *, is_number: bool) -> bool:
    return (is_number or not pair.is_count) and (not pair.is_outside or holds in _CONTACT)
