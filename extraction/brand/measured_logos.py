"""The downloaded logos: measured, without duplicates and without images that are not logos, best first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contract.results.brands.brand import Logo, LogoFile, LogoTheme
from extraction.brand.marks import inline_svg
from extraction.brand.marks.candidate import Candidate
from extraction.logo import color, image_facts, one_paint
from extraction.logo.image_facts import LogoFacts
from extraction.logo.raster import UnusableImage

# A raster with a shorter longer edge is not a usable logo, or only the last resort.
EDGE_MIN_PX, SMALL_PX = 12, 48
ASPECT_MAX = 12.0
COVER_ASPECT_MAX = 4.0
_PHOTO_PENALTY, _SMALL_PENALTY, _LONG_PENALTY, _HIDDEN_PENALTY, _UNREADABLE_PENALTY = 60, 25, 30, 4, 6


@dataclass(frozen=True)
class MeasuredLogo:
    """A candidate with the facts about its image."""

    candidate: Candidate
    facts: LogoFacts

    @property
    def id(self) -> str:
        return hashlib.blake2b(self.facts.body, digest_size=8).hexdigest()

    @property
    def theme(self) -> LogoTheme:
        """The background that the logo suits: by its pixels, or as the page states, or the one that it is on."""
        if self.facts.theme is not None:
            return self.facts.theme
        return self.candidate.theme or ("dark" if _is_dark(self.candidate.background) else "light")

    @property
    def trust(self) -> float:
        """The candidate's trust, less for an image that does not look like a main logo."""
        found, edge = self.facts, max(self.facts.width, self.facts.height)
        is_raster = found.format != "svg"
        return (
            self.candidate.trust
            - _PHOTO_PENALTY * found.is_photo
            - _SMALL_PENALTY * (is_raster and edge < SMALL_PX)
            - _LONG_PENALTY * (found.aspect_ratio > ASPECT_MAX)
            - _HIDDEN_PENALTY * self.candidate.hidden
            - _UNREADABLE_PENALTY * self._is_for_other_background
        )

    @property
    def _is_for_other_background(self) -> bool:
        background = self.candidate.background
        expected = "dark" if _is_dark(background) else "light"
        return self.theme not in ("any", expected)

    def logo(self) -> Logo:
        """The record. `url` is set when it is served."""
        found = self.facts
        return Logo(
            id=self.id, type=found.type, theme=self.theme, source_url=self.candidate.url, format=found.format,
            width=found.width, height=found.height, aspect_ratio=found.aspect_ratio, has_transparency=found.has_transparency,
            single_color=found.single_color, colors=found.colors, origin=self.candidate.origin, source=self.candidate.source,
        )  # fmt: skip

    def file(self) -> LogoFile:
        """The image for storage."""
        return LogoFile(
            id=self.id, format=self.facts.format, body=self.facts.body, adaptive_body=self.candidate.adaptive_body
        )


def _is_dark(background: str | None) -> bool:
    return background is not None and color.is_dark(background)


def read(candidates: Iterable[Candidate], images: Mapping[str, bytes]) -> list[MeasuredLogo]:
    """The usable logos, best first.

    Args:
        images: the downloaded bytes by URL. A candidate whose image is missing is left out.
    """
    found: dict[str, MeasuredLogo] = {}
    for candidate in candidates:
        measured = _measured(candidate, images)
        if measured is not None:
            found.setdefault(measured.id, measured)
    return sorted(found.values(), key=lambda one: -one.trust)


def _measured(candidate: Candidate, images: Mapping[str, bytes]) -> MeasuredLogo | None:
    body = candidate.body or images.get(candidate.url or "")
    if body and candidate.fragment:
        body = inline_svg.from_sprite(body, candidate.fragment, *candidate.inherited)
    if not body:
        return None
    try:
        shown = one_paint.painted(body, candidate.paint) if candidate.paint else body
        measured = MeasuredLogo(candidate, image_facts.read(shown))
    except UnusableImage:
        return None
    return measured if _is_possible(measured) else None


def _is_possible(measured: MeasuredLogo) -> bool:
    found = measured.facts
    if found.format != "svg" and max(found.width, found.height) < EDGE_MIN_PX:
        return False
    is_blank = found.has_tile and len(found.swatches) == 1
    is_cover = measured.candidate.source == "og-image" and (found.aspect_ratio > COVER_ASPECT_MAX or found.is_photo)
    return not is_blank and not is_cover
