"""SVG documents around a logo: adaptive ones that follow the viewer's colour scheme, recoloured ones, padded tiles.

The viewer chooses, by `prefers-color-scheme` inside the document. A page that sets the CSS property `color-scheme` overrides
the system's setting for its images; nothing inside the document can change that.
"""

from __future__ import annotations

from extraction.logo.art import Picture

TILE_PADDING, LONG_TILE_PADDING = 0.14, 0.35
TILE_RADIUS = 0.12


def two_images(light: Picture, dark: Picture) -> bytes:
    """Shows one image on light backgrounds and the other on dark ones. Their longer edges have the same length."""
    boxes = [_box(each, max(light.width, light.height)) for each in (light, dark)]
    width, height = (max(sides) for sides in zip(*boxes, strict=True))
    style = "#d{display:none}@media(prefers-color-scheme:dark){#l{display:none}#d{display:inline}}"
    images = _image(light, (width, height), "l") + _image(dark, (width, height), "d")
    return _document(width, height, f"<style>{style}</style>{images}")


def _box(picture: Picture, longest: int) -> tuple[int, int]:
    scale = longest / max(picture.width, picture.height)
    return max(1, round(picture.width * scale)), max(1, round(picture.height * scale))


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
    return _document(picture.width, picture.height, f"<style>{style}</style>{mask}{rect}")


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
    return _document(width, height, inner)


def _image(picture: Picture, box: tuple[int, int], name: str = "") -> str:
    label = f' id="{name}"' if name else ""
    return f'<image{label} width="{box[0]}" height="{box[1]}" href="{picture.data_url}"/>'


def _document(width: int, height: int, inner: str) -> bytes:
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    )
    return f"{opening}{inner}</svg>".encode()
