"""Reads one captured page for a JSON Schema. The entry point for the reading pool."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import Quality
from extraction import page
from extraction.answers import declared_answer
from extraction.answers.facts import visible_text
from extraction.answers.facts.page_entities import PageEntities
from extraction.answers.schema import schema_field as schemas
from extraction.answers.schema import text_needs
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema_answer import SchemaAnswer
from extraction.document.document import Document, open_page
from extraction.document.hidden import elements as hidden_elements

TEXT_MAX_CHARS = 200_000
DECLARED_MAX_CHARS, DECLARED_ENTITIES_MAX = 4_000, 20
_DECLARED_TEXT_CHARS, _DECLARED_DEPTH = 300, 5
# Page types whose main content is one text. On other pages, it is often a part of the asked values.
_TEXT_TYPES = frozenset(("article", "docs", "forum", "video"))


@dataclass(frozen=True)
class AnsweredPage:
    """What a page answers itself, and its text for a language model.

    Attributes:
        answered: the fields of the schema that the page declares. Empty without a schema, and for a bot check.
        text: Markdown without hidden text, at most `TEXT_MAX_CHARS` long: the main content of articles, documentation, threads
            and videos; the whole visible page if the schema asks for lists or contact data, and on all other pages.
        visible_text: all visible text, one block per line, in which evidence is located (`evidence.PageText`).
        title: as `extraction.page.read` returns it.
        quality: as `extraction.page.read` returns it. `blocked` if the site returned a bot check.
        warning: as `extraction.page.read` returns it.
        language: as `extraction.page.read` returns it.
        declared: what the page declares about its entities, as JSON of at most `DECLARED_MAX_CHARS`, for the properties that
            could not be answered from it for certain. Empty if nothing is missing.
        is_cut: the page's text was longer than `TEXT_MAX_CHARS`.
        site_name: as `extraction.page.read` returns it.
    """

    answered: SchemaAnswer
    text: str
    visible_text: str
    title: str | None
    quality: Quality
    warning: str | None = None
    language: str | None = None
    declared: str = ""
    is_cut: bool = False
    site_name: str | None = None


@dataclass(frozen=True)
class PageQuestion:
    """What a page is read for.

    Attributes:
        schema: None if only the text is asked. Then `options` decide whether it is the main content.
        options: `formats` are ignored.
        prompt: the caller's instruction, which may ask for texts that a page does not have.
    """

    schema: dict[str, Any] | None
    options: ReadingOptions
    prompt: str | None = None


def read(
    capture: PageCapture, schema: dict[str, Any] | None, options: ReadingOptions, prompt: str | None = None
) -> AnsweredPage:
    """Read one captured page for a `PageQuestion`. Pure.

    Raises:
        UnreadablePage: the body is neither HTML, text, JSON, XML nor PDF.
    """
    return read_document(open_page(capture), PageQuestion(schema, options, prompt))


def read_document(document: Document, question: PageQuestion) -> AnsweredPage:
    """Like `read`, for an open document. Modifies the document's tree."""
    schema, options, prompt = question.schema, question.options, question.prompt
    visible = visible_text.read(document) if document.kind == "html" else ""
    asked = None if schema is None else schemas.read(schema)
    entities = PageEntities(document) if document.kind == "html" and asked is not None else None
    answered = SchemaAnswer() if asked is None else declared_answer.answer(document, asked, visible, prompt, entities)
    declared = _declared(entities) if entities and answered.missing else ""
    if document.kind == "html":
        options = _for_model(options, asked, entities)
        if hidden_elements.drop(document.index):
            document.forget_index()
    else:
        options = _reading_options(options)
    found = page.read_document(document, options)
    text = found.markdown or ""
    return AnsweredPage(
        answered=declared_answer.nothing(schema or {}) if found.quality.blocked else answered,
        text=text[:TEXT_MAX_CHARS],
        visible_text=visible or text[: visible_text.TEXT_MAX_CHARS],
        title=found.metadata.title,
        quality=found.quality,
        warning=found.warning,
        language=found.metadata.language,
        declared="" if found.quality.blocked else declared,
        is_cut=len(text) > TEXT_MAX_CHARS,
        site_name=found.metadata.site_name,
    )


def _declared(page: PageEntities) -> str:
    """The typed entities of the page as JSON, the main ones first, without long texts, which the page shows."""
    entities = sorted(page.typed, key=lambda each: not each.is_main)
    parts: list[str] = []
    for each in entities[:DECLARED_ENTITIES_MAX]:
        text = json.dumps(_shortened(each.entity), ensure_ascii=False)
        if sum(map(len, parts)) + len(text) > DECLARED_MAX_CHARS:
            break
        parts.append(text)
    return "\n".join(parts)


def _shortened(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return value[:_DECLARED_TEXT_CHARS]
    if isinstance(value, dict) and depth < _DECLARED_DEPTH:
        return {key: _shortened(one, depth + 1) for key, one in islice(value.items(), 60) if key != "@context"}
    if isinstance(value, list) and depth < _DECLARED_DEPTH:
        return [_shortened(one, depth + 1) for one in value[:20]]
    return value if isinstance(value, (int, float, bool)) else None


def _for_model(options: ReadingOptions, asked: SchemaField | None, page: PageEntities | None) -> ReadingOptions:
    """The reading options of the text. Links are kept if the schema asks for the URLs of listed entities."""
    options = _reading_options(options)
    if asked is None or page is None:
        return options
    is_whole = text_needs.asks_for_whole_page(asked)
    only_main = options.only_main_content and not is_whole and page.page_type in _TEXT_TYPES
    return replace(
        options, only_main_content=only_main, include_links=options.include_links or text_needs.asks_for_links(asked)
    )


def _reading_options(options: ReadingOptions) -> ReadingOptions:
    """The caller's reading options, with Markdown as the only format."""
    values = {declared.name: getattr(options, declared.name) for declared in fields(ReadingOptions)}
    return ReadingOptions(**{**values, "formats": ("markdown",)})
