"""Addresses of people: one spelling for each, so that nobody is a member twice."""

from __future__ import annotations

from marshmallow import ValidationError, validate

from contract.errors import InvalidRequest

EMAIL_MAX_CHARS = 254
_MESSAGE = "must be an e-mail address"
_check = validate.Email(error=_MESSAGE)


def parse_email(text: str, field: str = "email") -> str:
    """The address in lower case.

    Raises:
        InvalidRequest: it is not an e-mail address.
    """
    address = text.strip().lower()
    try:
        _check(address)
    except ValidationError as error:
        raise InvalidRequest.of(field, _MESSAGE) from error
    if len(address) > EMAIL_MAX_CHARS or not address.isprintable():
        raise InvalidRequest.of(field, _MESSAGE)
    return address
