"""What a server understands of OpenAI's interface, learned from its errors.

A server that rejects a part of the request gets the next request without it. What it accepts is remembered for an hour:
the rejection may have been about one caller's schema.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from contract import limits
from crawler.providers.llm.base import ModelRequest

# The parts of a request that servers reject, and the statuses with which they do.
REJECTED = frozenset({400, 404, 422, 501})
FORMATS = ("json_schema", "json_object", "none")
REMEMBERED_SECONDS = 3_600.0


@dataclass(frozen=True)
class Dialect:
    """`answer_format` is one of `FORMATS`. New models call the limit of the answer `max_completion_tokens`."""

    answer_format: str = FORMATS[0]
    token_field: str = "max_tokens"
    sends_temperature: bool = True

    def body(self, model: str, request: ModelRequest) -> bytes:
        """The request in this dialect."""
        body: dict[str, Any] = {
            "model": model, "messages": _messages(request), "stream": False,
            self.token_field: limits.MODEL_ANSWER_MAX_TOKENS,
        }  # fmt: skip
        if self.sends_temperature:
            body["temperature"] = 0
        if self.answer_format == "json_schema" and request.schema is not None:
            body["response_format"] = {
                "type": "json_schema", "json_schema": {"name": "answer", "schema": request.schema},
            }  # fmt: skip
        elif self.answer_format != "none":
            body["response_format"] = {"type": "json_object"}
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")

    def simpler(self, reason: str) -> Dialect | None:
        """The dialect without the part that an error's text names, or else with a simpler answer format.

        None if there is nothing left to leave out.
        """
        if "max_completion_tokens" in reason and self.token_field == "max_tokens":
            return replace(self, token_field="max_completion_tokens")
        if "temperature" in reason and self.sends_temperature:
            return replace(self, sends_temperature=False)
        place = FORMATS.index(self.answer_format) + 1
        return replace(self, answer_format=FORMATS[place]) if place < len(FORMATS) else None


class KnownDialect:
    """The dialect of one server. It starts again with the richest one after `REMEMBERED_SECONDS`."""

    def __init__(self) -> None:
        self._known = Dialect()
        self._until = 0.0

    def at(self, now: float) -> Dialect:
        """The dialect to begin with."""
        return self._known if now < self._until else Dialect()

    def remember(self, dialect: Dialect, now: float) -> None:
        """Keep a dialect that the server accepted."""
        if dialect != self.at(now):
            self._known, self._until = dialect, now + REMEMBERED_SECONDS


def _messages(request: ModelRequest) -> list[dict[str, str]]:
    messages = [("system", request.instructions), ("user", request.content)]
    for answer, reply in request.turns:
        messages += [("assistant", answer), ("user", reply)]
    return [{"role": role, "content": text} for role, text in messages]
