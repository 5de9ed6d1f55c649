"""The bytes of an uploaded file."""

from __future__ import annotations

import base64

import pytest
from marshmallow import ValidationError

from contract import limits
from contract.fields.file_content import FileContent


def test_file_of_the_largest_size_is_accepted_and_a_larger_one_is_not() -> None:
    largest = base64.b64encode(bytes(limits.UPLOAD_MAX_BYTES)).decode()
    larger = base64.b64encode(bytes(limits.UPLOAD_MAX_BYTES + 1)).decode()

    assert FileContent().deserialize(largest) == largest
    with pytest.raises(ValidationError, match=r"at most 10000000 bytes"):
        FileContent().deserialize(larger)


@pytest.mark.parametrize(("content", "message"), [("", "must not be empty"), ("a b*", "must be base64")])
def test_content_is_base64_of_some_bytes(content: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        FileContent().deserialize(content)
