"""The request to a language model and its answer, the same for every provider.

To add a provider: a file here with a class that has the attributes and methods of `LanguageModel`, and its choice in
`crawler.providers.llm.configured`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from contract import limits
from contract.errors import ServiceUnavailable


class Meter(Protocol):
    """Counts what is spent for one page. A client calls it for every request that it sends, also for those that fail."""

    def begin(self, request: ModelRequest) -> int:
        """Count a request before it is sent. Returns its estimated tokens.

        Raises:
            ModelRejected: the limits of the page are reached.
        """

    def end(self, estimate: int, tokens: int | None) -> None:
        """Replace the estimate by what the provider counted, if it did."""


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request.

    Attributes:
        instructions: what the model is and must do, from us alone.
        content: the caller's question and the page, fenced.
        schema: JSON Schema of the answer's object. None requests an object of any form.
        deadline: the event loop's time at which the answer must be complete.
        workspace_id: whose turn a call uses while others wait for a slot.
        turns: earlier answers of the model, each with our reply to it.
        answer_tokens: the limit of the answer.
        meter: counts the requests and their tokens. None if nobody does.
    """

    instructions: str
    content: str
    schema: dict[str, Any] | None
    deadline: float
    turns: tuple[tuple[str, str], ...] = ()
    workspace_id: str | None = None
    answer_tokens: int = limits.MODEL_ANSWER_MAX_TOKENS
    meter: Meter | None = None

    @property
    def chars(self) -> int:
        """The length of everything that is sent."""
        return len(self.instructions) + len(self.content) + sum(len(one) + len(other) for one, other in self.turns)


@dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """The text that the model wrote.

    Attributes:
        tokens: what the provider counted for the call, or None.
        prompt_tokens: those of the request alone, or None.
        is_cut: the provider ended the answer at its limit of tokens.
    """

    text: str
    tokens: int | None = None
    prompt_tokens: int | None = None
    is_cut: bool = False


class ModelUnavailable(ServiceUnavailable):
    """The model's provider failed, did not answer in time, or its answers could not be used. A retry may help."""

    usual_retry_after_seconds: ClassVar[int | None] = 30


class ModelRejected(ModelUnavailable):
    """The provider rejects the request or the operator's settings, or the limits of the page are reached. A retry cannot help."""

    usual_retry_after_seconds = None


class ModelRefused(ModelRejected):
    """The model refuses to answer. The same question would be refused again."""


class ContextTooLong(ModelRejected):
    """The request is longer than the model's context. A shorter one may succeed."""


class LanguageModel(Protocol):
    """A client of one provider. `identity` names the server and the model; cached answers depend on it."""

    @property
    def identity(self) -> str: ...

    async def answer(self, request: ModelRequest) -> ModelAnswer:
        """The model's answer.

        Raises:
            ModelUnavailable: the provider failed, or the deadline passed.
        """

    async def probe(self) -> str:
        """How the provider answers, to complete a sentence: "answers".

        Raises:
            ModelUnavailable: it does not answer, or it rejects the key.
        """

    async def close(self) -> None:
        """Close the connections."""
