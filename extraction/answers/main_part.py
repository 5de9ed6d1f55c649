"""The part of a page around its main heading: the heading, and the price and the rating that it shows without a label."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any

from extraction.answers import confidence
from extraction.answers.confidence import Grounds
from extraction.answers.facts import areas, card_values, prices, titles
from extraction.answers.facts.page_entities import PAGE_SOURCES, Declared
from extraction.answers.facts.prices import ShownPrice
from extraction.answers.facts.property_values import Raw
from extraction.answers.facts.visible_text import text_of as text_of_element
from extraction.answers.page_values import PageValues, Value
from extraction.answers.schema import units, vocabulary
from extraction.answers.schema.names import letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.schema_answer import FieldEvidence
from extraction.answers.subjects import Subject
from extraction.document.tree import all_text

# Kinds of entities with one price, and the paths of that price.
PRICED_KINDS = frozenset(("product", "book", "course", "estate"))
PRICE_PATHS = frozenset(("offers.price", "offers.priceCurrency"))
# The rating is searched for in so many elements around the heading, each with at most so many elements in it.
_RATING_ANCESTORS_MAX, _RATING_ELEMENTS_MAX = 5, 250
_RENTS = frozenset(
    "rent miete kaltmiete warmmiete loyer alquiler affitto aluguel huur hyra leje husleie czynsz kira".split()
)


class MainPart:
    """What one page shows around its main heading."""

    def __init__(self, values: PageValues) -> None:
        self._values = values
        self._document = values.page.document

    @cached_property
    def has_heading(self) -> bool:
        """Whether the page has a main heading."""
        return next(self._document.body.iter("h1"), None) is not None

    @cached_property
    def heading(self) -> str:
        """The only main heading, without hidden parts and badges. Empty if there are several."""
        headings = [one for one in islice(self._document.body.iter("h1"), 3) if text_of_element(one, 30)]
        return titles.text_of_heading(headings[0]) if len(headings) == 1 else ""

    def heading_of_title(self, title: str) -> str | None:
        """The heading that a page's title begins with, on a page without `h1`: `Model X` of `Model X as estate in Town`."""
        if self.has_heading:
            whole = next((letters(all_text(one)) for one in self._document.body.iter("h1")), "")
            return self.heading or None if whole == letters(title) else None
        headings = (
            text_of_element(one, 30)
            for one in islice(self._document.body.iter("h2"), 20)
            if next(one.iterancestors("header"), None) is None  # The name of the site is there.
        )
        return next((text for text in headings if " " in text and title.startswith(text) and text != title), None)

    @cached_property
    def price(self) -> ShownPrice | None:
        return prices.main_price(self._document, self._priced, self._values.page.title or "")

    def amount(self, asked: SchemaField) -> Any:
        """The main price as an amount that fits the property. None if the page shows none, or none that fits."""
        price = self.price
        values = self._values.converted([Raw(price.text, "")], asked, "money") if price else []
        return values[0][0] if values else None

    @cached_property
    def _priced(self) -> prices.Priced:
        return prices.candidates(self._document, comma=self._values.comma)

    @property
    def has_several_prices(self) -> bool:
        """Whether the page shows different prices, and none of them is that of its main heading."""
        return self.price is None and len({price.amount for _, price in self._priced}) > 1

    @cached_property
    def block(self) -> Declared | None:
        """What the page shows around its main heading and price, without labels: a rating, a former price, what classes name."""
        block = prices.main_block(self._document, self._priced)
        return Declared(card_values.read(block, comma=self._values.comma), "block", True) if block else None

    @cached_property
    def rating(self) -> Declared | None:
        """The rating, and the number of ratings, in the smallest part that has the main heading and a rating."""
        heading = next(self._document.body.iter("h1"), None)
        part = heading.getparent() if heading is not None else None
        for _ in range(_RATING_ANCESTORS_MAX):
            if part is None or part is self._document.body:
                return None
            elements = [one for one, is_outside in areas.own_elements(self._document, part) if not is_outside]
            if len(elements) > _RATING_ELEMENTS_MAX:
                return None
            if rating := card_values.ratings_of(elements):
                return Declared({"aggregateRating": rating}, "block", True)
            part = part.getparent()
        return None

    def of_price(
        self, asked: SchemaField, subject: Subject, term: Term | None, *, is_disputed: bool = False
    ) -> Value | None:
        """The price, or its currency, that the page shows without a label.

        Args:
            is_disputed: the page declares another price.
        """
        if term is None or subject.kind not in PRICED_KINDS or self.price is None:
            return None
        if not PRICE_PATHS.intersection(term.paths):
            return None
        if is_only_named(asked, subject) or _RENTS.intersection(words(asked.name)):
            return None  # What a house costs without a label may be the price of a sale.
        text = self.price.text
        currency = units.asked_currency(asked.name, asked.texts)
        if currency is not None and self._values.currency(text) != currency:
            return None
        values = self._values.converted([Raw(text, "")], asked, term.holds)
        if not values:
            return None
        found = self._values.text.locate(text)
        grounds = Grounds("label", "around the heading", "heading", is_contradicted=is_disputed)
        share = confidence.of_value(grounds, found, None)
        return Value(values[0][0], FieldEvidence(share, found.passage if found else None))


def is_only_named(asked: SchemaField, subject: Subject) -> bool:
    """Whether only a name says that a page is about an entity of this kind: `book_price` on a page that declares no book."""
    named = vocabulary.kinds_of_prefix(asked.name) - {"product", "offer"}
    return bool(named) and all(each.source in PAGE_SOURCES for each in subject.entities)
