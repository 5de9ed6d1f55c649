"""The files that logo serving delivers. They are built when a brand is resolved, and stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from contract.results.brands.brand import LogoType

ServedTheme = Literal["light", "dark", "auto"]
SERVED_THEMES = ("light", "dark", "auto")
# A stored logo is never enlarged: a smaller original is served in its own size.
LADDER = (16, 32, 48, 64, 96, 128, 256, 512)
# The size of a file that has no fixed size.
ANY_SIZE = 0


def ladder_size(size: int) -> int:
    """The size of the ladder that a requested size is rounded up to."""
    return next((step for step in LADDER if step >= size), LADDER[-1])


@dataclass(frozen=True, kw_only=True)
class ServedLogo:
    """One file. `size` is its longer edge in pixels, or `ANY_SIZE` for a vector image.

    `logo_id` is the id of the logo in the brand record that the file was made from. `adaptive` is set when the image
    follows the viewer's colour scheme.
    """

    type: LogoType
    theme: ServedTheme
    size: int
    content_type: str
    body: bytes = field(repr=False)
    width: int
    height: int
    adaptive: bool
    logo_id: str


def logo_url(base: str, domain: str, logo_type: str, theme: str) -> str:
    """The URL that serves a logo. The caller of the URL adds a key."""
    return f"{base}/logo/{domain}?type={logo_type}&theme={theme}"
