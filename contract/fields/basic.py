"""Basic fields: text, one of a list, booleans, whole numbers, lists, nested options, JSON objects.

The JSON Schema of a field in the OpenAPI document accepts every value that the field accepts, and as few others as it can
say. Error messages complete a sentence that
starts with the field's name: `limit: must be a whole number from 1 to 5000`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from contract import limits

# Characters that cannot be stored: Postgres rejects NUL, UTF-8 cannot encode a lone surrogate.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
UNSTORABLE_MESSAGE = "must not contain NUL characters or lone surrogates"
OBJECT_MESSAGE = "must be a JSON object"


def _messages(**own: str) -> dict[str, str | list[Any] | dict[Any, Any]]:
    """A field's error messages, instead of marshmallow's."""
    return {"required": "is required", "null": "must not be null", **own}


def at_most(number: int, unit: str) -> str:
    """The message about a value that is too long: `must be at most 50 characters`."""
    return f"must be at most {number} {unit}"


class Text(fields.String):
    """A string that can be stored. Other JSON types are rejected, not converted."""

    default_error_messages = _messages(invalid="must be a string")

    def __init__(self, *, min_chars: int = 0, max_chars: int | None = None, **kwargs: Any) -> None:
        super().__init__(validate=_length(min_chars, max_chars, "must be {} characters long"), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if UNSTORABLE.search(value):
            raise ValidationError(UNSTORABLE_MESSAGE)
        return value


def _length(low: int, high: int | None, sentence: str) -> list[validate.Length]:
    """The validators of a length; `{}` in `sentence` is replaced by the limits."""
    if not low and high is None:
        return []
    limit = f"at least {low}" if high is None else f"{low} to {high}" if low else f"at most {high}"
    return [validate.Length(min=low or None, max=high, error=sentence.format(limit))]


class OneOf(Text):
    """One word of a fixed list."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [validate.OneOf(words, error="must be one of: {choices}")]


class Flag(fields.Boolean):
    """true or false. Other JSON types are rejected, not converted."""

    default_error_messages = _messages(invalid="must be true or false")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class WholeNumber(fields.Integer):
    """A whole number between two limits. As in JSON Schema, 5.0 is accepted and "5" is not."""

    default_error_messages = _messages()

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        message = f"must be a whole number from {low} to {high}"
        super().__init__(
            validate=validate.Range(low, high, error=message), error_messages={"invalid": message}, **kwargs
        )

    def _validated(self, value: Any) -> int:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole:
            raise self.make_error("invalid", input=value)
        return int(value)


class Number(fields.Float):
    """A number. Text and true are rejected, not converted."""

    default_error_messages = _messages(invalid="must be a number")

    def _validated(self, value: Any) -> float:
        if isinstance(value, (bool, str)):
            raise self.make_error("invalid")
        return float(super()._validated(value))


class QueryWholeNumber(WholeNumber):
    """A whole number in a query string."""

    def _validated(self, value: Any) -> int:
        return super()._validated(int(value) if re.fullmatch(r"-?[0-9]{1,9}", str(value)) else value)


class QueryFlag(Flag):
    """true or false in a query string."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        return super()._deserialize({"true": True, "false": False}.get(str(value), value), attr, data, **kwargs)


class Milliseconds(WholeNumber):
    """A duration in whole milliseconds."""


class Nested(fields.Nested):
    """A group of options: a JSON object with fixed names."""

    default_error_messages = _messages(type=OBJECT_MESSAGE)


class NamedValues(fields.Dict):
    """A JSON object whose names the caller chooses. An error is reported under the name: `headers.X-A`."""

    default_error_messages = _messages(invalid=OBJECT_MESSAGE)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        try:
            loaded: dict[str, Any] = super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            # marshmallow reports {name: {"key": […], "value": […]}}; callers need one list for each name.
            messages = {
                name: [message for below in parts.values() for message in below]
                for name, parts in error.messages.items()
            }
            raise ValidationError(messages) from error
        return loaded


class JsonObject(NamedValues):
    """Any JSON object up to `max_bytes` of compact JSON in UTF-8."""

    def __init__(self, *, max_bytes: int = limits.SCHEMA_MAX_BYTES, **kwargs: Any) -> None:
        super().__init__(keys=fields.String(), **kwargs)
        self.max_bytes = max_bytes
        self.metadata = {**self.metadata, "published": {"additionalProperties": True}}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        loaded = super()._deserialize(value, attr, data, **kwargs)
        written = json.dumps(loaded, ensure_ascii=False, separators=(",", ":"))
        if len(written.encode("utf-8", "surrogatepass")) > self.max_bytes:
            raise ValidationError(at_most(self.max_bytes, "bytes"))
        return loaded


class ListOf(fields.List):
    """A list with a limit on its length. It loads into a tuple, because options are immutable."""

    default_error_messages = _messages(invalid="must be a list")

    def __init__(self, inner: fields.Field, *, min_items: int = 0, max_items: int | None = None, **kwargs: Any) -> None:
        super().__init__(inner, validate=_length(min_items, max_items, "must contain {} items"), **kwargs)
        self._max_items = max_items

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if self._max_items is not None and len(value) > self._max_items:
            self._validate(value)  # Items of a list that is too long are not read.
        return tuple(super()._deserialize(value, attr, data, **kwargs))
