"""Builds the files that logo serving delivers from a resolved brand: per type, for light and dark backgrounds and adaptive.

A type that the brand has no logo of gets no files; serving then falls back to the other type.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class _Chosen:
    """A logo for one background. `is_made` when the logo was changed to suit it."""

    logo: Logo
    file: LogoFile
    art: Art
    is_made: bool = False


def build(resolved: ResolvedBrand) -> tuple[ServedLogo, ...]:
    """The files of all types, themes and sizes. Takes up to a second for a large image: run it in the reading pool."""
    return tuple(served for each in _TYPES for served in _of_type(resolved, each))


def _of_type(resolved: ResolvedBrand, logo_type: LogoType) -> Iterator[ServedLogo]:
    candidates = [pair for pair in zip(resolved.brand.logos, resolved.files, strict=True) if pair[0].type == logo_type]
    light, dark = (_choose(candidates, theme) for theme in ("light", "dark"))
    if light is None or dark is None:
        return
    yield from _served(light.logo, "light", light.art.pictures(), adaptive=False)
    yield from _served(dark.logo, "dark", dark.art.pictures(), adaptive=False)
    yield from _automatic(light, dark)


def _served(logo: Logo, theme: ServedTheme, pictures: Mapping[int, Picture], *, adaptive: bool) -> Iterator[ServedLogo]:
    for size, picture in pictures.items():
        yield ServedLogo(
            type=logo.type, theme=theme, size=size, content_type=picture.content_type, body=picture.body,
            width=picture.width, height=picture.height, adaptive=adaptive, logo_id=logo.id,
        )  # fmt: skip


def _choose(candidates: list[tuple[Logo, LogoFile]], theme: LogoTheme) -> _Chosen | None:
    """The best logo for a background: one that suits it, else one of the other background, changed to suit it."""
    suiting = [pair for pair in candidates if pair[0].theme in (theme, "any")]
    for logo, file in [*suiting, *candidates]:
        try:
            art = art_of(file)
        except UnusableImage as error:
            log.warning("A logo cannot be served: %s", error)
            continue
        if logo.theme in (theme, "any"):
            return _Chosen(logo, file, art)
        return _Chosen(logo, file, _made_for(theme, logo, art), is_made=True)
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


def _automatic(light: _Chosen, dark: _Chosen) -> Iterator[ServedLogo]:
    """The adaptive files. A logo with a background of its own, or of several colours for any background, stays as it is."""
    one_color = next((each for each in (light, dark) if each.logo.single_color), None)
    has_both = light.logo is not dark.logo and not light.is_made and not dark.is_made
    if one_color is not None and not has_both:
        original = _Chosen(one_color.logo, one_color.file, art_of(one_color.file))
        yield from _served(one_color.logo, "auto", _in_one_color(original), adaptive=True)
    elif light.logo is dark.logo and not dark.is_made and not light.is_made:
        yield from _served(light.logo, "auto", light.art.pictures(), adaptive=False)
    else:
        pictures = _in_pairs(light.art.pictures(), dark.art.pictures(), adaptive.two_images)
        yield from _served(light.logo, "auto", pictures, adaptive=True)


def _in_one_color(chosen: _Chosen) -> dict[int, Picture]:
    own = next(iter(chosen.logo.colors), DARK_INK)
    on_light, on_dark = (
        own if color.contrast(color.rgb_of(own), ground) >= OWN_COLOR_CONTRAST else ink
        for ground, ink in ((color.WHITE, DARK_INK), (color.NEAR_BLACK, LIGHT_INK))
    )
    if chosen.file.adaptive_body is not None and isinstance(chosen.art, VectorArt):
        picture = chosen.art.picture
        svg = adaptive.current_color(chosen.file.adaptive_body, on_light, on_dark)
        return {ANY_SIZE: Picture(content_type=SVG, body=svg, width=picture.width, height=picture.height)}
    return {
        size: Picture(
            content_type=SVG, body=adaptive.one_color(picture, on_light, on_dark), width=picture.width,
            height=picture.height,
        )
        for size, picture in chosen.art.pictures().items()
    }  # fmt: skip


def _in_pairs(
    light: Mapping[int, Picture], dark: Mapping[int, Picture], combine: Callable[[Picture, Picture], bytes]
) -> dict[int, Picture]:
    """The pictures of both backgrounds combined, by size."""
    made = {}
    for size in sorted({*light, *dark} - {ANY_SIZE}) or [ANY_SIZE]:
        body = combine(_nearest(light, size), _nearest(dark, size))
        width, height = vector.size_of(body)
        made[size] = Picture(content_type=SVG, body=body, width=width, height=height)
    return made


def _nearest(pictures: Mapping[int, Picture], size: int) -> Picture:
    """The smallest picture that is at least as large, else the largest."""
    if ANY_SIZE in pictures:
        return pictures[ANY_SIZE]
    return pictures[min((one for one in pictures if one >= size), default=max(pictures))]
