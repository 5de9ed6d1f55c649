"""Options of a map."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields.basic import Flag, OneOf, Text, WholeNumber
from contract.fields.url import HttpUrl


@dataclass(frozen=True)
class MapOptions:
    """Options of one map."""

    url: str = option(HttpUrl(), "URL of the site's starting page.")
    include_links: bool = option(Flag(), "Also include same-site links on the starting page.", default=False)
    limit: int | None = option(
        WholeNumber(1, limits.MAP_LIMIT_MAX),
        f"Maximum number of URLs to return. {limits.MAP_LIMIT_MAX} when omitted.",
        default=None,
    )
    search: str | None = option(
        Text(min_chars=1, max_chars=limits.MAP_SEARCH_MAX_CHARS),
        "Return only URLs that contain this term. Case is ignored.",
        default=None,
    )
    sitemap: str | None = option(
        OneOf("skip", "include", "only"),
        "`include` returns the URLs in the site's sitemaps; `includeLinks` adds the links on the starting page."
        " `only` returns only URLs in sitemaps. `skip` returns only links on the starting page."
        " When omitted, the links on the starting page are returned if the sitemaps contain no URL.",
        default=None,
    )
    include_subdomains: bool = option(Flag(), "Also return URLs on other hosts of the same domain.", default=False)
    ignore_query_parameters: bool = option(
        Flag(), "Treat URLs that differ only in the query string as one URL.", default=False
    )
