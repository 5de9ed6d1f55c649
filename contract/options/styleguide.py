"""Options of a styleguide lookup."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.declare import option
from contract.fields.basic import QueryWholeNumber
from contract.fields.brand_domain import BrandDomain, parse


@dataclass(frozen=True)
class StyleguideOptions:
    """Options of one styleguide lookup."""

    domain: str = option(BrandDomain(), "Domain of the site. A URL also works.")
    max_age: int | None = option(
        QueryWholeNumber(0, limits.MAX_AGE_MAX_MS),
        "Serve a stored record younger than this many milliseconds. 0 always renders the page again. When omitted, a stored"
        " record is served for 3 weeks.",
        default=None,
    )

    @property
    def url(self) -> str:
        """The first URL that is tried."""
        return parse(self.domain).urls[0]
