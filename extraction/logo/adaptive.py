"""SVG documents around a logo: adaptive ones that follow the viewer's colour scheme, recoloured ones, padded tiles.

The viewer chooses, by `prefers-color-scheme` inside the document. A page that sets the CSS property `color-scheme` overrides
the system's setting for its images; nothing inside the document can change that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.logo.art import Picture

TILE_PADDING, LONG_TILE_PADDING = 0.14, 0.35
TILE_RADIUS = 0.12
_SIZED_SVG = re.compile(rb"<svg\b[^>]{0,2000}?\swidth\s*=")


@dataclass(frozen=True)
class Shown:
    """A picture, and the bounding box of what is visible in it: left, top, right and bottom as shares of its sides."""

    picture: Picture
    box: tuple[float, float, float, float] = (0, 0, 1, 1)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the visible part."""
        left, top, right, bottom = self.box
        return (right - left) * self.picture.width, (bottom - top) * self.picture.height


def two_images(light: Shown, dark: Shown) -> bytes:
    """Shows one image on light backgrounds and the other on dark ones. What is visible of both has the same longer edge."""
    longest = max(max(light.picture.width, light.picture.height), 1)
    scales = [longest / max(each.size) for each in (light, dark)]
    sizes = [(each.size[0] * scale, each.size[1] * scale) for each, scale in zip((light, dark), scales, strict=True)]
    width, height = (max(1, round(max(sides))) for sides in zip(*sizes, strict=True))
    style = "#d{display:none}@media(prefers-color-scheme:dark){#l{display:none}#d{display:inline}}"
    images = "".join(
        _centred(each, scale, (width, height), name)
        for each, scale, name in zip((light, dark), scales, ("l", "d"), strict=True)
    )
    is_sized = _is_sized(light.picture) or _is_sized(dark.picture)
    return _document(width, height, f"<style>{style}</style>{images}", is_sized=is_sized)


def _centred(shown: Shown, scale: float, box: tuple[int, int], name: str) -> str:
    """The image, with its visible part in the middle of a box."""
    picture, (left, top, right, bottom) = shown.picture, shown.box
    width, height = picture.width * scale, picture.height * scale
    x, y = box[0] / 2 - (left + right) / 2 * width, box[1] / 2 - (top + bottom) / 2 * height
    return f'<image id="{name}" x="{x:.4g}" y="{y:.4g}" width="{width:.6g}" height="{height:.6g}" href="{picture.data_url}"/>'


def tile_padding(width: int, height: int) -> int:
    """The border of a tile in pixels. That of a long wordmark goes by its height."""
    return round(min(TILE_PADDING * max(width, height), LONG_TILE_PADDING * min(width, height)))


def one_color(picture: Picture, light: str, dark: str) -> bytes:
    """Draws the shape of an image in one colour for light backgrounds and another for dark ones."""
    style = f"#c{{fill:{light}}}"
    if dark != light:
        style += f"@media(prefers-color-scheme:dark){{#c{{fill:{dark}}}}}"
    mask = f'<mask id="m" style="mask-type:alpha">{_image(picture, (picture.width, picture.height))}</mask>'
    rect = f'<rect id="c" width="{picture.width}" height="{picture.height}" mask="url(#m)"/>'
    inner = f"<style>{style}</style>{mask}{rect}"
    return _document(picture.width, picture.height, inner, is_sized=_is_sized(picture))


def current_color(svg: bytes, light: str, dark: str) -> bytes:
    """Gives an SVG that is drawn in `currentColor` one colour for light backgrounds and another for dark ones."""
    style = f"svg{{color:{light}}}@media(prefers-color-scheme:dark){{svg{{color:{dark}}}}}".encode()
    head, separator, rest = svg.partition(b">")
    if head.endswith(b"/"):
        return svg
    return head + separator + b"<style>" + style + b"</style>" + rest


def tile(picture: Picture, color: str) -> bytes:
    """Puts an image on a padded tile with rounded corners."""
    padding = tile_padding(picture.width, picture.height)
    width, height = picture.width + 2 * padding, picture.height + 2 * padding
    radius = round(TILE_RADIUS * min(width, height))
    inner = f'<rect width="{width}" height="{height}" rx="{radius}" fill="{color}"/>'
    inner += f'<g transform="translate({padding} {padding})">{_image(picture, (picture.width, picture.height))}</g>'
    return _document(width, height, inner, is_sized=_is_sized(picture))


def _image(picture: Picture, box: tuple[int, int]) -> str:
    return f'<image width="{box[0]}" height="{box[1]}" href="{picture.data_url}"/>'


def _is_sized(picture: Picture) -> bool:
    """Whether the picture declares a size. An SVG without one fills the space that it gets, and so must those made of it."""
    return not picture.content_type.startswith("image/svg") or bool(_SIZED_SVG.match(picture.body.lstrip()))


def _document(width: int, height: int, inner: str, *, is_sized: bool) -> bytes:
    size = f' width="{width}" height="{height}"' if is_sized else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {width} {height}">{inner}</svg>'.encode()
