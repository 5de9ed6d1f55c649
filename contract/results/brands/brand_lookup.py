"""Results of lookups that return parts of brand records: many brands, one logo, a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.brands.brand import (
    LOGO_THEMES,
    LOGO_TYPES,
    ORIGINS,
    SOURCES,
    BrandResult,
    LogoTheme,
    LogoType,
    Origin,
)
from contract.results.brands.served_logo import SERVED_THEMES, ServedTheme
from contract.results.formats import one_of
from contract.results.job import JobError
from contract.results.page import Usage


@dataclass(frozen=True)
class BatchEntry:
    """One domain of a lookup of many brands."""

    domain: str = option(fields.String(), "The requested domain or URL.")
    status: Literal["resolved", "failed"] = option(one_of(("resolved", "failed")), "Whether the brand was resolved.")
    data: BrandResult | None = option(
        fields.Nested(schema_of(BrandResult)), "The brand. null for a failed entry.", default=None
    )
    error: JobError | None = option(
        fields.Nested(schema_of(JobError)), "Why it failed. null for a resolved entry.", default=None
    )


@dataclass(frozen=True)
class BrandBatchResult:
    """Result of a lookup of many brands."""

    results: tuple[BatchEntry, ...] = option(
        fields.List(fields.Nested(schema_of(BatchEntry))),
        "One entry per requested domain, in the order of the request.",
    )
    resolved: int = option(fields.Integer(), "Number of resolved entries.")
    failed: int = option(fields.Integer(), "Number of failed entries.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")


@dataclass(frozen=True)
class ChosenLogo:
    """The logo that matches a request best."""

    domain: str = option(fields.String(), "Host that the brand is stored under.")
    url: str = option(
        fields.String(), "URL of the image, for an `img` tag. It is signed for the workspace and valid for a week."
    )
    type: LogoType = option(one_of(LOGO_TYPES), "Type of the logo.")
    theme: LogoTheme | Literal["auto"] = option(
        one_of((*LOGO_THEMES, "auto")),
        "Background that the logo suits. `auto` when it follows the viewer's colour scheme.",
    )
    format: str = option(one_of(("svg", "png", "jpg")), "Format of the served image.")
    width: int = option(fields.Integer(), "Width in pixels of the largest stored size.")
    height: int = option(fields.Integer(), "Height in pixels of the largest stored size.")
    adaptive: bool = option(fields.Boolean(), "Whether the image follows the viewer's colour scheme.")
    requested_type: LogoType = option(one_of(LOGO_TYPES), "The requested type.")
    requested_theme: ServedTheme = option(one_of(SERVED_THEMES), "The requested theme.")
    origin: Origin = option(
        one_of(ORIGINS), "`declared` when the company states the logo in data for machines, otherwise `harvested`."
    )
    source: str = option(one_of(SOURCES), "Where the logo was found.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")


@dataclass(frozen=True)
class FoundBrand:
    """One stored brand that matches a search."""

    domain: str = option(fields.String(), "Host that the brand is stored under.")
    name: str = option(fields.String(), "Name of the company.")
    primary_logo: str | None = option(
        fields.String(), "URL that serves the primary logo, for an `img` tag. Valid for a week.", default=None
    )
    primary_color: str | None = option(fields.String(), "The main colour as `#rrggbb`.", default=None)
    score: float = option(
        fields.Float(metadata={"minimum": 0, "maximum": 1}), "How well the brand matches, from 0 to 1."
    )


@dataclass(frozen=True)
class BrandSearchResult:
    """Result of a search over the stored brands."""

    query: str = option(fields.String(), "The query.")
    results: tuple[FoundBrand, ...] = option(
        fields.List(fields.Nested(schema_of(FoundBrand))), "Matching brands, best match first.", default=()
    )
