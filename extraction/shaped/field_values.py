"""One value of the schema, with its evidence: declared by the thing, shown with a label, or declared by the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from extraction.declared.authorship.people import person
from extraction.shaped import confidence
from extraction.shaped.composed_values import composed, one_of
from extraction.shaped.evidence import Found, PageText
from extraction.shaped.facts import labelled, visible_text
from extraction.shaped.facts.labelled import Labelled
from extraction.shaped.facts.property_values import Raw, follow, named_alike, steps
from extraction.shaped.facts.things import Declared, PageThings
from extraction.shaped.markup_quotes import Markup
from extraction.shaped.schema import vocabulary
from extraction.shaped.schema.names import forms, words
from extraction.shaped.schema.vocabulary import Term
from extraction.shaped.schema.wanted import Wanted
from extraction.shaped.shaped_fields import FieldEvidence
from extraction.shaped.subjects import Subject
from extraction.shaped.values import numbers
from extraction.shaped.values.convert import Meaning, convert, same, text_of, value_key

# Kinds whose pages may be described by the page's own title, description and image.
_TITLED_KINDS = frozenset(("", "article", "video", "book", "course"))
# Kinds of values in which two sources can contradict each other.
_EXACT = frozenset(("money", "date", "code", "count", "currency"))
# Their main heading is a better title than what their markup declares: .886 against .875 on the development data.
_HEADED_KINDS = frozenset(("", "article"))
# Sources that describe the page, not one of its things.
_PAGE_SOURCES = frozenset(("opengraph", "meta", "byline"))
_CONTACT = frozenset(("phone", "email", "hours", "address"))
_PEOPLE = frozenset(("author", "creator"))
# Labels that are too general to name a value on their own.
_VAGUE_LABELS = frozenset(
    "name title note in from to by a value text type description url link id label score about".split()
)


@dataclass(frozen=True)
class Value:
    """A converted value with its evidence."""

    value: Any
    evidence: FieldEvidence


class FieldValues:
    """The values of one page."""

    def __init__(self, page: PageThings, text: str | None = None) -> None:
        self._page, self._text = page, text
        self._markup = Markup(page.document.text)
        self._comma = numbers.uses_comma(page.document.tree.get("lang"))

    @cached_property
    def text(self) -> PageText:
        return PageText(visible_text.read(self._page.document) if self._text is None else self._text)

    @cached_property
    def _labelled(self) -> dict[str, list[Labelled]]:
        found: dict[str, list[Labelled]] = {}
        for pair in labelled.read(self._page.document):
            found.setdefault(pair.key, []).append(pair)
        return found

    def with_page(self, subject: Subject, wanted: Wanted) -> Subject:
        """The subject with the page's own description, if it describes the subject too."""
        if not subject.is_page or any(each.source in _PAGE_SOURCES for each in subject.things):
            return subject
        typed = [each for each in self._page.page if subject.kind and subject.kind in each.kinds]
        describes = (
            subject.kind in _TITLED_KINDS
            or (any(each.is_main for each in subject.things) and subject.kind != "organization")
            or typed
            or self._shows(wanted, subject)
        )
        return replace(subject, things=(*subject.things, *self._page.page)) if describes else subject

    def _shows(self, wanted: Wanted, subject: Subject) -> bool:
        """Whether the page shows a labelled value that only such a thing has."""
        return subject.kind not in ("organization", "question") and any(
            subject.kind in vocabulary.kinds_of(name, inner.texts)
            and self._shown(inner, subject, vocabulary.term_of(name, inner.texts, subject.kind)) is not None
            for name, inner in wanted.properties.items()
            if not inner.is_list and not inner.is_object
        )

    def one(self, wanted: Wanted, subject: Subject, term: Term | None) -> Value | None:
        """The value of a scalar property, or None if the page has none or several."""
        found: Value | None = None
        own = [each for each in subject.things if each.source not in _PAGE_SOURCES]
        general = [each for each in subject.things if each.source in _PAGE_SOURCES]
        if subject.is_page and term and term.paths[0] in ("headline", "name"):
            # The page's own title is without the name of the site, which Open Graph often has.
            general.sort(key=lambda each: each.source != "meta")
            own = [*(general[:1] if subject.kind in _HEADED_KINDS else ()), *own]
        elif subject.is_page and subject.kind in _HEADED_KINDS:
            # It is only read where it is better than what the markup declares.
            own = [*(each for each in general if each.source == "byline"), *own]
        for each in own:
            found = found or self._declared(wanted, each, subject, term)
        if found is None and subject.is_page:
            found = self._shown(wanted, subject, term)
        for each in general:
            found = found or self._declared(wanted, each, subject, term)
        return found

    def raws(self, thing: Declared, wanted: Wanted, term: Term | None) -> list[Raw]:
        """The declared values of a property: by the first path that has any, else by the property's own name."""
        return next(self.raws_by_path(thing, wanted, term), [])

    def objects_first(self, thing: Declared, wanted: Wanted, term: Term | None) -> list[Raw]:
        """The declared values of the first path that ends in objects, else of the first path."""
        by_path = list(self.raws_by_path(thing, wanted, term))
        return next((raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)), [*by_path, []][0])

    def raws_by_path(self, thing: Declared, wanted: Wanted, term: Term | None) -> Iterator[list[Raw]]:
        """The declared values of a property, path by path, and last by the property's own name."""
        resolve = self._page.resolved
        # A row of a table has the schema's own names.
        for path in term.paths if term and thing.source != "table" else ():
            if found := follow(thing.thing, path, resolve):
                yield found
        if found := named_alike(thing.thing, wanted.name, resolve):
            yield found

    def things(self, wanted: Wanted, subject: Subject, term: Term | None) -> Iterator[tuple[str, Declared]]:
        """The things at the end of a property's path, or that hold its value, with the kind that the vocabulary expects."""
        kind = (term.kind if term else "") or vocabulary.kind_named(wanted.name)
        for each in subject.things:
            for raw in self._holders(each, wanted, term):
                if isinstance(raw.value, dict):
                    yield kind, Declared(raw.value, each.source, each.is_main)
                elif term and term.holds in ("names", "url") and isinstance(raw.value, str):
                    key = "url" if term.holds == "url" else "name"
                    yield kind, Declared({key: raw.value}, each.source, each.is_main)

    def _holders(self, thing: Declared, wanted: Wanted, term: Term | None) -> list[Raw]:
        """The objects of a property, the outermost if several paths end in one, else the objects that hold its values."""
        paths = sorted(term.paths, key=lambda path: path.count(".")) if term else []
        paths += [path.rpartition(".")[0] for path in paths if "." in path]
        by_path = [found for path in paths if (found := follow(thing.thing, path, self._page.resolved))]
        by_path += [found for found in [named_alike(thing.thing, wanted.name, self._page.resolved)] if found]
        return next(
            (raws for raws in by_path if any(isinstance(raw.value, dict) for raw in raws)),
            by_path[0] if by_path else [],
        )

    def _declared(self, wanted: Wanted, thing: Declared, subject: Subject, term: Term | None) -> Value | None:
        holds = term.holds if term else ""
        by_path = self.raws_by_path(thing, wanted, term)
        values = next((values for raws in by_path if (values := self.converted(raws, wanted, holds))), [])
        if not values and holds == "money":
            values = self.converted(self._single_price(thing, term), wanted, holds)
        if not values:
            return None
        chosen = one_of(values, wanted, holds)
        if chosen is None:
            return None
        value, raw = chosen
        return self.valued(
            value, raw, thing, wanted, term, is_contradicted=self._is_contradicted(value, wanted, thing, subject, term)
        )

    def _single_price(self, thing: Declared, term: Term | None) -> list[Raw]:
        """The price of offers whose lowest price is the highest."""
        if term is None or "offers.price" not in term.paths:
            return []
        low, high = (follow(thing.thing, f"offers.{key}", self._page.resolved) for key in ("lowPrice", "highPrice"))
        return low if low and {str(raw.value) for raw in low} == {str(raw.value) for raw in high} else []

    def converted(self, raws: Iterable[Raw], wanted: Wanted, holds: str) -> list[tuple[Any, Raw]]:
        """The values that fit, each once, with the declared ones."""
        meaning = self.meaning(holds)
        found: list[tuple[Any, Raw]] = []
        for raw in steps(list(raws)) if holds == "prose" else raws:
            plain = _plain(Raw(composed(raw.value, holds, self.text), raw.key), holds)
            value = convert(_name_of(plain.value, raw.key), wanted, meaning)
            if value is not None and not any(same(value, other) for other, _ in found[-50:]):
                found.append((value, plain))
        return found

    def meaning(self, holds: str) -> Meaning:
        return Meaning(holds, self._page.document.base_url, self._comma)

    def _is_contradicted(
        self, value: Any, wanted: Wanted, thing: Declared, subject: Subject, term: Term | None
    ) -> bool:
        if term is None or term.holds not in _EXACT:
            return False
        for other in subject.things:
            if other is not thing:
                values = self.converted(self.raws(other, wanted, term), wanted, term.holds)
                if values and not any(same(value, each) for each, _ in values):
                    return True
        return False

    def valued(
        self, value: Any, raw: Raw, thing: Declared, wanted: Wanted, term: Term | None, *, is_contradicted: bool = False
    ) -> Value | None:
        """The value with its evidence. None for a number of the application state that the page does not show."""
        labels = self._labels(wanted, term)
        found = self._located(value, raw, labels, term)
        if found is None and thing.source == "state" and not isinstance(value, str):
            return None
        is_sure = found is not None and (found.is_labelled or not isinstance(value, str) or " " in value)
        quote = None if is_sure else self._markup.quote(raw.value, raw.key)
        share = confidence.of_value(thing.source, found, quote, is_main=thing.is_main, is_contradicted=is_contradicted)
        # A single word may stand somewhere in the text by chance: its declaration is the better evidence.
        return Value(value, FieldEvidence(share, quote or (found.passage if found else None)))

    def _located(self, value: Any, raw: Raw, labels: tuple[str, ...], term: Term | None) -> Found | None:
        found = self.text.locate(value, labels, money=bool(term and term.holds == "money"))
        if found is None and isinstance(raw.value, str) and not isinstance(value, bool):
            found = self.text.locate(text_of(raw.value), labels)
        return found

    def _labels(self, wanted: Wanted, term: Term | None) -> tuple[str, ...]:
        names = (wanted.name, *(term.labels if term else ()))
        return tuple(dict.fromkeys(name for name in names if name and " ".join(words(name)) not in _VAGUE_LABELS))

    def _shown(self, wanted: Wanted, subject: Subject, term: Term | None) -> Value | None:
        """The value that the page shows with one of the property's labels. None if it shows different ones."""
        holds = term.holds if term else ""
        titles = [text for text in wanted.texts if len(text) <= 40]
        keys = [form for name in (wanted.name, *titles, *self._labels(wanted, term)) for form in forms(name)]
        for key in dict.fromkeys(keys):
            if key in _VAGUE_LABELS:
                continue
            pairs = [pair for pair in self._labelled.get(key, ()) if not pair.is_outside or holds in _CONTACT]
            if value := self._of_pairs(pairs, wanted, holds):
                return value
        return None

    def _of_pairs(self, pairs: list[Labelled], wanted: Wanted, holds: str) -> Value | None:
        values = self.converted([Raw(pair.value, "") for pair in pairs], wanted, holds)
        if len(values) != 1:
            return None
        value, raw = values[0]
        found = self.text.locate(text_of(raw.value), [pair.label for pair in pairs]) or self.text.locate(
            value, [pair.label for pair in pairs]
        )
        quote = None if found else self._markup.quote(raw.value, "")
        share = confidence.of_value("label", found, quote, is_main=True, is_contradicted=False)
        return Value(value, FieldEvidence(share, found.passage if found else quote))


def _name_of(value: Any, key: str) -> Any:
    """The value, of an author only the name. Some pages declare the number or the address of a profile, or `By A. Name`."""
    if key not in _PEOPLE or not isinstance(value, str):
        return value
    return None if value.strip().isdigit() else person(value)


def _plain(raw: Raw, holds: str) -> Raw:
    """The scalar of a value with the name of the property that holds it."""
    if isinstance(raw.value, dict) and (key := value_key(raw.value, holds)):
        return Raw(raw.value[key], key)
    return raw
