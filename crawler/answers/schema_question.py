"""Answers a question about one captured page: what the page declares first, then the language model for the rest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from scrapy.crawler import Crawler

from contract import limits
from contract.capture import PageCapture
from contract.results.page import warning_of
from crawler import resources
from crawler.answers import configured_model, prompts
from crawler.answers.conversation import Conversation, Exchange, Sizes, ValidAnswer, all_or_none
from crawler.answers.question import Answer, Question, Terms
from crawler.answers.stored_answers import StoredAnswers
from crawler.providers.llm.base import ContextTooLong, LanguageModel, ModelUnavailable
from crawler.resources import Resources
from extraction.answers.answered_page import AnsweredPage
from extraction.answers.replies import conclusion, text_parts
from extraction.answers.replies.claims import Claims
from extraction.answers.replies.conclusion import Concluded
from extraction.answers.replies.schema_parts import has_lists, relaxed, restrict_to, without
from extraction.answers.schema_answer import SchemaAnswer

NAMES_SHOWN = 10
NAME_MAX_CHARS = 100
DEGRADED = "The language model is not available, so the answer contains only what the page declares."
CUT_ANSWER = (
    "The language model's answer was cut at its limit: complete items were used, and the part was asked about again in"
    " halves."
)
CUT_BY_SERVER = (
    "The language model's server counted far fewer tokens than it was sent, so it may have read only a part of the page: its real"
    " context may be smaller than ORBWEAVER_LLM_CONTEXT_TOKENS."
)
_HALVED_MIN_CHARS = 2_000
CUT = "The page is long: the language model read only its first part."


async def answer_page(
    crawler: Crawler, capture: PageCapture, page: AnsweredPage, question: Question, terms: Terms
) -> Answer:
    """The answer to a question about a page, which was read for `question.of_page`.

    No model is asked if the page answers the whole schema itself, or has no text. Without a model, what the page answers is
    returned with a warning that names the rest and the settings.

    Raises:
        ServiceUnavailable: the page answers nothing itself and no model is configured (the message names the settings), or
            the model's provider failed.
    """
    shared = resources.of(crawler)
    schema = question.of_page.schema
    if _is_whole(page, schema) or not page.text.strip():
        return _answer(await _concluded(shared, capture, page, [], schema, terms))
    model = configured_model.of(shared)
    if model is None:
        error = configured_model.not_configured(shared.environment, _subject(page.answered, schema))
        if not page.answered.data:
            raise error
        return _answer(await _concluded(shared, capture, page, [], schema, terms), str(error))
    stored = StoredAnswers(shared, model, capture, question, terms)
    questions = _PartQuestions(shared, model, capture, page, question, terms)
    try:
        async with stored.turn():
            if (answer := await stored.answer()) is None:
                answer = await questions.answer()
                if answer.data and not questions.is_partial:
                    await stored.store(answer)
    except ModelUnavailable:
        if not page.answered.data:
            raise
        return _answer(await _concluded(shared, capture, page, [], schema, terms), DEGRADED)
    return answer


def _is_whole(page: AnsweredPage, schema: dict[str, Any] | None) -> bool:
    """Whether the page has a value for every property. A schema that names no properties is never answered in this way."""
    return schema is not None and bool(page.answered.data) and not page.answered.missing


class _PartQuestions:
    """Asks the model about the parts of one page."""

    def __init__(
        self, shared: Resources, model: LanguageModel, capture: PageCapture, page: AnsweredPage, question: Question,
        terms: Terms,
    ) -> None:  # fmt: skip
        schema = question.of_page.schema
        self._shared = shared
        self._capture = capture
        self._page = page
        self._schema = schema
        self._terms = terms
        self._prompt = question.prompt
        # The schema of what the page does not answer itself.
        self._missing = None if schema is None else relaxed(restrict_to(schema, page.answered.missing))
        self._sizes = Sizes.of(shared.environment.llm_context_tokens)
        self._parts = text_parts.split(page.text, size=self._sizes.part_chars)
        self._conversation = Conversation(model, shared.reading, capture.final_url, terms, self._sizes)
        self._is_cut = page.is_cut or self._parts.is_cut
        self._has_cut_answer = False
        self._dropped: list[str] = []
        self._about = prompts.About(
            title=page.title, site=page.site_name, host=urlsplit(capture.final_url).hostname or "", language=page.language,
            today=datetime.now(UTC).date().isoformat(),
        )  # fmt: skip

    @property
    def is_partial(self) -> bool:
        """Whether an answer of the model was cut or invalid, so that asking again may find more."""
        return self._has_cut_answer or bool(self._dropped) or self._conversation.is_cut_by_server

    async def answer(self) -> Answer:
        """The answer of the page and the model together.

        Raises:
            ModelUnavailable: the model's provider failed.
        """
        found = await self._claims()
        concluded = await _concluded(self._shared, self._capture, self._page, found, self._schema, self._terms)
        return _answer(
            concluded,
            CUT if self._is_cut else None,
            CUT_ANSWER if self._has_cut_answer else None,
            CUT_BY_SERVER if self._conversation.is_cut_by_server else None,
            f"Left out, because the language model's values do not follow the schema: {_listed(tuple(self._dropped))}."
            if self._dropped else None,
        )  # fmt: skip

    async def _claims(self) -> list[Claims]:
        """What the page supports of the model's answers, by part.

        Parts are read at the same time if a list may be continued in the next one. Otherwise they are read one after the
        other, and only until everything is found.
        """
        if self._missing is None or has_lists(self._missing):
            by_part = await all_or_none(self._of_part(part, self._missing) for part in self._parts.parts)
            return [claims for part in by_part for claims in part]
        found: list[Claims] = []
        missing: dict[str, Any] = self._missing
        for part in self._parts.parts:
            if self._conversation.spending.is_spent:
                self._is_cut = True
                break
            for claims in await self._of_part(part, missing):
                found.append(claims)
                missing = without(missing, claims.data)
            if not missing.get("properties"):
                break
        return found

    async def _of_part(self, part: str, schema: dict[str, Any] | None, *, is_half: bool = False) -> list[Claims]:
        """What the page supports of the answers about a part. A part whose answer was cut is asked about again in halves."""
        content = prompts.extraction(part, self._about, schema, self._prompt, self._page.declared)
        try:
            answered = await self._conversation.ask(Exchange(prompts.EXTRACT, content, schema, has_quotes=True))
        except ContextTooLong:
            if is_half or len(part) < _HALVED_MIN_CHARS:
                raise
            return await self._of_halves(part, schema)
        self._dropped += answered.dropped
        found = [await self._checked(answered, schema)] if answered.data else []
        if not answered.is_cut:
            return found
        self._has_cut_answer = True
        if is_half or len(part) < _HALVED_MIN_CHARS or self._conversation.spending.is_spent:
            return found
        return [*found, *await self._of_halves(part, schema)]

    async def _of_halves(self, part: str, schema: dict[str, Any] | None) -> list[Claims]:
        halves = text_parts.split(part, size=len(part) // 2 + limits.MODEL_CHUNK_OVERLAP_CHARS)
        return [claims for half in halves.parts for claims in await self._of_part(half, schema, is_half=True)]

    async def _checked(self, answered: ValidAnswer, schema: dict[str, Any] | None) -> Claims:
        page = self._page
        return await self._shared.reading.call(
            self._capture.final_url,
            conclusion.ground,
            answered.data,
            schema,
            "\n".join(
                (
                    page.visible_text,
                    page.title or "",
                    page.text,
                    page.declared,
                    self._capture.final_url,
                    page.site_name or "",
                )
            ),
            answered.quotes,
            workspace_id=self._terms.workspace_id,
            seconds=limits.MODEL_CHECK_MAX_SECONDS,
        )


async def _concluded(
    shared: Resources, capture: PageCapture, page: AnsweredPage, found: list[Claims], schema: dict[str, Any] | None,
    terms: Terms,
) -> Concluded:  # fmt: skip
    return await shared.reading.call(
        capture.final_url,
        conclusion.conclude,
        page.answered,
        found,
        schema,
        workspace_id=terms.workspace_id,
        seconds=limits.MODEL_CHECK_MAX_SECONDS,
    )


def _answer(concluded: Concluded, *warnings: str | None) -> Answer:
    sentences = list(warnings)
    if concluded.derived:
        sentences.append(f"Derived by the language model, not verbatim on the page: {_listed(concluded.derived)}.")
    if concluded.unsupported:
        sentences.append(f"Left out, because the page does not have the value: {_listed(concluded.unsupported)}.")
    if concluded.errors and concluded.data:
        sentences.append(f"The data does not follow the schema completely: {'; '.join(concluded.errors[:3])}.")
    return Answer(concluded.data or None, concluded.fields, warning_of(*sentences))


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return ", ".join(name[:NAME_MAX_CHARS] for name in names[:NAMES_SHOWN]) + more


def _subject(answered: SchemaAnswer, schema: dict[str, Any] | None) -> str:
    if schema is None:
        return "An answer to a prompt without a schema"
    if not answered.missing:
        return "An answer to a schema that names no properties"
    return f"The page does not declare {_listed(answered.missing)}, so the answer"
