"""Whether a declared value is older than the page: the page does not show it, though it shows others of its form."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from extraction.answers.evidence import PageText
from extraction.answers.facts import prices
from extraction.answers.schema.names import letters
from extraction.answers.schema.vocabulary import Term
from extraction.answers.values import numbers

# What describes a page in its head or in scripts. Microdata and RDFa are written around the text that is shown.
_SOURCES = frozenset(("json-ld", "state", "opengraph", "meta"))
_ADDRESS_PATHS = frozenset(
    "streetAddress address.streetAddress location.address.streetAddress location.address address".split()
)
# Articles and videos often show their headline as an image, and no date: of such values, most are right.
_OF_TEXTS = frozenset("datePublished dateModified dateCreated uploadDate".split())
_NAME_PATHS = frozenset(("name", "title"))
_TEXT_MIN_CHARS, _LETTERS_MAX_CHARS, _PHONE_DIGITS = 300, 200_000, 7
_PRICED_MAX_CHARS = _RATED_MAX_CHARS = 100_000
# A decimal up to 10, or a number out of five or ten. Prices have two decimals or a currency.
_RATING = re.compile(
    r"(?<![\d.,$€£])(?:10|\d)(?:[.,]\d{1,2})?\s?/\s?(?:5|10)(?!\d)|(?<![\d.,$€£])\d[.,]\d(?![\d.,%]|\s?[$€£])|★"
)


class Outdated:
    """The check for one page. Texts of pages that show next to nothing, as those of unrendered applications, say nothing."""

    def __init__(self, text: PageText) -> None:
        self._text = text

    def is_outdated(self, value: Any, source: str, term: Term | None, *, of_known_type: bool = True) -> bool:
        """Whether a page that shows such values shows this one nowhere.

        Args:
            of_known_type: the entity may be an article or a video.
        """
        if source not in _SOURCES or term is None or isinstance(value, bool) or len(self._text.whole) < _TEXT_MIN_CHARS:
            return False
        if term.paths[0] in _NAME_PATHS and source not in ("json-ld", "state"):
            return False
        return self._shows_such(term, of_known_type=of_known_type) and not self._shows(value, term)

    def _shows_such(self, term: Term, *, of_known_type: bool) -> bool:
        if term.holds == "money":
            return prices.has_amount(self._text.whole[:_PRICED_MAX_CHARS])
        if term.holds == "date":
            is_of_text = of_known_type and not _OF_TEXTS.isdisjoint(term.paths)
            return not is_of_text and self._text.has_days
        if term.holds == "phone":
            return self._text.has_phones
        paths = term.paths
        if any("aggregateRating" in path or path.endswith("ratingValue") for path in paths):
            return self._shows_ratings
        return term.holds == "count" or bool(_ADDRESS_PATHS.intersection(paths)) or paths[0] in _NAME_PATHS

    @cached_property
    def _shows_ratings(self) -> bool:
        return _RATING.search(self._text.whole[:_RATED_MAX_CHARS]) is not None

    def _shows(self, value: Any, term: Term) -> bool:
        if self._text.has(value):
            return True
        if isinstance(value, float) and any(self._text.has(round(value, places)) for places in (1, 2)):
            return True
        if not isinstance(value, str):
            return False
        if term.holds == "phone":
            return self._text.has_phone_end(numbers.digits(value)[-_PHONE_DIGITS:])
        return letters(value[:500]) in self._letters

    @cached_property
    def _letters(self) -> str:
        return letters(self._text.whole[:_LETTERS_MAX_CHARS])
