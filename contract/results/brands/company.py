"""What a company declares about itself beside its looks: where it is, how to reach it, its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marshmallow import fields

from contract.declare import option
from contract.results.formats import one_of

PageKind = Literal["about", "contact", "careers", "pricing", "terms", "privacy"]
PAGE_KINDS = ("about", "contact", "careers", "pricing", "terms", "privacy")


@dataclass(frozen=True)
class Address:
    """A postal address."""

    text: str = option(fields.String(), "The whole address as one line.")
    street: str | None = option(fields.String(), "Street and number.", default=None)
    postal_code: str | None = option(fields.String(), "Postal code.", default=None)
    city: str | None = option(fields.String(), "City.", default=None)
    region: str | None = option(fields.String(), "Region or state.", default=None)
    country: str | None = option(fields.String(), "Country, as the company writes it.", default=None)


@dataclass(frozen=True)
class KeyPage:
    """A page of the company that its home page links to."""

    type: PageKind = option(one_of(PAGE_KINDS), "What the page is about.")
    url: str = option(fields.String(), "URL of the page.")
    origin: Literal["declared", "harvested"] = option(
        one_of(("declared", "harvested")), "`declared` when the link states what the page is, otherwise `harvested`."
    )
    source: str = option(one_of(("link-rel", "anchor")), "Where the link was found.")
