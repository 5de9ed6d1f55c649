"""What a server understands of OpenAI's interface, learned from its errors.

A server that rejects a part of the request gets the next request without it. What it accepts is remembered for an hour. A
simpler answer format is remembered only if the rejection was not about one caller's schema.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from typing import Any

from crawler.providers.llm.base import ModelRequest

# The parts of a request that servers reject, and the statuses with which they do.
REJECTED = frozenset({400, 404, 413, 422, 501})
FORMATS = ("json_schema", "json_object", "none")
REMEMBERED_SECONDS = 3_600.0
# A server that rejects this many different schemas does not know the answer format.
SCHEMAS_REJECTED = 3
_FORMAT = re.compile(r"response_format|json_schema|json_object|structured.?output|guided.?decoding")
_UNSUPPORTED = re.compile(
    r"unsupported|unavailable|must be 'json_schema'"
    r"|not (?:be )?support|(?:not|n't) support|not (?:permitted|allowed|available|implemented)"
    r"|un(?:known|recogni[sz]ed|expected)|extra (?:fields|inputs)"
)
_ABOUT_SCHEMA = re.compile(r"invalid (?:json )?schema|schema for response_format")
_TOO_LONG = re.compile(
    r"context.?(?:length|window|size|limit)|maximum context|(?:prompt|input|request) is too (?:long|large)"
    r"|too many (?:input )?tokens|"
    r"must have less than \d+ tokens|max_new_tokens. must be <=|too large for model|"
    r"exceeds? the (?:model'?s )?(?:maximum|limit|available)|max_model_len|reduce the length|maximum (?:input|prompt) length"
)


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
            self.token_field: request.answer_tokens,
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
        """The dialect without the part that an error's text names; otherwise with a simpler answer format.

        None if there is nothing left to leave out.
        """
        if "max_completion_tokens" in reason and self.token_field == "max_tokens":
            return replace(self, token_field="max_completion_tokens")
        if "temperature" in reason and self.sends_temperature:
            return replace(self, sends_temperature=False)
        index = FORMATS.index(self.answer_format) + 1
        return replace(self, answer_format=FORMATS[index]) if index < len(FORMATS) else None


def is_too_long(reason: str) -> bool:
    """Whether an error's text says that the request is longer than the model's context."""
    return _TOO_LONG.search(reason.lower()) is not None


def rejects_format(reason: str) -> bool:
    """Whether an error's text says that the server does not know the answer format, whatever the schema."""
    text = reason.lower()
    return bool(_FORMAT.search(text) and _UNSUPPORTED.search(text)) and not _ABOUT_SCHEMA.search(text)


class KnownDialect:
    """The dialect of one server. It starts again with the richest one after `REMEMBERED_SECONDS`."""

    def __init__(self) -> None:
        self._known = Dialect()
        self._until = 0.0
        self._rejected: set[str] = set()

    def at(self, now: float) -> Dialect:
        """The dialect to begin with."""
        return self._known if now < self._until else Dialect()

    def remember(self, dialect: Dialect, schema: dict[str, Any] | None, now: float, *, rejects_format: bool) -> None:
        """Keep a dialect that the server accepted.

        Args:
            schema: that of the request. Its rejection alone does not change the answer format.
            rejects_format: whether the server said that it does not know the answer format.
        """
        known = self.at(now)
        if dialect.answer_format == known.answer_format:
            self._rejected.clear()
        elif not rejects_format and not self._is_one_too_many(schema):
            dialect = replace(dialect, answer_format=known.answer_format)
        if dialect != self.at(now):
            self._known, self._until = dialect, now + REMEMBERED_SECONDS

    def _is_one_too_many(self, schema: dict[str, Any] | None) -> bool:
        """Count a rejected schema. Returns whether enough different ones were rejected for the format to be the cause."""
        self._rejected.add(hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest())
        if len(self._rejected) < SCHEMAS_REJECTED:
            return False
        self._rejected.clear()
        return True


def _messages(request: ModelRequest) -> list[dict[str, str]]:
    messages = [("system", request.instructions), ("user", request.content)]
    for answer, reply in request.turns:
        messages += [("assistant", answer), ("user", reply)]
    return [{"role": role, "content": text} for role, text in messages]
