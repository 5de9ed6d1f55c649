"""Request headers that callers add to a fetch or to a webhook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import NamedValues, Text

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# Hop-by-hop headers, and headers that the HTTP client sets itself.
FORBIDDEN_HEADERS = frozenset(
    "host content-length transfer-encoding connection keep-alive te trailer upgrade expect proxy-authorization "
    "proxy-authenticate proxy-connection accept-encoding".split()
)


class RequestHeaders(NamedValues):
    """Header names and values. Headers that the service sets itself are rejected."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(keys=Text(), values=Text(), **kwargs)
        published = {
            "maxProperties": limits.HEADERS_MAX,
            "propertyNames": {"pattern": f"^{_NAME.pattern}$"},
            "additionalProperties": {"type": "string", "maxLength": limits.HEADERS_MAX_BYTES},
        }
        self.metadata = {**self.metadata, "published": published, "example": {"Accept-Language": "de"}}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, str]:
        headers = super()._deserialize(value, attr, data, **kwargs)
        problems = {name: [problem] for name, text in headers.items() if (problem := _problem(name, text))}
        if problems:
            raise ValidationError(problems)
        if len(headers) > limits.HEADERS_MAX:
            raise ValidationError(f"must contain at most {limits.HEADERS_MAX} headers")
        if sum(len(name) + len(text) for name, text in headers.items()) > limits.HEADERS_MAX_BYTES:
            raise ValidationError(f"names and values together must be at most {limits.HEADERS_MAX_BYTES} bytes")
        return _merged(headers)


def _problem(name: str, text: str) -> str | None:
    """What is wrong with a header, or None."""
    if not _NAME.fullmatch(name):
        return "is not a valid header name"
    if name.lower() in FORBIDDEN_HEADERS or name.lower().startswith("sec-"):
        return "is set by the service and cannot be overridden"
    if re.search(r"[\x00-\x08\x0a-\x1f\x7f]", text):
        return "the value must not contain control characters"
    if re.search(r"[^\x00-\xff]", text):
        return "the value must contain Latin-1 characters only"
    return None


def _merged(headers: dict[str, str]) -> dict[str, str]:
    """The headers with each name once: values of one name in several spellings are one list (RFC 9110, 5.3)."""
    spellings: dict[str, str] = {}
    merged: dict[str, str] = {}
    for name, text in headers.items():
        spelling = spellings.setdefault(name.lower(), name)
        separator = "; " if name.lower() == "cookie" else ", "
        merged[spelling] = merged[spelling] + separator + text if spelling in merged else text
    return merged
