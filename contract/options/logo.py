"""Query parameters of logo serving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from contract import limits
from contract.declare import option
from contract.fields.basic import OneOf, QueryFlag, QueryWholeNumber, Text
from contract.results.brands.brand import LOGO_TYPES, LogoType
from contract.results.brands.served_logo import SERVED_THEMES, ServedTheme

RASTER_FORMATS = ("png", "webp")
FALLBACKS = ("monogram", "transparent", "404")


@dataclass(frozen=True)
class LogoQuery:
    """How a logo is served."""

    token: str | None = option(
        Text(max_chars=200),
        "A publishable key, or the signature in a URL that a brand lookup returned. A server may send a key in the X-API-Key"
        " header instead.",
        default=None,
    )
    size: int = option(
        QueryWholeNumber(limits.LOGO_SIZE_MIN, limits.LOGO_SIZE_MAX),
        "Longest edge in pixels, rounded up to the nearest stored size. A logo is never enlarged.",
        default=limits.LOGO_SIZE_DEFAULT,
    )
    theme: ServedTheme = option(
        OneOf(*SERVED_THEMES),
        "Background that the logo must suit. `auto` follows the viewer's colour scheme.",
        default="light",
    )
    type: LogoType = option(
        OneOf(*LOGO_TYPES),
        "Requested type. The other type is served when the brand has no logo of this type.",
        default="icon",
    )
    fallback: Literal["monogram", "transparent", "404"] = option(
        OneOf(*FALLBACKS),
        "Response when there is no logo: `monogram` is a letter in the brand's colour, `transparent` is a transparent pixel,"
        " `404` is status 404 without a body.",
        default="monogram",
    )
    format: Literal["png", "webp"] | None = option(
        OneOf(*RASTER_FORMATS),
        "Format of the image. An SVG is drawn with `size` as its longest edge. When omitted, a logo is served as it is stored."
        " `auto` then has the form for light backgrounds.",
        default=None,
    )
    greyscale: bool = option(QueryFlag(), "Serve the logo in greys, as PNG unless `format` says WebP.", default=False)
