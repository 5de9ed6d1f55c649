"""The request to a language model and its answer, the same for every provider.

To add a provider: a file here with a class that has the attributes and methods of `LanguageModel`, and its choice in
`crawler.providers.llm.configured`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from contract.errors import ServiceUnavailable


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request. `schema` is the JSON Schema of the answer's object; None requests an object of any form.

    `turns` are earlier answers of the model, each with our reply to it. `deadline` is the event loop's time at which the
    answer must be complete.
    """

    instructions: str
    content: str
    schema: dict[str, Any] | None
    max_tokens: int
    deadline: float
    turns: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """The text that the model wrote, and the tokens that the provider counted; 0 if it did not say."""

    text: str
    tokens: int = 0


class ModelUnavailable(ServiceUnavailable):
    """The model's provider failed, did not answer in time, or its answers could not be used. A retry may help."""

    usual_retry_after_seconds = 30


class LanguageModel(Protocol):
    """A client of one provider. `identity` names the server and the model; cached answers depend on it."""

    @property
    def identity(self) -> str: ...

    async def answer(self, request: ModelRequest) -> ModelAnswer:
        """The model's answer.

        Raises:
            ModelUnavailable: the provider failed, or the deadline passed.
        """

    async def close(self) -> None:
        """Close the connections."""
