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
    total: int = option(
        fields.Integer(),
        "Number of URLs found. Larger than `count` when `limit` was reached; the search then stops soon.",
    )
    truncated: bool = option(
        fields.Boolean(),
        "Whether the site has more URLs than were returned, because of `limit`, the time limit or the limits on sitemaps.",
    )
    titles: dict[str, str] | None = option(
        fields.Dict(keys=fields.String(), values=fields.String()),
        "Titles of the returned URLs that this installation has captured in the last days, by URL. Omitted when none is known.",
        default=None,
        omit_when_none=True,
    )
