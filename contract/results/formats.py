"""How strings of results appear in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable

from marshmallow import fields

TIME_FORMAT = {"format": "date-time"}
UUID_FORMAT = {"format": "uuid"}


def one_of(values: Iterable[str]) -> fields.String:
    """A string that has one of these values."""
    return fields.String(metadata={"enum": list(values)})
