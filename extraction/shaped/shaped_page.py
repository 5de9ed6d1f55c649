"""Reads one captured page for a JSON Schema. The entry point for the reading pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import Quality
from extraction.shaped.shaped_fields import ShapedFields


@dataclass(frozen=True)
class ShapedPage:
    """What a page answers itself, and its text for a language model.

    Attributes:
        answered: the fields of the schema that the page declares. Empty without a schema.
        text: Markdown without hidden text, at most `TEXT_MAX_CHARS` long.
        visible_text: all visible text, one block per line, in which evidence is located (`evidence.PageText`).
        title: as `extraction.page.read` returns it.
        quality: as `extraction.page.read` returns it. `blocked` if the site returned a bot check.
        is_cut: the page's text was longer than `TEXT_MAX_CHARS`.
    """

    answered: ShapedFields
    text: str
    visible_text: str
    title: str | None
    quality: Quality
    is_cut: bool = False


def read(capture: PageCapture, schema: dict[str, Any] | None, options: ReadingOptions) -> ShapedPage:
    """Read one captured page. Pure.

    Raises:
        UnreadablePage: the body is neither HTML, text, JSON, XML nor PDF.
    """
    raise NotImplementedError
