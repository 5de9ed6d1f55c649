"""The result of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Result = Literal["new", "same", "changed", "removed", "error"]
Aspect = Literal["markdown", "selectors", "json", "status", "title", "price", "screenshot"]


@dataclass(frozen=True)
class FieldChange:
    """A changed value of a schema, the price, the title, the status, or the texts of a selector. None: there was no value.

    Attributes:
        aspect: what kind of value it is.
        name: the dotted name of a schema's value, the selector, or the aspect.
        old, new: JSON values. Prices are text, such as `1299.00 EUR`.
        old_evidence, new_evidence: passages of the page that show the values.
    """

    aspect: Aspect
    name: str
    old: Any
    new: Any
    old_evidence: str | None = None
    new_evidence: str | None = None


@dataclass(frozen=True)
class Change:
    """What changed between two visits.

    Attributes:
        description: one or two plain English sentences.
        aspects: which of the compared aspects changed.
        diff: unified diff of the Markdown. Empty if it did not change.
        added_words, removed_words: different words, at most 200 each; the counts are of all of them.
        share: words changed, from 0 to 1, of the words of the longer version.
        picture: PNG of both screenshots with the difference marked, if they differ.
        picture_share: changed pixels, from 0 to 1. None if no two screenshots were compared.
    """

    result: Result
    description: str
    aspects: tuple[Aspect, ...] = ()
    diff: str = ""
    added_words: tuple[str, ...] = ()
    removed_words: tuple[str, ...] = ()
    added_count: int = 0
    removed_count: int = 0
    share: float = 0.0
    fields: tuple[FieldChange, ...] = ()
    picture: bytes | None = None
    picture_share: float | None = None
