"""An entry of an extract's `urls`: one page, or a crawl scope, whose URL ends in `/*`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract.fields.url import PUBLISHED, HttpUrl

SCOPE_END = "/*"
# Only the form of the text, as for every URL: an asterisk only at the end, after a slash, and without a query or a fragment.
_PUBLISHED = {**PUBLISHED, "pattern": r"^\s*[Hh][Tt][Tt][Pp][Ss]?://([^\s*]+|[^\s*?#]+/\*)\s*$"}


class ExtractTarget(HttpUrl):
    """A URL as `HttpUrl` accepts it. `*` is accepted only at the end, as `/*`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {**self.metadata, "published": _PUBLISHED, "example": "https://example.com/products/*"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if "*" in text.removesuffix(SCOPE_END):
            raise ValidationError("may contain * only at the end, as /*. Write %2A for an asterisk in a URL")
        if is_scope(text) and ("?" in text or "#" in text):
            raise ValidationError("must not contain a query or a fragment when it ends in /*")
        return text


def is_scope(target: str) -> bool:
    """Whether an entry is a crawl scope."""
    return target.endswith(SCOPE_END)
