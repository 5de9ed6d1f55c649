"""Result of a parse."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import PageFormats, Usage


@dataclass(frozen=True)
class ParseResult(PageFormats):
    """The formats of a file."""

    file_name: str = option(fields.String(), "Name of the file.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")
