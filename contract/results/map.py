"""Result of a map."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option


@dataclass(frozen=True)
class MapResult:
    """The URLs of a site."""

    url: str = option(fields.String(), "The requested URL.")
    links: tuple[str, ...] = option(fields.List(fields.String()), "URLs of the site, without duplicates.", default=())
    count: int = option(fields.Integer(), "Number of URLs returned.")
