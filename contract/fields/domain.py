"""Domains that a search is limited to, or that it leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract.fields.basic import Text
from contract.host_name import ascii_name

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
            return ascii_name(text)
        except ValueError as error:
            raise ValidationError(MESSAGE) from error
