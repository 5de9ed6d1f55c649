"""The content of a file that a caller uploads, in base64."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import Text, at_most


class FileContent(Text):
    """A file in base64 (RFC 4648, section 4). `bytes_of` is its content."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"minLength": 1, "contentEncoding": "base64"}
        self.metadata = {**self.metadata, "published": published, "example": "PGgxPkhlbGxvPC9oMT4="}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            size = len(bytes_of(text))
        except (binascii.Error, ValueError) as error:
            raise ValidationError("must be base64") from error
        if not size:
            raise ValidationError("must not be empty")
        if size > limits.UPLOAD_MAX_BYTES:
            raise ValidationError(at_most(limits.UPLOAD_MAX_BYTES, "bytes before base64"))
        return text


def bytes_of(text: str) -> bytes:
    """The content of a file in base64.

    Raises:
        ValueError: the text is not base64.
    """
    return base64.b64decode(text, validate=True)
