"""Domains that a search is limited to, or that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract.fields.basic import Text

HOST_MAX_CHARS = 253
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
# It allows more than the service: international names have no short pattern.
_PUBLISHED = r"^[^\x00/:@?#\[\]\\]+$"
MESSAGE = "must be a domain such as example.com, without a scheme, port or path"


class Domain(Text):
    """A domain such as `example.com`. It is loaded in lower case and in its ASCII form."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"pattern": _PUBLISHED}
        self.metadata = {**self.metadata, "published": published, "example": "example.com"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs).strip().removesuffix(".")
        try:
            domain = text.encode("idna").decode("ascii").lower()
        except UnicodeError as error:
            raise ValidationError(MESSAGE) from error
        if len(domain) > HOST_MAX_CHARS or not _DOMAIN.fullmatch(domain):
            raise ValidationError(MESSAGE)
        return domain
