"""Asks a language model for JSON about one page, within the page's limits, and has wrong answers repaired."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from contract import limits
from contract.errors import UpstreamUnreachable
from crawler.providers.llm.base import LanguageModel, ModelAnswer, ModelRejected, ModelRequest, ModelUnavailable
from crawler.reading import ReadingPool
from crawler.shaping import prompts
from crawler.shaping.question import Terms
from extraction.grounding import answers

T = TypeVar("T")
# A token has about four characters of English, and fewer of other languages.
CHARS_PER_TOKEN = 3
# Parts of one page that are asked about at the same time.
PARTS_AT_ONCE = 2
_SPENT = "The language model needs more calls or tokens for this page than permitted."


@dataclass
class Spending:
    """The calls and tokens that are left for one page."""

    calls: int = limits.MODEL_CALLS_MAX
    tokens: int = limits.MODEL_TOKENS_MAX

    @property
    def is_spent(self) -> bool:
        return self.calls <= 0 or self.tokens <= 0

    def begin(self, request: ModelRequest) -> int:
        """Count a call before it is sent. Returns its estimated tokens.

        Raises:
            ModelRejected: no call is left, or fewer tokens than the call needs.
        """
        estimate = request.chars // CHARS_PER_TOKEN
        if self.is_spent or estimate > self.tokens:
            raise ModelRejected(_SPENT)
        self.calls -= 1
        self.tokens -= estimate
        return estimate

    def end(self, estimate: int, answer: ModelAnswer) -> None:
        """Replace the estimate of a call by what the provider counted."""
        counted = estimate + len(answer.text) // CHARS_PER_TOKEN if answer.tokens is None else answer.tokens
        self.tokens -= counted - estimate


@dataclass
class Exchange:
    """One question and the answers so far."""

    instructions: str
    content: str
    schema: dict[str, Any] | None
    turns: tuple[tuple[str, str], ...] = ()


class Conversation:
    """All calls of the model about one page."""

    def __init__(self, model: LanguageModel, reading: ReadingPool, url: str, terms: Terms) -> None:
        self.spending = Spending()
        self._model = model
        self._reading = reading
        self._url = url
        self._terms = terms

    async def ask(self, exchange: Exchange) -> dict[str, Any]:
        """The model's object, which follows the schema. Wrong answers are added to the exchange's turns.

        Raises:
            ModelUnavailable: the provider failed, or the answers are wrong after `MODEL_REPAIRS_MAX` repairs.
        """
        for _ in range(limits.MODEL_REPAIRS_MAX + 1):
            text = await self._text(exchange)
            parsed = await self._parsed(text, exchange.schema)
            if parsed.data is not None:
                self._remember(exchange, text, "")
                return parsed.data
            self._remember(exchange, text, prompts.repair(parsed.errors))
        raise ModelUnavailable("The language model's answers did not follow the schema.")

    @staticmethod
    def reply(exchange: Exchange, text: str) -> None:
        """Set our reply to the last answer."""
        answer, _ = exchange.turns[-1]
        exchange.turns = (*exchange.turns[:-1], (answer, text))

    async def _text(self, exchange: Exchange) -> str:
        request = ModelRequest(
            instructions=exchange.instructions, content=exchange.content, schema=exchange.schema,
            deadline=self._terms.deadline, turns=exchange.turns, workspace_id=self._terms.workspace_id,
        )  # fmt: skip
        estimate = self.spending.begin(request)
        answer = await self._model.answer(request)
        self.spending.end(estimate, answer)
        return answer.text

    async def _parsed(self, text: str, schema: dict[str, Any] | None) -> answers.Parsed:
        left = self._terms.deadline - asyncio.get_running_loop().time()
        seconds = max(1.0, min(limits.MODEL_CHECK_MAX_SECONDS, left))
        try:
            return await self._reading.call(
                self._url, answers.parse, text, schema, workspace_id=self._terms.workspace_id, seconds=seconds
            )
        except UpstreamUnreachable:
            return answers.Parsed(None, ("The answer is too large to be checked.",))

    @staticmethod
    def _remember(exchange: Exchange, answer: str, reply: str) -> None:
        # Only the last wrong answer is shown again: earlier ones would use tokens and repeat the error.
        exchange.turns = ((answer[: limits.MODEL_CHUNK_MAX_CHARS], reply),)


async def all_or_none(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The results of all coroutines, `PARTS_AT_ONCE` of which run at the same time. When one fails, the others end too."""
    places = asyncio.Semaphore(PARTS_AT_ONCE)
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_in_place(places, one)) for one in work]
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from failures
    return [task.result() for task in tasks]


async def _in_place(places: asyncio.Semaphore, work: Coroutine[Any, Any, T]) -> T:
    try:
        async with places:
            return await work
    finally:
        work.close()  # If it was cancelled before it began.
