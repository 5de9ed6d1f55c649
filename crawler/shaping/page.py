"""Answers a question about one captured page: what the page declares first, then the language model for the rest."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler

from contract import limits
from contract.capture import PageCapture
from contract.json_schema import JsonSchema
from contract.options.page import ReadingOptions
from contract.results.page import warning_of
from crawler import resources
from crawler.providers.llm.base import LanguageModel, ModelUnavailable
from crawler.resources import Resources
from crawler.shaping import model as models
from crawler.shaping import prompts
from crawler.shaping.conversation import Conversation, Exchange, all_or_none
from crawler.shaping.kept_answers import KeptAnswers
from crawler.shaping.question import Question, Shaped, Terms
from extraction.grounding import answers, chunks
from extraction.grounding.answers import Concluded
from extraction.grounding.claims import Claims
from extraction.grounding.schema_parts import has_lists, only, relaxed, without
from extraction.shaped import shaped_page
from extraction.shaped.shaped_fields import ShapedFields
from extraction.shaped.shaped_page import ShapedPage

NAMES_SHOWN = 10
NAME_MAX_CHARS = 100
DEGRADED = "The language model is not available, so the answer contains only what the page declares."
CUT = "The page is long: the language model read only its first part."


async def shape_page(crawler: Crawler, capture: PageCapture, question: Question, terms: Terms) -> Shaped:
    """The answer to a question about a page.

    No model is asked if the page answers the whole schema itself, or has no text.

    Raises:
        ServiceUnavailable: the page does not answer the schema itself and no model is configured (the message names the
            settings), or the model's provider failed.
        UpstreamUnreachable: the page could not be read.
    """
    shared = resources.of(crawler)
    schema = JsonSchema.of(question.schema).document if question.schema is not None else None
    page = await shared.reading.call(
        capture.final_url, shaped_page.read, capture, schema, reading_options(question), workspace_id=terms.workspace_id
    )
    if _is_whole(page, schema) or not page.text.strip():
        return _shaped(await _concluded(shared, capture, page, [], schema, terms))
    model = models.of(shared)
    if model is None:
        if not _is_enough(page, schema):
            raise models.not_configured(shared.environment, _subject(page.answered, schema))
        return _shaped(await _concluded(shared, capture, page, [], schema, terms))
    kept = KeptAnswers(shared, model, capture, question, terms)
    work = _PageWork(shared, model, capture, page, question, schema, terms)
    try:
        async with kept.turn():
            if (answer := await kept.shaped()) is None:
                answer = await work.answer()
                await kept.keep(answer)
    except ModelUnavailable:
        if not _is_enough(page, schema):
            raise
        return _shaped(await _concluded(shared, capture, page, [], schema, terms), DEGRADED)
    return answer


def _is_whole(page: ShapedPage, schema: dict[str, Any] | None) -> bool:
    """Whether the page has a value for every property. A schema that names no properties is never answered in this way."""
    return schema is not None and bool(page.answered.data) and not page.answered.missing


def _is_enough(page: ShapedPage, schema: dict[str, Any] | None) -> bool:
    """Whether the page has a value for everything that the schema requires."""
    return schema is not None and bool(page.answered.data) and page.answered.is_complete(schema)


def reading_options(question: Question) -> ReadingOptions:
    """How the page of a question is read."""
    return ReadingOptions(
        prefer_structure=question.prefer_structure, include_tags=question.include_tags,
        exclude_tags=question.exclude_tags,
    )  # fmt: skip


class _PageWork:
    """Asks the model about the parts of one page."""

    def __init__(
        self, shared: Resources, model: LanguageModel, capture: PageCapture, page: ShapedPage, question: Question,
        schema: dict[str, Any] | None, terms: Terms,
    ) -> None:  # fmt: skip
        self._shared = shared
        self._capture = capture
        self._page = page
        self._schema = schema
        self._terms = terms
        self._prompt = question.prompt
        self._wanted = None if schema is None else relaxed(only(schema, page.answered.missing))
        self._chunks = chunks.split(page.text)
        self._conversation = Conversation(model, shared.reading, capture.final_url, terms)
        self._is_cut = page.is_cut or self._chunks.is_cut

    async def answer(self) -> Shaped:
        """The answer of the page and the model together.

        Raises:
            ModelUnavailable: the model's provider failed.
        """
        found = await self._claims()
        concluded = await _concluded(self._shared, self._capture, self._page, found, self._schema, self._terms)
        return _shaped(concluded, CUT if self._is_cut else None)

    async def _claims(self) -> list[Claims]:
        """What the page supports of the model's answers, by part.

        Parts are read at the same time if a list may be continued in the next one. Else they are read one after the other,
        and only until everything is found.
        """
        if self._wanted is None or has_lists(self._wanted):
            return await all_or_none(self._of_part(part, self._wanted) for part in self._chunks.parts)
        found: list[Claims] = []
        wanted: dict[str, Any] = self._wanted
        for part in self._chunks.parts:
            if self._conversation.spending.is_spent:
                self._is_cut = True
                break
            found.append(await self._of_part(part, wanted))
            wanted = without(wanted, found[-1].data)
            if not wanted.get("properties"):
                break
        return found

    async def _of_part(self, part: str, wanted: dict[str, Any] | None) -> Claims:
        content = prompts.extraction(part, self._page.title, wanted, self._prompt)
        data = await self._conversation.ask(Exchange(prompts.EXTRACT, content, wanted))
        return await self._shared.reading.call(
            self._capture.final_url,
            answers.ground,
            data,
            wanted,
            self._page.visible_text,
            workspace_id=self._terms.workspace_id,
            seconds=limits.MODEL_CHECK_MAX_SECONDS,
        )


async def _concluded(
    shared: Resources, capture: PageCapture, page: ShapedPage, found: list[Claims], schema: dict[str, Any] | None,
    terms: Terms,
) -> Concluded:  # fmt: skip
    return await shared.reading.call(
        capture.final_url,
        answers.conclude,
        page.answered,
        found,
        schema,
        workspace_id=terms.workspace_id,
        seconds=limits.MODEL_CHECK_MAX_SECONDS,
    )


def _shaped(concluded: Concluded, warning: str | None = None) -> Shaped:
    sentences = [warning]
    if concluded.unsupported:
        sentences.append(f"Left out, because the page does not contain the value: {_listed(concluded.unsupported)}.")
    if concluded.chosen:
        sentences.append(f"Chosen by the language model, not verbatim on the page: {_listed(concluded.chosen)}.")
    if concluded.errors and concluded.data:
        sentences.append(f"The data does not follow the schema completely: {'; '.join(concluded.errors[:3])}.")
    return Shaped(concluded.data or None, concluded.fields, warning_of(*sentences))


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return ", ".join(name[:NAME_MAX_CHARS] for name in names[:NAMES_SHOWN]) + more


def _subject(answered: ShapedFields, schema: dict[str, Any] | None) -> str:
    if schema is None:
        return "An answer to a prompt without a schema"
    if not answered.missing:
        return "An answer to a schema that names no properties"
    return f"The page does not declare {_listed(answered.missing)}, so the answer"
