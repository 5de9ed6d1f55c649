"""A form as the browser sent it: the request's body, what is wrong with it, and the text of each input."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from api.checks.request_json import read_json
from api.console.playground.inputs import Input, every
from contract.declare import load
from contract.errors import InvalidRequest

# Names of inputs with their texts. A checkbox has a hidden input of the same name before it, with the text of "not checked".
Texts = Mapping[str, Sequence[str]]
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Problem:
    """What is wrong with one option. `field` is the path of its input, or the path inside it that an error names."""

    field: str
    message: str


@dataclass(frozen=True)
class FilledForm:
    """The texts of a form with these inputs. An input without a text has its default."""

    inputs: tuple[Input, ...]
    texts: Texts

    @cached_property
    def body(self) -> dict[str, Any]:
        """The request's body: required options, and those that differ from their defaults."""
        return self._read(self.inputs)

    def problems(self, cls: type, body: Mapping[str, Any] | None = None) -> list[Problem]:
        """What is wrong with the body as options of the class `cls`. Empty when it is valid.

        Args:
            body: a body that was made from that of the form, to be checked instead.
        """
        unread = [
            Problem(each.path, "is not valid JSON")
            for each in every(self.inputs)
            if each.kind == "json" and isinstance(_read_json(self._text(each)), str)
        ]
        if unread:
            return unread
        try:
            load(cls, self.body if body is None else body)
        except InvalidRequest as error:
            return problems_of(error)
        return []

    def shown(self, each: Input) -> list[str]:
        """The texts that an input shows: those that were sent, otherwise its default."""
        sent = self.texts.get(each.path)
        if sent is None:
            return _as_texts(each, each.default)
        return [text for text in sent if text] if each.kind == "choices" else list(sent[-1:])

    def _text(self, each: Input) -> str:
        return "\n".join(self.shown(each))

    def _read(self, inputs: Sequence[Input]) -> dict[str, Any]:
        values = {}
        for each in inputs:
            value = self._value(each)
            if value is not None and (each.required or value != _plain(each.default)):
                values[each.name] = value
        return values

    def _value(self, each: Input) -> Any:
        """The JSON value of an input; None when it is empty.

        A text that is not a value of its kind stays text, which the check then reports.
        """
        if each.kind == "group":
            return self._read(each.inner) or None
        shown = self.shown(each)
        if each.kind == "choices":
            return shown
        text = shown[0] if shown else ""
        if each.kind == "lines":
            return [line.strip() for line in text.splitlines() if line.strip()]
        if each.kind == "headers":
            return _headers(text)
        return _single(each, text) if text.strip() else None


def problems_of(error: InvalidRequest) -> list[Problem]:
    """What an error says about fields."""
    details = error.details if isinstance(error.details, list) else []
    return [Problem(detail["field"], detail["message"]) for detail in details] or [Problem("", error.message)]


def _single(each: Input, text: str) -> Any:
    if each.kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    if each.kind == "number":
        return int(text) if _WHOLE_NUMBER.fullmatch(text.strip()) else text
    if each.kind == "json":
        return _read_json(text)
    # Browsers send line breaks as CR LF.
    return text.replace("\r\n", "\n") if each.kind == "long text" else text.strip()


def _headers(text: str) -> dict[str, str]:
    """Headers from lines of `name: value`."""
    pairs = (line.partition(":") for line in text.splitlines() if line.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _read_json(text: str) -> Any:
    """The JSON value of a text, or the text when it is not JSON."""
    if not text.strip():
        return None
    try:
        return read_json(text.encode("utf-8", "surrogatepass"))
    except InvalidRequest:
        return text


def _plain(default: Any) -> Any:
    """A default as JSON has it."""
    return list(default) if isinstance(default, tuple) else default


def texts_of(inputs: Sequence[Input], options: Mapping[str, Any]) -> dict[str, list[str]]:
    """The texts of a form with these options of a call. An option that is null or missing has none."""
    texts: dict[str, list[str]] = {}
    for each in inputs:
        value = options.get(each.name)
        if each.kind == "group":
            texts |= texts_of(each.inner, value or {})
        elif value is not None:
            texts[each.path] = _as_texts(each, value)
    return texts


def _as_texts(each: Input, value: Any) -> list[str]:
    """The value of an input as texts of a form."""
    if value is None or value == () or value == {}:
        return []
    if each.kind == "json":
        return [json.dumps(value, indent=2, ensure_ascii=False)]
    if each.kind == "headers":
        return ["\n".join(f"{name}: {text}" for name, text in value.items())]
    if isinstance(value, (tuple, list)):
        return list(value) if each.kind == "choices" else ["\n".join(value)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [json.dumps(value, indent=2) if isinstance(value, dict) else str(value)]


def owner(inputs: Sequence[Input], field: str) -> Input | None:
    """The input that an error's field belongs to: `headers` for `headers.X-A`, `formats` for `formats[0]`."""
    paths = {each.path: each for each in every(inputs)}
    path = field
    while path and path not in paths:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return paths.get(path)
