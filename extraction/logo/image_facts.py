"""Measures a logo from its bytes: format, size, colours, transparency, backgrounds that it suits."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image

from contract.results.brands.brand import LogoFormat, LogoTheme, LogoType
from extraction.logo import palette, pixels, raster, vector
from extraction.logo.palette import Swatch
from extraction.logo.raster import UnusableImage
from extraction.logo.sanitise import RefusedSvg, sanitise
from extraction.logo.sniff import format_of

# An aspect ratio of a drawing is exact to about half of this.
NEAR = 0.05


@dataclass(frozen=True, kw_only=True)
class LogoFacts:
    """The measured facts of one logo.

    `body` is the sanitised SVG, or the raster as received. `aspect_ratio` is that of the visible part. `theme` is None
    when the pixels do not decide. `has_tile`: the logo includes its background.
    """

    format: LogoFormat
    body: bytes = field(repr=False)
    width: int
    height: int
    aspect_ratio: float
    theme: LogoTheme | None
    has_transparency: bool
    has_tile: bool
    single_color: bool
    is_photo: bool
    swatches: tuple[Swatch, ...]

    @property
    def type(self) -> LogoType:
        return pixels.type_of(self.aspect_ratio)

    @property
    def colors(self) -> tuple[str, ...]:
        return tuple(swatch.hex for swatch in self.swatches)


def read(body: bytes) -> LogoFacts:
    """Measure an image.

    Raises:
        UnusableImage: not an image, damaged, unsafe, beyond the limits, or nothing in it is visible.
    """
    image_format = format_of(body)
    if image_format is None:
        raise UnusableImage("The bytes are not an image.")
    if image_format == "svg":
        return _of_svg(body)
    image, size = raster.decode(body, image_format)
    return _measured(image, size, image_format, body)


def _of_svg(body: bytes) -> LogoFacts:
    try:
        safe = sanitise(body)
    except RefusedSvg as error:
        raise UnusableImage(f"The SVG is refused: {error}") from error
    found = _measured(vector.measured(safe), vector.size_of(safe), "svg", safe)
    if abs(found.aspect_ratio - pixels.WORDMARK_ASPECT) > NEAR:
        return found
    # A pixel more or less decides the type.
    return _measured(vector.draw(safe, vector.LONGEST_EDGE), vector.size_of(safe), "svg", safe)


def _measured(image: Image.Image, size: tuple[int, int], image_format: LogoFormat, body: bytes) -> LogoFacts:
    visible = pixels.trimmed(image)
    if visible is None:
        raise UnusableImage("The image is empty.")
    opaque_share = pixels.opacity(visible)
    has_tile = opaque_share > pixels.TILE_OPACITY
    swatches = palette.read(visible)
    return LogoFacts(
        format=image_format, body=body, width=size[0], height=size[1],
        aspect_ratio=round(visible.width / visible.height, 2),
        theme="any" if has_tile else pixels.theme_of(visible),
        has_transparency=pixels.opacity(image) < 1, has_tile=has_tile,
        single_color=pixels.is_single_color(swatches, opaque_share),
        is_photo=has_tile and pixels.is_photo(visible), swatches=swatches,
    )  # fmt: skip
