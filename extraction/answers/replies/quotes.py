"""The passages that a model quotes for its values. A quote counts only if it is verbatim on the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from extraction.answers.evidence import PageText
from extraction.answers.occurrences import folded
from extraction.answers.passages import PASSAGE_MAX_CHARS

# The member of a model's object that has the quotes by dotted name.
MEMBER = "_quotes"
QUOTES_MAX = 500
# Shorter quotes are on most pages by chance.
_LETTERS_MIN = 8
_GAP = re.compile(r"\[?(?:\.\.\.|…)\]?")
# Markup of the text that the model reads, which the visible text does not have.
_MARKUP = re.compile(r"\]\([^)\s]*\)|[*`#|\[\]]|(?<!\w)_|_(?!\w)|^>", re.M)
_PARENTS_MAX = 2


def pop_quotes(data: dict[str, Any]) -> dict[str, str]:
    """Remove the quotes from a model's object, and return them."""
    quotes = data.pop(MEMBER, None)
    if not isinstance(quotes, Mapping):
        return {}
    return {str(name): text for name, text in list(quotes.items())[:QUOTES_MAX] if isinstance(text, str)}


class Quotes:
    """The quotes of one answer, and where the page has them."""

    def __init__(self, quotes: Mapping[str, str], text: PageText) -> None:
        self._quotes, self._text = quotes, text
        self._verbatim = lru_cache(maxsize=None)(self._found)

    def of(self, name: str) -> str | None:
        """The passage of the page that was quoted for a value, or for the item or object that it is in."""
        for _ in range(_PARENTS_MAX + 1):
            if quote := self._quotes.get(name):
                return self._verbatim(quote)
            name = name.rpartition(".")[0]
            if not name:
                return None
        return None

    def _found(self, quote: str) -> str | None:
        """The page's own letters of a quote. Of a quote with a gap, the longest part."""
        for text in (_MARKUP.sub("", quote), quote):
            part = max(_GAP.split(text), key=len).strip(" \"'“”„«»\n")
            if sum(map(str.isalnum, part)) < _LETTERS_MIN or not self._text.contains(folded(part)):
                continue
            found = self._text.locate(part[:PASSAGE_MAX_CHARS])
            if found is not None:
                return found.passage
        return None
