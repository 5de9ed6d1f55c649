"""Options of brand lookups."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields.basic import ListOf, OneOf, QueryWholeNumber, Text
from contract.fields.brand_domain import BrandDomain, parse
from contract.results.brands.brand import LOGO_TYPES, LogoType
from contract.results.brands.served_logo import SERVED_THEMES, ServedTheme


@dataclass(frozen=True)
class BrandOptions:
    """Options of one brand lookup."""

    domain: str = option(
        BrandDomain(),
        "Domain of the company. A URL also works: its scheme and port are used for fetching. Another port than 443 has a"
        " separate record, such as `acme.com:8080`.",
    )
    max_age: int | None = option(
        QueryWholeNumber(0, limits.MAX_AGE_MAX_MS),
        "Serve a stored brand younger than this many milliseconds. 0 always resolves the domain again. When omitted, a stored"
        " brand is served at any age, and one older than 30 days is refreshed in the background.",
        default=None,
    )

    @property
    def url(self) -> str:
        """The first URL that is tried."""
        return parse(self.domain).urls[0]


@dataclass(frozen=True)
class BrandBatchOptions:
    """Options of a lookup of many brands."""

    domains: tuple[str, ...] = option(
        ListOf(BrandDomain(), min_items=1, max_items=limits.BRAND_BATCH_MAX),
        "Domains of the companies. Duplicates are resolved and charged once.",
    )

    @property
    def hosts(self) -> tuple[str, ...]:
        """What the brands are stored under, without duplicates, in the order of the request."""
        return tuple(dict.fromkeys(parse(domain).key for domain in self.domains))

    @property
    def url(self) -> str:
        """The first URL that is tried."""
        return parse(self.domains[0]).urls[0]


@dataclass(frozen=True)
class BrandLogoOptions:
    """Options of the choice of one logo."""

    domain: str = option(BrandDomain(), "Domain of the company. A URL also works.")
    theme: ServedTheme = option(
        OneOf(*SERVED_THEMES),
        "Background that the logo must suit. `auto` prefers a logo of a single colour, which can follow the viewer's"
        " colour scheme.",
        default="light",
    )
    type: LogoType = option(
        OneOf(*LOGO_TYPES),
        "Requested type. The other type is returned when the brand has no logo of this type.",
        default="icon",
    )

    @property
    def url(self) -> str:
        """The first URL that is tried."""
        return parse(self.domain).urls[0]


@dataclass(frozen=True)
class BrandSearchOptions:
    """Options of a search over the stored brands."""

    query: str = option(Text(min_chars=1, max_chars=limits.BRAND_QUERY_MAX_CHARS), "Company name or domain.")
    limit: int = option(QueryWholeNumber(1, limits.BRAND_SEARCH_MAX), "Maximum number of brands to return.", default=10)
