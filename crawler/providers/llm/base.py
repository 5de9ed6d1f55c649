"""The request to a language model and its answer, the same for every provider.

To add a provider: a file here with a class that has the attributes and methods of `LanguageModel`, and its choice in
`crawler.providers.llm.configured`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from contract.errors import ServiceUnavailable


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request.

    Attributes:
        instructions: what the model is and must do, from us alone.
        content: the caller's question and the page, fenced.
        schema: JSON Schema of the answer's object. None requests an object of any form.
        deadline: the event loop's time at which the answer must be complete.
        workspace_id: whose turn a call uses while others wait for a place.
        turns: earlier answers of the model, each with our reply to it.
    """

    instructions: str
    content: str
    schema: dict[str, Any] | None
    deadline: float
    turns: tuple[tuple[str, str], ...] = ()
    workspace_id: str | None = None

    @property
    def chars(self) -> int:
        """The length of everything that is sent."""
        return len(self.instructions) + len(self.content) + sum(len(one) + len(other) for one, other in self.turns)


@dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """The text that the model wrote. `tokens` is what the provider counted for the call, or None."""

    text: str
    tokens: int | None = None


class ModelUnavailable(ServiceUnavailable):
    """The model's provider failed, did not answer in time, or its answers could not be used. A retry may help."""

    usual_retry_after_seconds: ClassVar[int | None] = 30


class ModelRejected(ModelUnavailable):
    """The provider rejects the request or the operator's settings, or the limits of the page are reached. A retry cannot help."""

    usual_retry_after_seconds = None


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
