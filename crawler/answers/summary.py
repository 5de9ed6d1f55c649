"""Summaries of pages by the language model. Sentences that the page does not support are dropped."""

from __future__ import annotations

from scrapy.crawler import Crawler

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.results.page import warning_of
from crawler import resources
from crawler.answers import configured_model, prompts
from crawler.answers.conversation import Conversation, Exchange, Sizes, ValidAnswer, all_or_none
from crawler.answers.question import Question, Terms
from crawler.answers.schema_question import CUT, CUT_BY_SERVER
from crawler.answers.stored_answers import StoredAnswers, Summary
from crawler.providers.llm.base import LanguageModel, ModelUnavailable
from crawler.reading import ReadingPool
from crawler.resources import Resources
from extraction.answers.answered_page import AnsweredPage
from extraction.answers.replies import sentences, text_parts

_NOT_SUPPORTED = "The language model's summary is not supported by the page."


async def summarise(
    crawler: Crawler, capture: PageCapture, page: AnsweredPage, question: Question, terms: Terms
) -> Summary | None:
    """A factual summary of a page in its language, in up to 5 sentences. None for a page without text.

    Each sentence is checked: its names, its numbers and some of its words must be on the page. If fewer than two remain, the
    model is asked once more. The warning counts the sentences that were left out. The call fails only if none remains.

    Raises:
        ServiceUnavailable: no model is configured, its provider failed, or the page does not support its sentences.
    """
    shared = resources.of(crawler)
    model = configured_model.of(shared)
    if model is None:
        raise configured_model.not_configured(shared.environment, "A summary")
    stored = StoredAnswers(shared, model, capture, question, terms)
    async with stored.turn():
        if (known := await stored.summary()) is not None:
            return known
        made = await _made(shared, model, capture, page, terms)
        if made is not None:
            await stored.store(made)
        return made


async def _made(
    shared: Resources, model: LanguageModel, capture: PageCapture, page: AnsweredPage, terms: Terms
) -> Summary | None:
    if not page.text.strip():
        return None
    sizes = Sizes.of(shared.environment.llm_context_tokens)
    conversation = Conversation(model, shared.reading, capture.final_url, terms, sizes)
    work = _SummaryWork(conversation, shared.reading, capture, terms)
    found = text_parts.split(page.text, size=sizes.part_chars)
    whole = "\n".join((page.text, page.visible_text, page.title or "", capture.final_url))
    text = await work.of_parts(found.parts, page.title, whole)
    by_server = CUT_BY_SERVER if conversation.is_cut_by_server else None
    return Summary(text, warning_of(CUT if page.is_cut or found.is_cut else None, by_server, work.left_out))


class _SummaryWork:
    """The calls for one summary."""

    def __init__(self, conversation: Conversation, reading: ReadingPool, capture: PageCapture, terms: Terms) -> None:
        self._conversation = conversation
        self._reading = reading
        self._url = capture.final_url
        self._workspace_id = terms.workspace_id
        self._left_out = 0

    @property
    def left_out(self) -> str | None:
        """The warning about sentences that the page does not support."""
        if not self._left_out:
            return None
        return f"Sentences of the summary that were left out, because the page does not support them: {self._left_out}."

    async def of_parts(self, parts: tuple[str, ...], title: str | None, text: str) -> str:
        """The summary of a page. The sentences about the parts of a long page are summarised again."""
        if len(parts) == 1:
            return await self._of_text(parts[0], title, text)
        about_parts = [
            one for found in await all_or_none(self._of_part(part, title, text) for part in parts) for one in found
        ]
        if not about_parts:
            raise ModelUnavailable(_NOT_SUPPORTED)
        return await self._of_text("\n".join(about_parts), title, text)

    async def _of_part(self, part: str, title: str | None, text: str) -> list[str]:
        good, _ = await self._checked(await self._conversation.ask(_question(part, title)), text)
        return good

    async def _of_text(self, part: str, title: str | None, text: str) -> str:
        """The supported sentences about a text.

        Raises:
            ModelUnavailable: there is none after one repair.
        """
        least = min(limits.SUMMARY_SENTENCES_MIN, max(1, sentences.count(part)))
        exchange = _question(part, title)
        good, bad = await self._checked(await self._conversation.ask(exchange), text)
        if len(good) < least:
            self._conversation.reply(exchange, prompts.unsupported(bad))
            again, bad = await self._checked(await self._conversation.ask(exchange), text)
            good = list(dict.fromkeys([*good, *again]))
        self._left_out = len(bad)
        if not good:
            raise ModelUnavailable(_NOT_SUPPORTED)
        return sentences.joined(good[: limits.SUMMARY_SENTENCES_MAX])

    async def _checked(self, answered: ValidAnswer, text: str) -> tuple[list[str], list[str]]:
        written = tuple(one for one in answered.data.get("sentences", ()) if isinstance(one, str))
        try:
            return await self._reading.call(
                self._url,
                sentences.supported,
                written,
                text,
                workspace_id=self._workspace_id,
                seconds=limits.MODEL_CHECK_MAX_SECONDS,
            )
        except UpstreamUnreachable:
            return [], []


def _question(part: str, title: str | None) -> Exchange:
    return Exchange(prompts.SUMMARISE, prompts.summary(part, title), prompts.SUMMARY_SCHEMA)
