"""Asks a language model for JSON about one page, within the page's limits, and has wrong answers repaired."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from contract import limits
from contract.errors import UpstreamUnreachable
from crawler.answers import prompts
from crawler.answers.question import Terms
from crawler.providers.llm.base import (
    LanguageModel,
    ModelAnswer,
    ModelRefused,
    ModelRejected,
    ModelRequest,
    ModelUnavailable,
)
from crawler.reading import ReadingPool
from extraction.answers.replies import conclusion, refusals

T = TypeVar("T")
# A token has about four characters of English, and fewer of other languages.
CHARS_PER_TOKEN = 3
# Parts of one page that are asked about at the same time.
PARTS_AT_ONCE = 2
# Some servers cut a long request without an error. No tokenizer has more characters in a token on average.
_CHARS_PER_TOKEN_MAX, _MEASURED_MIN_CHARS = 8, 6_000
_SPENT = "The language model needs more calls or tokens for this page than permitted."


@dataclass(frozen=True)
class Sizes:
    """How much fits into the context of the model: the characters of one part of a page, and the tokens of an answer."""

    part_chars: int
    answer_tokens: int

    @classmethod
    def of(cls, context_tokens: int) -> Sizes:
        """The sizes for a context. Our instructions, the schema and one repair need their share, too."""
        answer_tokens = min(limits.MODEL_ANSWER_MAX_TOKENS, context_tokens // 3)
        part_tokens = max(500, context_tokens - answer_tokens - context_tokens // 6)
        return cls(min(limits.MODEL_CHUNK_MAX_CHARS, part_tokens * CHARS_PER_TOKEN), answer_tokens)


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

    def end(self, estimate: int, tokens: int | None) -> None:
        """Replace the estimate of a call by what the provider counted, if it did."""
        if tokens is not None:
            self.tokens -= tokens - estimate


@dataclass(frozen=True)
class ValidAnswer:
    """What a model answered, as far as it is valid.

    Attributes:
        data: follows the schema.
        is_cut: the answer ended inside the object. Only what was complete is in `data`.
        dropped: dotted names of values that did not follow the schema after the last repair.
        quotes: passages that the model quoted, by dotted name.
    """

    data: dict[str, Any]
    is_cut: bool = False
    dropped: tuple[str, ...] = ()
    quotes: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Exchange:
    """One question and the answers so far. `has_quotes`: the answer also has the passages that show its values."""

    instructions: str
    content: str
    schema: dict[str, Any] | None
    turns: tuple[tuple[str, str], ...] = ()
    has_quotes: bool = False


class Conversation:
    """All calls of the model about one page."""

    def __init__(self, model: LanguageModel, reading: ReadingPool, url: str, terms: Terms, sizes: Sizes) -> None:
        self.spending = Spending()
        self._model = model
        self._reading = reading
        self._url = url
        self._terms = terms
        self._answer_tokens = sizes.answer_tokens
        self.is_cut_by_server = False

    async def ask(self, exchange: Exchange) -> ValidAnswer:
        """The model's object, which follows the schema. Wrong answers are added to the exchange's turns.

        After the last repair, what is valid is returned, and the rest is named.

        Raises:
            ContextTooLong: the question is longer than the model's context.
            ModelRefused: the model refuses to answer.
            ModelUnavailable: the provider failed, or nothing in the answers is valid after `MODEL_REPAIRS_MAX` repairs.
        """
        for repairs in range(limits.MODEL_REPAIRS_MAX + 1):
            answer = await self._answer(exchange)
            is_last = repairs == limits.MODEL_REPAIRS_MAX
            parsed = await self._parsed(answer.text, exchange.schema, is_last=is_last)
            if parsed.data is not None:
                self._remember(exchange, answer.text, "")
                return ValidAnswer(parsed.data, parsed.is_cut or answer.is_cut, parsed.dropped, parsed.quotes)
            if refusals.is_refusal(answer.text):
                raise ModelRefused("The language model refused to answer.")
            if answer.is_cut:
                return ValidAnswer({}, is_cut=True)  # The same question would be cut again.
            self._remember(exchange, answer.text, prompts.repair(parsed.errors))
        raise ModelUnavailable("The language model's answers did not follow the schema.")

    @staticmethod
    def reply(exchange: Exchange, text: str) -> None:
        """Set our reply to the last answer."""
        answer, _ = exchange.turns[-1]
        exchange.turns = (*exchange.turns[:-1], (answer, text))

    async def _answer(self, exchange: Exchange) -> ModelAnswer:
        schema = exchange.schema
        if exchange.has_quotes and schema is not None:
            schema = prompts.with_quotes(schema)
        request = ModelRequest(
            instructions=exchange.instructions, content=exchange.content, schema=schema,
            deadline=self._terms.deadline, turns=exchange.turns, workspace_id=self._terms.workspace_id,
            answer_tokens=self._answer_tokens, meter=self.spending,
        )  # fmt: skip
        answer = await self._model.answer(request)
        if request.chars > _MEASURED_MIN_CHARS and answer.prompt_tokens is not None:
            self.is_cut_by_server |= answer.prompt_tokens < request.chars // _CHARS_PER_TOKEN_MAX
        return answer

    async def _parsed(self, text: str, schema: dict[str, Any] | None, *, is_last: bool) -> conclusion.Parsed:
        left = self._terms.deadline - asyncio.get_running_loop().time()
        seconds = max(1.0, min(limits.MODEL_CHECK_MAX_SECONDS, left))
        try:
            return await self._reading.call(
                self._url,
                conclusion.parse,
                text,
                schema,
                is_last,
                workspace_id=self._terms.workspace_id,
                seconds=seconds,
            )
        except UpstreamUnreachable:
            return conclusion.Parsed(None, ("The answer is too large to be checked.",))

    @staticmethod
    def _remember(exchange: Exchange, answer: str, reply: str) -> None:
        # Only the last wrong answer is shown again: earlier ones would use tokens and repeat the error.
        exchange.turns = ((answer[: limits.MODEL_CHUNK_MAX_CHARS], reply),)


async def all_or_none(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The results of all coroutines, `PARTS_AT_ONCE` of which run at the same time. When one fails, the others end too."""
    slots = asyncio.Semaphore(PARTS_AT_ONCE)
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_in_slot(slots, one)) for one in work]
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from failures
    return [task.result() for task in tasks]


async def _in_slot(slots: asyncio.Semaphore, work: Coroutine[Any, Any, T]) -> T:
    try:
        async with slots:
            return await work
    finally:
        work.close()  # If it was cancelled before it began.
