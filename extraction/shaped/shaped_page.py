"""Reads one captured page for a JSON Schema. The entry point for the reading pool."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import Quality
from extraction import page
from extraction.declared import page_type
from extraction.declared.metadata import Metadata
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import Document, open_page
from extraction.document.hidden import elements as hidden_elements
from extraction.shaped import declared_answer
from extraction.shaped.facts import visible_text
from extraction.shaped.schema import text_needs
from extraction.shaped.schema import wanted as schemas
from extraction.shaped.shaped_fields import ShapedFields

TEXT_MAX_CHARS = 200_000
# Page types whose main content is one text. On other pages, it is often a part of the wanted values.
_TEXT_TYPES = frozenset(("article", "docs", "forum", "video"))


@dataclass(frozen=True)
class ShapedPage:
    """What a page answers itself, and its text for a language model.

    Attributes:
        answered: the fields of the schema that the page declares. Empty without a schema, and for a bot check.
        text: Markdown without hidden text, at most `TEXT_MAX_CHARS` long: the main content of articles, documentation, threads
            and videos; the whole visible page if the schema asks for lists or contact data, and on all other pages.
        visible_text: all visible text, one block per line, in which evidence is located (`evidence.PageText`).
        title: as `extraction.page.read` returns it.
        quality: as `extraction.page.read` returns it. `blocked` if the site returned a bot check.
        warning: as `extraction.page.read` returns it.
        is_cut: the page's text was longer than `TEXT_MAX_CHARS`.
    """

    answered: ShapedFields
    text: str
    visible_text: str
    title: str | None
    quality: Quality
    warning: str | None = None
    is_cut: bool = False


def read(capture: PageCapture, schema: dict[str, Any] | None, options: ReadingOptions) -> ShapedPage:
    """Read one captured page. Pure.

    Args:
        schema: None if only the text is wanted. Then `options` decide whether it is the main content.
        options: `formats` are ignored.
    Raises:
        UnreadablePage: the body is neither HTML, text, JSON, XML nor PDF.
    """
    document = open_page(capture)
    visible = visible_text.read(document) if document.kind == "html" else ""
    answered = declared_answer.answer(document, schema, visible) if schema is not None else ShapedFields()
    if document.kind == "html":
        options = _for_model(document, schema, options)
        hidden_elements.drop(document.index)
        document.forget_index()
    else:
        options = _reading_options(options)
    found = page.read_document(document, options)
    text = found.markdown or ""
    return ShapedPage(
        answered=declared_answer.nothing(schema or {}) if found.quality.blocked else answered,
        text=text[:TEXT_MAX_CHARS],
        visible_text=visible or text[: visible_text.TEXT_MAX_CHARS],
        title=found.metadata.title,
        quality=found.quality,
        warning=found.warning,
        is_cut=len(text) > TEXT_MAX_CHARS,
    )


def _for_model(document: Document, schema: dict[str, Any] | None, options: ReadingOptions) -> ReadingOptions:
    """The reading options of the text. Links are kept if the schema asks for the URLs of listed things."""
    options = _reading_options(options)
    if schema is None:
        return options
    wanted = schemas.read(schema)
    only_main = options.only_main_content and not text_needs.asks_for_whole_page(wanted) and _is_text(document)
    return replace(
        options, only_main_content=only_main, include_links=options.include_links or text_needs.asks_for_links(wanted)
    )


def _is_text(document: Document) -> bool:
    about = Metadata(document, StructuredMarkup(document))
    return page_type.read(about, about.title()) in _TEXT_TYPES


def _reading_options(options: ReadingOptions) -> ReadingOptions:
    """The caller's reading options, with Markdown as the only format."""
    values = {declared.name: getattr(options, declared.name) for declared in fields(ReadingOptions)}
    return ReadingOptions(**{**values, "formats": ("markdown",)})
