"""The addresses of a site."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option


@dataclass(frozen=True)
class MapResult:
    """Unique addresses in a stable order."""

    url: str = option(fields.String(), "The requested URL.")
    links: tuple[str, ...] = option(fields.List(fields.String()), "Addresses, each once.", default=())
    count: int = option(fields.Integer(), "Number of addresses returned.")
