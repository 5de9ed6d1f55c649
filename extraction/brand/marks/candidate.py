"""A candidate for a logo, and the weight of each source of logos."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from contract.results.brands.brand import Origin

# How likely an image from that source is the company's logo, from 0 to 100
TRUST = {
    "jsonld": 100, "microdata": 100, "rdfa": 100, "header-img": 90, "header-svg": 90, "bimi": 85, "manifest": 80,
    "apple-touch-icon": 75, "link-icon-svg": 75, "link-icon-large": 65, "manifest-maskable": 60, "mask-icon": 55,
    "css-background": 50, "page-img": 45, "tile-image": 45, "footer-img": 40, "link-icon": 30, "favicon-ico": 20,
    "manifest-monochrome": 20, "og-image": 10,
}  # fmt: skip
# A background image in the header is trusted like an image there.
CSS_HEADER_TRUST = 88
# A background whose element is not named after a logo has this much less.
UNNAMED_PENALTY = 5
LARGE_ICON_PX = 96


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One image that may be the company's logo.

    It has a `url`, with the `fragment` of a symbol in an SVG sprite, or a `body`, when it is part of the page.
    `adaptive_body` is the body before its `currentColor` was set. `theme` is the background that the page states it for;
    `background` is the colour of its background. `hidden`: the page hides it in its light form.
    `paint` is the colour that the page gives to the shape of the image. `inherited` are the fill and the text colour that
    a symbol of a sprite gets from the page, where it has none of its own.
    """

    source: str
    origin: Origin
    trust: float
    url: str | None = None
    fragment: str | None = None
    body: bytes | None = field(default=None, repr=False)
    adaptive_body: bytes | None = field(default=None, repr=False)
    theme: Literal["light", "dark"] | None = None
    background: str | None = None
    hidden: bool = False
    paint: str | None = None
    inherited: tuple[str | None, str | None] = (None, None)

    @property
    def key(self) -> object:
        """What makes two candidates the same image."""
        return (self.url, self.fragment, self.paint, self.inherited) if self.url else self.body


def scheme_of(media: str) -> Literal["light", "dark"] | None:
    """The colour scheme that a media query asks for."""
    if "prefers-color-scheme" not in media:
        return None
    return "dark" if "dark" in media else "light"
