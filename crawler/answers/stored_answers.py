"""Answers that are stored in Postgres: the same question about the same page is not asked twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

from contract import limits
from contract.capture import PageCapture
from crawler.answers import prompts
from crawler.answers.question import Answer, Question, Terms
from crawler.providers.llm.base import LanguageModel, ModelUnavailable
from crawler.resources import Resources
from extraction.answers.schema_answer import FieldEvidence
from models import model_answers


class QuestionTurns:
    """The questions that are being asked. An equal question waits, and then finds the stored answer of the first one.

    One object per process, used on its event loop.
    """

    def __init__(self) -> None:
        # A lock disappears when no question holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, key: str, deadline: float) -> AsyncIterator[None]:
        """Run the block while no other one with this key runs.

        Raises:
            ModelUnavailable: an equal question was still being asked at `deadline`, in the event loop's time.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with asyncio.timeout_at(deadline):
                await lock.acquire()
        except TimeoutError as error:
            raise ModelUnavailable("The language model did not answer in time.") from error
        try:
            yield
        finally:
            lock.release()

    async def close(self) -> None:
        """Nothing stays open."""


@dataclass(frozen=True)
class Summary:
    """A summary and what the caller must know about it."""

    text: str
    warning: str | None = None


class StoredAnswers:
    """The answers to one question about one page by one model. Without a database nothing is stored."""

    def __init__(
        self, shared: Resources, model: LanguageModel, capture: PageCapture, question: Question, terms: Terms
    ) -> None:
        self._shared = shared
        self._turns = shared.client("question turns", QuestionTurns)
        self._deadline = terms.deadline
        self._is_read = not terms.asks_anew
        self._key = _key(model.identity, capture, question, terms.owner)
        self._owner = UUID(terms.owner) if terms.owner else None

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Waits until no equal question is being asked, which stores its answer.

        Raises:
            ModelUnavailable: the deadline passed.
        """
        return self._turns.turn(self._key, self._deadline)

    async def answer(self) -> Answer | None:
        """The stored answer, or None."""
        found = await self._found()
        if found is None:
            return None
        fields = {name: FieldEvidence(**evidence) for name, evidence in found["fields"].items()}
        return Answer(found["data"], fields, found["warning"])

    async def summary(self) -> Summary | None:
        """The stored summary, or None."""
        found = await self._found()
        return None if found is None else Summary(**found)

    async def store(self, answer: Answer | Summary) -> None:
        """Store an answer, unless it is very large."""
        value = _as_json(answer)
        if self._shared.database is None or len(value.encode()) > limits.MODEL_ANSWER_STORED_MAX_BYTES:
            return
        await self._shared.transact(lambda connection: model_answers.store(connection, self._key, value, self._owner))

    async def _found(self) -> dict[str, Any] | None:
        if self._shared.database is None or not self._is_read:
            return None
        text = await self._shared.ask(lambda connection: model_answers.find(connection, self._key))
        return None if text is None else json.loads(text)


def _key(model: str, capture: PageCapture, question: Question, owner: str | None) -> str:
    """Everything that the answer depends on. A private page's answers belong to its workspace."""
    parts = [
        prompts.VERSION, model, capture.final_url, hashlib.sha256(capture.body).hexdigest(), capture.media_type,
        capture.rendered, asdict(question), owner,
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _as_json(answer: Answer | Summary) -> str:
    if isinstance(answer, Summary):
        return json.dumps(asdict(answer), ensure_ascii=False)
    fields = {name: asdict(evidence) for name, evidence in answer.fields.items()}
    return json.dumps({"data": answer.data, "fields": fields, "warning": answer.warning}, ensure_ascii=False)
