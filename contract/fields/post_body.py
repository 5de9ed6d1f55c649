"""The body of a fetch with POST."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import Text, at_most


class PostBody(Text):
    """A string, which is sent unchanged, or a JSON object or list, which is sent as JSON."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"type": ["string", "object", "array", "null"], "maxLength": limits.POST_BODY_MAX_BYTES}
        self.metadata = {**self.metadata, "published": published, "example": "q=lighthouse"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, (str, dict, list)):
            raise ValidationError("must be a string, a JSON object or a list")
        body = value if isinstance(value, (dict, list)) else super()._deserialize(value, attr, data, **kwargs)
        if len(bytes_of(body)) > limits.POST_BODY_MAX_BYTES:
            raise ValidationError(at_most(limits.POST_BODY_MAX_BYTES, "bytes"))
        return body


def bytes_of(body: str | dict[str, Any] | list[Any] | None) -> bytes:
    """The bytes that are sent: text in UTF-8, anything else as compact JSON."""
    if body is None or isinstance(body, str):
        return (body or "").encode("utf-8", "surrogatepass")
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
