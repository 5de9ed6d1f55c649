"""Reads the answer of an OpenAI-compatible server: the model's text, and what an error is about."""

from __future__ import annotations

import json
import re
from typing import Any

from crawler.providers.llm.base import ModelAnswer

_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}")


class NoCompletion(Exception):
    """The answer is not a completion. The message says why and contains no text of the answer.

    `is_final`: the same request would get the same answer. `is_exhausted`: the limit of tokens was used up before the answer.
    """

    def __init__(self, message: str, *, is_final: bool = False, is_exhausted: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final
        self.is_exhausted = is_exhausted


def read(body: bytes) -> ModelAnswer:
    """The text of a completion.

    Raises:
        NoCompletion: the body is not the JSON of a completion, or the completion has no text.
    """
    answer = _object(body)
    if answer is None:
        raise NoCompletion("the answer is not a JSON object")
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise NoCompletion("the answer has no message")
    text = _text(message.get("content"))
    if not text.strip():
        text = _arguments(message)
    is_cut = choice.get("finish_reason") in ("length", "max_tokens")
    if not text.strip():
        if message.get("refusal") or choice.get("finish_reason") == "content_filter":
            raise NoCompletion("the model refused to answer", is_final=True)
        if is_cut:
            raise NoCompletion("the model used all tokens for its thoughts", is_final=True, is_exhausted=True)
        raise NoCompletion("the message is empty")
    usage = answer.get("usage")
    return ModelAnswer(
        text=text, tokens=_tokens(usage, "total_tokens"), prompt_tokens=_tokens(usage, "prompt_tokens"), is_cut=is_cut
    )


def tokens_of(body: bytes) -> int | None:
    """The tokens that an answer counts, or None."""
    return _tokens((_object(body) or {}).get("usage"), "total_tokens")


def usage_of(body: bytes) -> dict[str, str | int]:
    """The model that answered and its tokens, by the names of OpenTelemetry's conventions, as far as an answer has them."""
    answer = _object(body) or {}
    usage, model = answer.get("usage"), answer.get("model")
    found: dict[str, str | int] = {"gen_ai.response.model": model[:200]} if isinstance(model, str) else {}
    names = {"gen_ai.usage.input_tokens": "prompt_tokens", "gen_ai.usage.output_tokens": "completion_tokens"}
    counted = {name: _tokens(usage, field) for name, field in names.items()}
    return found | {name: number for name, number in counted.items() if number is not None}


def reason_of(body: bytes) -> str:
    """What an error's answer says, for decisions of this package only: it may repeat parts of the key or of the page."""
    answer = _object(body) or {}
    error = answer.get("error")
    if isinstance(error, dict):
        return " ".join(str(error.get(name) or "") for name in ("param", "code", "message"))[:2_000]
    # Servers that are not OpenAI's own have the message at the top, or a list of details.
    return str(error or answer.get("message") or answer.get("detail") or "")[:2_000]


def code_of(body: bytes) -> str:
    """The error's code, for the log. Empty if there is none that is a plain word."""
    error = (_object(body) or {}).get("error")
    if not isinstance(error, dict):
        return ""
    code = error.get("code") or error.get("type")
    return code if isinstance(code, str) and _CODE.fullmatch(code) else ""


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list) and len(value) == 1:
        value = value[0]  # Google's interface wraps errors in a list.
    return value if isinstance(value, dict) else None


def _text(content: Any) -> str:
    """The content of a message: a string, or a list of parts with text."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _arguments(message: dict[str, Any]) -> str:
    """The arguments of a tool call, with which some servers answer. Empty if there is none."""
    calls = message.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls else {"function": message.get("function_call")}
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    if isinstance(arguments, dict):
        return json.dumps(arguments)
    return arguments if isinstance(arguments, str) else ""


def _tokens(usage: Any, name: str) -> int | None:
    total = usage.get(name) if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None


def models_of(body: bytes) -> frozenset[str] | None:
    """The ids in a server's list of models, or None if the body is not such a list."""
    listed = (_object(body) or {}).get("data")
    if not isinstance(listed, list):
        return None
    return frozenset(entry["id"] for entry in listed if isinstance(entry, dict) and isinstance(entry.get("id"), str))
