"""What a caller may ask of a site's addresses."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields import Flag, OneOf, Text, Whole
from contract.web_fields import HttpUrl


@dataclass(frozen=True)
class MapOptions:
    """Options of one map."""

    url: str = option(HttpUrl(), "The site to map.")
    include_links: bool = option(Flag(), "Also include same-site links on the starting page.", default=False)
    limit: int | None = option(Whole(1, limits.MAP_LIMIT_MAX), "Most URLs to return; 5000 when omitted.", default=None)
    search: str | None = option(
        Text(min_chars=1, max_chars=limits.MAP_SEARCH_MAX_CHARS),
        "Keep URLs that contain the term; upper and lower case are the same.",
        default=None,
    )
    sitemap: str | None = option(
        OneOf("skip", "include", "only"),
        "`skip` reads the starting page's links alone, `only` the sitemaps alone. When omitted, the sitemaps are read, and"
        " the starting page's links too where there are none.",
        default=None,
    )
    include_subdomains: bool = option(Flag(), "Also return URLs on other hosts of the same domain.", default=False)
    ignore_query_parameters: bool = option(Flag(), "Treat URLs that differ only by query string as one.", default=False)
