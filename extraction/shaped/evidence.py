"""Finds the passage of a text that a value stands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Found:
    """A passage that is verbatim in the text and contains the value. `confidence`: how sure it means this value."""

    passage: str
    confidence: float


class PageText:
    """A text in which values are located: `ShapedPage.visible_text`, or Markdown."""

    def __init__(self, text: str) -> None:
        self._text = text

    def locate(self, value: Any, labels: Iterable[str] = ()) -> Found | None:
        """The best passage that contains the value, or None.

        Case, white space, quotes and dashes are ignored. A number is found in any notation (1299 in "1.299,00 €"), an ISO
        date in any unambiguous one. Short values ("1", "yes") are found only near one of the labels.

        Args:
            value: a string, number or boolean. Lists and objects are never found; locate their parts.
            labels: names under which the page may show the value, such as the schema's property name.
        """
        raise NotImplementedError
