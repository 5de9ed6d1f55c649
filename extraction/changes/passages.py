"""The passages of a page that show its values."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from extraction.answers.evidence import PageText

# Values are looked for in the beginning of a longer text, and at most this many of them.
TEXT_MAX_CHARS = 200_000
VALUES_MAX = 100
_MONEY = frozenset(("price", "lowprice", "highprice", "amount", "cost", "fee", "total"))


class Passages:
    """Finds values in the Markdown of one visit. The text is read at the first use."""

    def __init__(self, markdown: str) -> None:
        self._markdown = markdown
        self._left = VALUES_MAX

    @cached_property
    def _text(self) -> PageText:
        return PageText(self._markdown[:TEXT_MAX_CHARS])

    def of(self, value: Any, name: str) -> str | None:
        """A passage that has the value, the best one near the last part of its dotted name. None if the text does not show it."""
        if value is None or isinstance(value, (list, dict)) or not self._left:
            return None
        self._left -= 1
        label = next((part for part in reversed(name.split(".")) if not part.isdigit()), name)
        found = self._text.locate(value, [label], money=True if label.casefold() in _MONEY else None)
        return found.passage if found else None
