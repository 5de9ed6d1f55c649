"""Query parameters of logo serving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from contract import limits
from contract.declare import option
from contract.fields.basic import OneOf, QueryWholeNumber, Text
from contract.results.brands.brand import LOGO_TYPES, LogoType
from contract.results.brands.served_logo import SERVED_THEMES, ServedTheme

FALLBACKS = ("monogram", "transparent", "404")


@dataclass(frozen=True)
class LogoQuery:
    """How a logo is served."""

    token: str | None = option(
        Text(max_chars=200), "A publishable key. A server may send a key in the X-API-Key header instead.", default=None
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
