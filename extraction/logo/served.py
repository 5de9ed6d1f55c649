"""Builds the files that logo serving delivers from a resolved brand: per type, for light and dark backgrounds and adaptive.

A type that the brand has no logo of gets no files; serving then falls back to the other type.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from PIL import Image, ImageDraw

from contract.results.brands.brand import Logo, LogoFile, LogoTheme, LogoType, ResolvedBrand
from contract.results.brands.served_logo import ANY_SIZE, ServedLogo, ServedTheme
from extraction.logo import adaptive, color, pixels, vector
from extraction.logo.art import Art, Picture, PixelArt, VectorArt, art_of
from extraction.logo.raster import UnusableImage

log = logging.getLogger(__name__)
_TYPES: tuple[LogoType, ...] = ("icon", "wordmark")
DARK_INK, LIGHT_INK = "#111111", "#ffffff"
_INK: dict[LogoTheme, str] = {"light": DARK_INK, "dark": LIGHT_INK}
_GROUND: dict[LogoTheme, str] = {"light": LIGHT_INK, "dark": DARK_INK}
# In an adaptive logo, a mark keeps its own colour on backgrounds where it is legible, as in the other themes.
OWN_COLOR_CONTRAST = pixels.LEGIBLE_CONTRAST
SVG = "image/svg+xml"
# A raster mark of one colour with a shorter longer edge is not a choice for an adaptive logo.
ONE_COLOR_EDGE_MIN = 40


@dataclass(frozen=True)
class _Drawing:
    """A logo, its file, and its drawing, which is decoded once for all themes. `art` is None if it cannot be decoded."""

    logo: Logo
    file: LogoFile

    @cached_property
    def art(self) -> Art | None:
        try:
            return art_of(self.file)
        except UnusableImage as error:
            log.warning("A logo cannot be served: %s", error)
            return None


@dataclass(frozen=True)
class _Chosen:
    """A logo for one background. `is_made` when the logo was changed to suit it."""

    logo: Logo
    file: LogoFile
    art: Art
    is_made: bool = False

    @property
    def is_tile(self) -> bool:
        """Whether it includes its background."""
        return self.is_made and not self.logo.single_color


def build(resolved: ResolvedBrand) -> tuple[ServedLogo, ...]:
    """The files of all types, themes and sizes. Takes up to a second for a large image: run it in the reading pool."""
    drawings = [_Drawing(logo, file) for logo, file in zip(resolved.brand.logos, resolved.files, strict=True)]
    return tuple(served for each in _TYPES for served in _of_type([one for one in drawings if one.logo.type == each]))


def _of_type(candidates: Sequence[_Drawing]) -> Iterator[ServedLogo]:
    light, dark = _choose(candidates, "light"), _choose(candidates, "dark")
    if light is None or dark is None:
        return
    yield from _served(light.logo, "light", light.art.pictures, adaptive=False)
    yield from _served(dark.logo, "dark", dark.art.pictures, adaptive=False)
    yield from _automatic(light, dark, _of_one_color(candidates))


def _served(logo: Logo, theme: ServedTheme, pictures: Mapping[int, Picture], *, adaptive: bool) -> Iterator[ServedLogo]:
    for size, picture in pictures.items():
        yield ServedLogo(
            type=logo.type, theme=theme, size=size, content_type=picture.content_type, body=picture.body,
            width=picture.width, height=picture.height, adaptive=adaptive, logo_id=logo.id,
        )  # fmt: skip


def _choose(candidates: Sequence[_Drawing], theme: LogoTheme) -> _Chosen | None:
    """The best logo for a background: one that suits it, otherwise one of the other background, changed to suit it.

    On dark, one that is made for dark backgrounds goes before one that suits any.
    """
    exact = [one for one in candidates if one.logo.theme == theme] if theme == "dark" else []
    suiting = [one for one in candidates if one.logo.theme in (theme, "any")]
    for one in [*exact, *suiting]:
        if one.art is not None and (one.logo.theme == theme or theme == "light" or _suits_dark(one.logo, one.art)):
            return _Chosen(one.logo, one.file, one.art)
    for one in candidates:
        if one.art is not None:
            return _Chosen(one.logo, one.file, _made_for(theme, one.logo, one.art), is_made=True)
    return None


def _suits_dark(logo: Logo, art: Art) -> bool:
    """Whether the logo is legible on dark. A mark of one colour has the same answer here and as an adaptive logo."""
    if logo.single_color and logo.has_transparency and logo.colors:
        return _inks(logo)[1] == _own_ink(logo)
    try:
        return pixels.is_legible_on_dark(art.drawn)
    except UnusableImage:
        return True


def _of_one_color(candidates: Sequence[_Drawing]) -> _Chosen | None:
    """The best mark of one colour that is not tiny."""
    for one in candidates:
        is_large = one.logo.format == "svg" or max(one.logo.width, one.logo.height) >= ONE_COLOR_EDGE_MIN
        if one.logo.single_color and is_large and one.art is not None:
            return _Chosen(one.logo, one.file, one.art)
    return None


def _made_for(theme: LogoTheme, logo: Logo, art: Art) -> Art:
    """A mark of one colour gets another colour. Others get a tile in the background that they suit."""
    if logo.single_color:
        return _recolored(art, _INK[theme])
    ground = _GROUND["dark" if theme == "light" else "light"]
    if isinstance(art, VectorArt):
        return VectorArt.of(adaptive.tile(art.picture, ground))
    return PixelArt(_pixel_tile(art.image, ground))


def _recolored(art: Art, ink: str) -> Art:
    if isinstance(art, VectorArt):
        return VectorArt.of(adaptive.one_color(art.picture, ink, ink))
    painted = Image.new("RGBA", art.image.size, ink)
    painted.putalpha(art.image.getchannel("A"))
    return PixelArt(painted)


def _pixel_tile(image: Image.Image, ground: str) -> Image.Image:
    padding = adaptive.tile_padding(*image.size)
    size = image.width + 2 * padding, image.height + 2 * padding
    made = Image.new("RGBA", size)
    # Drawn four times as large, so that the corners are smooth.
    corners = Image.new("L", (size[0] * 4, size[1] * 4))
    box = (0, 0, corners.width - 1, corners.height - 1)
    ImageDraw.Draw(corners).rounded_rectangle(box, round(adaptive.TILE_RADIUS * min(corners.size)), fill=255)
    made.paste(ground, mask=corners.resize(size, Image.Resampling.BOX))
    made.alpha_composite(image, (padding, padding))
    return made


def _automatic(light: _Chosen, dark: _Chosen, one_color: _Chosen | None) -> Iterator[ServedLogo]:
    """The adaptive files: the company's own pair, or a mark of one colour, or what suits each background.

    A mark that looks the same on both backgrounds is not adaptive.
    """
    # A logo that is changed for one background is the logo of the other one.
    has_pair = light.logo is not dark.logo
    # spec: auto prefers a single-colour mark. A pair of such marks is one, too.
    if one_color is not None and not (has_pair and light.logo.single_color and dark.logo.single_color):
        inks = _inks(one_color.logo)
        if len(set(inks)) == 1 and inks[0] == _own_ink(one_color.logo):
            yield from _served(one_color.logo, "auto", one_color.art.pictures, adaptive=False)
        else:
            yield from _served(one_color.logo, "auto", _in_one_color(one_color, *inks), adaptive=True)
    elif not has_pair and not dark.is_made and not light.is_made:
        yield from _served(light.logo, "auto", light.art.pictures, adaptive=False)
    else:
        yield from _served(light.logo, "auto", _in_pairs(light, dark), adaptive=True)


def _own_ink(logo: Logo) -> str:
    return next(iter(logo.colors), DARK_INK)


def _inks(logo: Logo) -> tuple[str, str]:
    """The colours of a mark of one colour on light and on dark backgrounds: its own where it is legible."""
    own = _own_ink(logo)
    rgb = color.rgb_of(own)
    on_light = own if color.contrast(rgb, color.WHITE) >= OWN_COLOR_CONTRAST else DARK_INK
    return on_light, own if color.contrast(rgb, color.NEAR_BLACK) >= pixels.DARK_CONTRAST else LIGHT_INK


def _in_one_color(chosen: _Chosen, on_light: str, on_dark: str) -> dict[int, Picture]:
    if chosen.file.adaptive_body is not None and isinstance(chosen.art, VectorArt):
        picture = chosen.art.picture
        svg = adaptive.current_color(chosen.file.adaptive_body, on_light, on_dark)
        return {ANY_SIZE: Picture(content_type=SVG, body=svg, width=picture.width, height=picture.height)}
    return {
        size: Picture(
            content_type=SVG, body=adaptive.one_color(picture, on_light, on_dark), width=picture.width,
            height=picture.height,
        )
        for size, picture in chosen.art.pictures.items()
    }  # fmt: skip


def _in_pairs(light: _Chosen, dark: _Chosen) -> dict[int, Picture]:
    """The pictures of both backgrounds in one file, by size. What is visible of both is equally large."""
    made = {}
    of_light, of_dark = light.art.pictures, dark.art.pictures
    boxes = _visible_box(light), _visible_box(dark)
    for size in sorted({*of_light, *of_dark} - {ANY_SIZE}) or [ANY_SIZE]:
        pair = (adaptive.Shown(_nearest(each, size), box) for each, box in zip((of_light, of_dark), boxes, strict=True))
        body = adaptive.two_images(*pair)
        width, height = vector.size_of(body)
        made[size] = Picture(content_type=SVG, body=body, width=width, height=height)
    return made


def _visible_box(chosen: _Chosen) -> tuple[float, float, float, float]:
    """What is visible of the picture, as shares of its sides: all of a tile."""
    if chosen.is_tile:
        return 0, 0, 1, 1
    try:
        image = chosen.art.drawn
    except UnusableImage:
        return 0, 0, 1, 1
    left, top, right, bottom = pixels.visible_box(image)
    return left / image.width, top / image.height, right / image.width, bottom / image.height


def _nearest(pictures: Mapping[int, Picture], size: int) -> Picture:
    """The smallest picture that is at least as large, otherwise the largest."""
    if ANY_SIZE in pictures:
        return pictures[ANY_SIZE]
    return pictures[min((one for one in pictures if one >= size), default=max(pictures))]
