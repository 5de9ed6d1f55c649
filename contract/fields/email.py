"""Addresses of people: one spelling for each, so that nobody is a member twice, or looks like another person."""

from __future__ import annotations

from marshmallow import ValidationError, validate

from contract.errors import InvalidRequest

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
