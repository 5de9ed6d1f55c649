"""The brand record of a company, and the resolved brand that passes from reading to storage.

`origin` is `declared` when the company states the value in data made for machines, and `harvested` when it was read from
what the page shows. `source` says where it was found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.brands.company import Address, KeyPage
from contract.results.formats import one_of
from contract.results.page import Usage

Origin = Literal["declared", "harvested"]
LogoType = Literal["icon", "wordmark"]
LogoTheme = Literal["light", "dark", "any"]
LogoFormat = Literal["svg", "png", "webp", "jpg", "gif", "ico", "avif", "bmp"]
ColorRole = Literal["primary", "secondary", "accent", "dark", "light", "background", "text"]
FontRole = Literal["heading", "body", "other"]

ORIGINS = ("declared", "harvested")
LOGO_TYPES = ("icon", "wordmark")
LOGO_THEMES = ("light", "dark", "any")
LOGO_FORMATS = ("svg", "png", "webp", "jpg", "gif", "ico", "avif", "bmp")
COLOR_ROLES = ("primary", "secondary", "accent", "dark", "light", "background", "text")
FONT_ROLES = ("heading", "body", "other")
SOCIAL_TYPES = (
    "x", "linkedin", "facebook", "instagram", "youtube", "github", "gitlab", "tiktok", "pinterest", "reddit", "discord", "telegram",
    "whatsapp", "mastodon", "bluesky", "threads", "medium", "vimeo", "twitch", "snapchat", "dribbble", "behance", "xing", "vk",
    "weibo", "line", "spotify", "soundcloud", "crunchbase", "wikipedia", "wikidata",
)  # fmt: skip
SOURCES = (
    "jsonld", "microdata", "rdfa", "opengraph", "twitter", "meta", "title", "manifest", "link-icon", "apple-touch-icon",
    "mask-icon", "bimi", "favicon-ico", "header-img", "header-svg", "css-background", "picture-source", "page-img", "footer-img",
    "og-image", "theme-color", "tile-color", "css-variable", "css-rule", "css-font", "font-link", "computed-style", "logo-pixels",
    "same-as", "rel-me", "anchor", "page-text", "domain",
)  # fmt: skip


@dataclass(frozen=True)
class Sourced:
    """A value with its origin and source."""

    origin: Origin = option(
        one_of(ORIGINS),
        "`declared` when the company states the value in data for machines, `harvested` when it was read from the visible page.",
    )
    source: str = option(one_of(SOURCES), "Where the value was found.")


@dataclass(frozen=True)
class FieldSource(Sourced):
    """Where the value of one field was found."""

    url: str | None = option(fields.String(), "URL of the document that contains the value.", default=None)


@dataclass(frozen=True)
class Sources:
    """The sources of the record's single values. A source is null when its value is null."""

    name: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `name`.", default=None)
    legal_name: FieldSource | None = option(
        fields.Nested(schema_of(FieldSource)), "Source of `legalName`.", default=None
    )
    description: FieldSource | None = option(
        fields.Nested(schema_of(FieldSource)), "Source of `description`.", default=None
    )
    slogan: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `slogan`.", default=None)
    primary_logo: FieldSource | None = option(
        fields.Nested(schema_of(FieldSource)), "Source of `primaryLogo`.", default=None
    )
    primary_color: FieldSource | None = option(
        fields.Nested(schema_of(FieldSource)), "Source of `primaryColor`.", default=None
    )
    address: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `address`.", default=None)
    phone: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `phone`.", default=None)
    email: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `email`.", default=None)
    founding_year: FieldSource | None = option(
        fields.Nested(schema_of(FieldSource)), "Source of `foundingYear`.", default=None
    )
    industry: FieldSource | None = option(fields.Nested(schema_of(FieldSource)), "Source of `industry`.", default=None)


@dataclass(frozen=True)
class Logo(Sourced):
    """One logo of the company."""

    id: str = option(fields.String(), "Id of the logo: a digest of its content.")
    type: LogoType = option(one_of(LOGO_TYPES), "`icon` for a compact mark, `wordmark` for a wide one.")
    theme: LogoTheme = option(
        one_of(LOGO_THEMES),
        "Background that the logo suits. `any` when it is legible on both or has its own background.",
    )
    url: str | None = option(
        fields.String(),
        "URL that serves the logo, for an `img` tag. It is signed for the workspace and valid for a week.",
        default=None,
    )
    source_url: str | None = option(
        fields.String(),
        "URL of the image on the company's site. null for an image that is part of the page.",
        default=None,
    )
    format: LogoFormat = option(one_of(LOGO_FORMATS), "Format of the image on the company's site.")
    width: int = option(fields.Integer(), "Width in pixels.")
    height: int = option(fields.Integer(), "Height in pixels.")
    aspect_ratio: float = option(fields.Float(), "Width divided by height, without empty borders.")
    has_transparency: bool = option(fields.Boolean(), "Whether parts of the image are transparent.")
    single_color: bool = option(fields.Boolean(), "Whether the mark has a single colour.")
    colors: tuple[str, ...] = option(
        fields.List(fields.String()), "Colours of the logo, most important first.", default=()
    )


@dataclass(frozen=True)
class Color(Sourced):
    """One colour of the brand."""

    hex: str = option(fields.String(), "Colour as `#rrggbb` in lower case.")
    role: ColorRole = option(one_of(COLOR_ROLES), "Role of the colour.")
    rank: int = option(fields.Integer(metadata={"minimum": 1}), "Position, from 1 for the most important colour.")
    share: float | None = option(
        fields.Float(metadata={"minimum": 0, "maximum": 1}),
        "Share of the primary logo's pixels. null for a colour that is not in the logo.",
        default=None,
    )
    on_color: str = option(fields.String(), "Text colour that is legible on this colour.")
    contrast_on_white: float = option(fields.Float(), "WCAG contrast ratio against white.")


@dataclass(frozen=True)
class Font(Sourced):
    """One font family of the site."""

    family: str = option(fields.String(), "Name of the font family.")
    role: FontRole = option(one_of(FONT_ROLES), "What the site uses the font for.")
    fallbacks: tuple[str, ...] = option(
        fields.List(fields.String()), "Fallback families, in the order of the site's style sheets.", default=()
    )
    weights: tuple[int, ...] = option(fields.List(fields.Integer()), "Declared weights, ascending.", default=())


@dataclass(frozen=True)
class Social(Sourced):
    """One profile of the company on a social network."""

    type: str = option(one_of(SOCIAL_TYPES), "The network.")
    url: str = option(fields.String(), "URL of the profile.")
    handle: str | None = option(fields.String(), "Account name in the profile's URL, without @.", default=None)


@dataclass(frozen=True)
class Brand:
    """The stored record of one brand."""

    domain: str = option(fields.String(), "Host that the brand is stored under, without `www.`.")
    queried_domain: str = option(fields.String(), "The requested domain or URL.")
    url: str = option(fields.String(), "URL of the home page after redirects.")
    name: str = option(fields.String(), "Name of the company.")
    legal_name: str | None = option(fields.String(), "Legal name of the company.", default=None)
    description: str | None = option(fields.String(), "Description of the company.", default=None)
    slogan: str | None = option(fields.String(), "Slogan of the company.", default=None)
    resolved_at: str = option(fields.String(), "When the home page was fetched, ISO 8601 in UTC.")
    confidence: float = option(
        fields.Float(metadata={"minimum": 0, "maximum": 1}),
        "Confidence in name, primary logo and primary colour, from 0 to 1.",
    )
    primary_logo: Logo | None = option(fields.Nested(schema_of(Logo)), "The logo to show first.", default=None)
    primary_color: str | None = option(fields.String(), "The main colour as `#rrggbb`.", default=None)
    logos: tuple[Logo, ...] = option(fields.List(fields.Nested(schema_of(Logo))), "Logos, best first.", default=())
    colors: tuple[Color, ...] = option(fields.List(fields.Nested(schema_of(Color))), "Colours by rank.", default=())
    fonts: tuple[Font, ...] = option(fields.List(fields.Nested(schema_of(Font))), "Font families.", default=())
    socials: tuple[Social, ...] = option(fields.List(fields.Nested(schema_of(Social))), "Profiles.", default=())
    address: Address | None = option(fields.Nested(schema_of(Address)), "Address that the page declares.", default=None)
    phone: str | None = option(fields.String(), "Phone number.", default=None)
    email: str | None = option(fields.String(), "E-mail address.", default=None)
    founding_year: int | None = option(fields.Integer(), "Year in which the company was founded.", default=None)
    industry: str | None = option(
        fields.String(), "Industry, or the kind of business that the page declares.", default=None
    )
    pages: tuple[KeyPage, ...] = option(
        fields.List(fields.Nested(schema_of(KeyPage))), "Pages about the company, at most one of each type.", default=()
    )
    parked: bool = option(
        fields.Boolean(),
        "Whether the domain is for sale or shows a registrar's page. The record then has no logo, and is free.",
        default=False,
    )
    redirected_to: str | None = option(
        fields.String(),
        "Host of another domain that the domain redirects to. The record is that of its page.",
        default=None,
    )
    sources: Sources = option(fields.Nested(schema_of(Sources)), "Sources of the single values.", default=Sources())


@dataclass(frozen=True)
class BrandResult(Brand):
    """Result of a brand lookup."""

    cached: bool = option(fields.Boolean(), "Whether the brand was served from storage.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")


@dataclass(frozen=True, kw_only=True)
class LogoFile:
    """The image of a logo. It is never returned to callers; storage builds the served sizes from it.

    `id` is the logo's id. `body` is a sanitised SVG or the raster as received, already decoded once without error.
    `adaptive_body` is an SVG that follows `currentColor`, before its colour was set; None for other images.
    """

    id: str
    format: LogoFormat
    body: bytes = field(repr=False)
    adaptive_body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class ResolvedBrand:
    """A brand with the images of its logos, in the order of `brand.logos`. Each logo has one file."""

    brand: Brand
    files: tuple[LogoFile, ...] = ()
