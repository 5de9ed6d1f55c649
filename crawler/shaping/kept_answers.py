"""Answers that are kept in Postgres: the same question about the same page is not asked twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from contract import limits
from contract.capture import PageCapture
from crawler.providers.llm.base import LanguageModel
from crawler.resources import Resources
from crawler.shaping import prompts
from crawler.shaping.question import Question, Shaped, Terms
from crawler.shaping.question_turns import QuestionTurns
from extraction.shaped.shaped_fields import FieldEvidence
from models import model_answers


@dataclass(frozen=True)
class Summary:
    """A summary and what the caller must know about it."""

    text: str
    warning: str | None = None


class KeptAnswers:
    """The answers to one question about one page by one model. Without a database nothing is kept."""

    def __init__(
        self, shared: Resources, model: LanguageModel, capture: PageCapture, question: Question, terms: Terms
    ) -> None:
        self._shared = shared
        self._turns = shared.client("question turns", QuestionTurns)
        self._deadline = terms.deadline
        self._key = _key(model.identity, capture, question, terms.owner)
        self._owner = UUID(terms.owner) if terms.owner else None

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Waits until no equal question is being asked, which keeps its answer.

        Raises:
            ModelUnavailable: the deadline passed.
        """
        return self._turns.turn(self._key, self._deadline)

    async def shaped(self) -> Shaped | None:
        """The kept answer, or None."""
        found = await self._found()
        if found is None:
            return None
        fields = {name: FieldEvidence(**evidence) for name, evidence in found["fields"].items()}
        return Shaped(found["data"], fields, found["warning"])

    async def summary(self) -> Summary | None:
        """The kept summary, or None."""
        found = await self._found()
        return None if found is None else Summary(**found)

    async def keep(self, answer: Shaped | Summary) -> None:
        """Keep an answer, unless it is very large."""
        value = _as_json(answer)
        if self._shared.database is None or len(value.encode()) > limits.MODEL_ANSWER_STORED_MAX_BYTES:
            return
        await self._shared.transact(lambda connection: model_answers.store(connection, self._key, value, self._owner))

    async def _found(self) -> dict[str, Any] | None:
        if self._shared.database is None:
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


def _as_json(answer: Shaped | Summary) -> str:
    if isinstance(answer, Summary):
        return json.dumps(asdict(answer), ensure_ascii=False)
    fields = {name: asdict(evidence) for name, evidence in answer.fields.items()}
    return json.dumps({"data": answer.data, "fields": fields, "warning": answer.warning}, ensure_ascii=False)
