"""Summaries of pages by the language model. Sentences that the page does not support are dropped."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from crawler import resources
from crawler.providers.llm.base import LanguageModel, ModelUnavailable
from crawler.reading import ReadingPool
from crawler.resources import Resources
from crawler.shaping import model as models
from crawler.shaping import prompts
from crawler.shaping.conversation import Conversation, Exchange, all_or_none
from crawler.shaping.kept_answers import KeptAnswers, Summary
from crawler.shaping.page import CUT, reading_options
from crawler.shaping.question import Question, Terms
from extraction.grounding import chunks, sentences
from extraction.shaped import shaped_page

_NOT_SUPPORTED = "The language model's summary is not supported by the page."


async def summarise(crawler: Crawler, capture: PageCapture, question: Question, terms: Terms) -> Summary | None:
    """A factual summary of a page in its language, in 2 to 5 sentences. None for a page without text.

    Each sentence is checked: its names and numbers and most of its words must be on the page. If fewer than two remain, the
    model is asked once more, and then the call fails. A page with fewer than two sentences may have a shorter summary.

    Raises:
        ServiceUnavailable: no model is configured, its provider failed, or the page does not support its sentences.
        UpstreamUnreachable: the page could not be read.
    """
    shared = resources.of(crawler)
    model = models.of(shared)
    if model is None:
        raise models.not_configured(shared.environment, "A summary")
    kept = KeptAnswers(shared, model, capture, question, terms)
    async with kept.turn():
        if (known := await kept.summary()) is not None:
            return known
        made = await _made(shared, model, capture, question, terms)
        if made is not None:
            await kept.keep(made)
        return made


async def _made(
    shared: Resources, model: LanguageModel, capture: PageCapture, question: Question, terms: Terms
) -> Summary | None:
    page = await shared.reading.call(
        capture.final_url, shaped_page.read, capture, None, reading_options(question), workspace_id=terms.workspace_id
    )
    if not page.text.strip():
        return None
    conversation = Conversation(model, shared.reading, capture.final_url, terms)
    work = _SummaryWork(conversation, shared.reading, capture, terms)
    found = chunks.split(page.text)
    text = await work.of_parts(found.parts, page.title, f"{page.text}\n{page.visible_text}\n{page.title or ''}")
    return Summary(text, CUT if page.is_cut or found.is_cut else None)


class _SummaryWork:
    """The calls for one summary."""

    def __init__(self, conversation: Conversation, reading: ReadingPool, capture: PageCapture, terms: Terms) -> None:
        self._conversation = conversation
        self._reading = reading
        self._url = capture.final_url
        self._workspace_id = terms.workspace_id

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
            ModelUnavailable: there are too few after one repair.
        """
        least = min(limits.SUMMARY_SENTENCES_MIN, max(1, sentences.count(part)))
        exchange = _question(part, title)
        good, bad = await self._checked(await self._conversation.ask(exchange), text)
        if len(good) < least:
            self._conversation.reply(exchange, prompts.unsupported(bad))
            again, _ = await self._checked(await self._conversation.ask(exchange), text)
            good = list(dict.fromkeys([*good, *again]))
        if len(good) < least:
            raise ModelUnavailable(_NOT_SUPPORTED)
        return sentences.joined(good[: limits.SUMMARY_SENTENCES_MAX])

    async def _checked(self, data: dict[str, Any], text: str) -> tuple[list[str], list[str]]:
        written = tuple(data["sentences"])
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
