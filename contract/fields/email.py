"""Addresses of people: one spelling for each, so that nobody is a member twice, or looks like another person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validate

from contract.errors import InvalidRequest
from contract.fields.basic import Text

EMAIL_MAX_CHARS = 254
_MESSAGE = "must be an e-mail address"
_NOT_ASCII = "must have Latin letters without accents only: others can look alike. Write such a domain as xn--…"
_check = validate.Email(error=_MESSAGE)


def parse_email(text: str, field: str = "email") -> str:
    """The address in lower case.

    Raises:
        InvalidRequest: it is not an e-mail address, or has letters outside of ASCII. Some of them look like others.
    """
    address = text.strip().lower()
    if not address.isascii():
        raise InvalidRequest.of(field, _NOT_ASCII)
    try:
        _check(address)
    except ValidationError as error:
        raise InvalidRequest.of(field, _MESSAGE) from error
    if len(address) > EMAIL_MAX_CHARS or not address.isprintable():
        raise InvalidRequest.of(field, _MESSAGE)
    return address


class EmailAddress(Text):
    """An e-mail address."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return parse_email(text)
        except InvalidRequest as error:
            details: Any = error.details
            raise ValidationError(details[0]["message"]) from error
