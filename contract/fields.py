"""Wire values with their checks: text, words of a list, flags, numbers, JSON objects, lists. `web_fields` has those of the web.

Each is a marshmallow field that is as strict as its JSON Schema says, so that what the documentation allows is
accepted and nothing else. To add one: subclass, check in `_deserialize`, describe it in `metadata`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from contract import limits

# Characters that no text we keep may hold: Postgres refuses NUL, and UTF-8 has no lone surrogates.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# The same for the documentation, where a lone surrogate is no character at all.
STORABLE_PUBLISHED = {"pattern": r"^[^\x00]*$"}
JSON_VALUE = "JsonValue"
# What may stand in a JSON object of the caller's own: anything but such characters. Documented as a component.
JSON_VALUE_PUBLISHED = {
    "anyOf": [
        {"type": ["null", "boolean", "number"]},
        {"type": "string", **STORABLE_PUBLISHED},
        {"type": "array", "items": {"$ref": f"#/components/schemas/{JSON_VALUE}"}},
        {
            "type": "object",
            "propertyNames": STORABLE_PUBLISHED,
            "additionalProperties": {"$ref": f"#/components/schemas/{JSON_VALUE}"},
        },
    ]
}


class Text(fields.String):
    """A string that can be stored. Numbers and other types are not made into text."""

    def __init__(
        self, *, min_chars: int = 0, max_chars: int | None = None, pattern: str | None = None, **kwargs: Any
    ) -> None:
        validators: list[Any] = (
            [validate.Length(min=min_chars or None, max=max_chars)] if min_chars or max_chars else []
        )
        if pattern:
            validators.append(validate.Regexp(pattern))
        super().__init__(validate=validators, **kwargs)
        if type(self) is Text and not pattern:
            self.metadata = {"published": STORABLE_PUBLISHED, **self.metadata}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if UNSTORABLE.search(value):
            raise ValidationError("Holds a NUL or a lone surrogate.")
        return value


class OneOf(Text):
    """One word of a fixed list."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [validate.OneOf(words, error="Needs one of {choices}.")]


class Flag(fields.Boolean):
    """true or false; no other spelling."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Whole(fields.Integer):
    """A whole number in limits; 5.0 is 5, as in JSON Schema, and "5" is not."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(
            validate=validate.Range(low, high, error=f"Needs a whole number from {low} to {high}."), **kwargs
        )

    def _validated(self, value: Any) -> int:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole:
            raise self.make_error("invalid", input=value)
        return int(value)


class QueryWhole(Whole):
    """A whole number out of a query string."""

    def _validated(self, value: Any) -> int:
        return super()._validated(int(value) if re.fullmatch(r"-?[0-9]{1,9}", str(value)) else value)


class QueryFlag(Flag):
    """true or false out of a query string."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        return super()._deserialize({"true": True, "false": False}.get(str(value), value), attr, data, **kwargs)


class Milliseconds(Whole):
    """A duration in whole milliseconds."""


class ByName(fields.Dict):
    """Values by names that are the caller's own; an error is told of the name, as `headers.X-A`."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        try:
            loaded: dict[str, Any] = super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            if isinstance(error.messages, dict):
                # marshmallow tells which of both is wrong, name or value.
                told = {
                    name: [text for below in parts.values() for text in below] for name, parts in error.messages.items()
                }
                raise ValidationError(told) from error
            raise
        return loaded


class JsonObject(ByName):
    """Any JSON object, up to a size."""

    def __init__(self, *, max_bytes: int = limits.SCHEMA_MAX_BYTES, **kwargs: Any) -> None:
        super().__init__(keys=fields.String(), **kwargs)
        self.max_bytes = max_bytes
        self.metadata = {**self.metadata, "published": JSON_VALUE_PUBLISHED["anyOf"][-1]}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        loaded = super()._deserialize(value, attr, data, **kwargs)
        written = json.dumps(loaded, ensure_ascii=False, separators=(",", ":"))
        if len(written.encode("utf-8", "surrogatepass")) > self.max_bytes:
            raise ValidationError(f"Larger than {self.max_bytes} bytes.")
        return loaded


class Several(fields.List):
    """A list with a cap on its length; loads into a tuple, so that options stay frozen."""

    def __init__(self, inner: fields.Field, *, min_items: int = 0, max_items: int | None = None, **kwargs: Any) -> None:
        limit = validate.Length(min=min_items or None, max=max_items) if min_items or max_items else None
        super().__init__(inner, validate=limit, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return tuple(super()._deserialize(value, attr, data, **kwargs))
