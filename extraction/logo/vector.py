"""Draws a sanitised SVG as pixels, to measure it."""

from __future__ import annotations

import base64
import binascii
import io
import math
import re
from functools import lru_cache
from pathlib import Path

import resvg_py
from lxml import etree
from PIL import Image

from extraction.logo.raster import UnusableImage

# The edges of a drawing that is measured: that of a square, and the longest. Their product stays the same between: a drawing
# costs by its pixels, mostly as PNG, and a square of 512 pixels takes four times as long.
SQUARE_EDGE, LONGEST_EDGE = 256, 512
# Drawings to look at that are remembered: a logo is measured first, and looked at again when its files are made.
REMEMBERED = 8
ASPECT_MAX = 50.0
# Pixels per inch, as in CSS. With resvg's default of 0, every length in pt, mm, cm or in is 0.
_DPI = 96
# The size by which browsers show an SVG that states none.
_DEFAULT_SIZE = (300.0, 150.0)
# Text in a logo is drawn in this family, whatever family it asks for: the installation's own fonts vary.
_FONTS = [str(Path(__file__).parent / "fonts" / f"{script}.ttf") for script in ("latin", "greek", "cyrillic")]
_FAMILY = "Noto Sans"
_LENGTH = re.compile(r"\s*(\d{1,6}(?:\.\d{1,6})?)(?:px|pt)?\s*$")
# The dark and the adaptive form of a mark hold the mark as an image, once or twice.
_INNER = re.compile(rb"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")
_INNER_MAX = 4
_SEPARATORS = re.compile(r"[\s,]+")


def size_of(svg: bytes) -> tuple[int, int]:
    """Width and height in pixels: the declared ones, otherwise those of the view box.

    Raises:
        UnusableImage: empty, or too long and thin for a logo.
    """
    root = etree.fromstring(svg, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
    declared = (_LENGTH.match(root.get("width") or ""), _LENGTH.match(root.get("height") or ""))
    box = _view_box(root.get("viewBox") or "")
    if declared[0] and declared[1] and not box:
        width, height = float(declared[0][1]), float(declared[1][1])
    else:
        width, height = box or _DEFAULT_SIZE
        if declared[0] and width:
            width, height = float(declared[0][1]), height * float(declared[0][1]) / width
    if not width or not height or not 1 / ASPECT_MAX <= width / height <= ASPECT_MAX:
        raise UnusableImage("The SVG has no usable size.")
    return max(1, round(width)), max(1, round(height))


def _view_box(text: str) -> tuple[float, float] | None:
    parts = [part for part in _SEPARATORS.split(text.strip()) if part]
    try:
        _, _, width, height = (float(part) for part in parts)
    except ValueError:
        return None
    return (width, height) if width > 0 and height > 0 and max(width, height) < 1e7 else None


@lru_cache(maxsize=REMEMBERED)
def measured(svg: bytes) -> Image.Image:
    """The SVG as pixels to look at, which are not changed.

    Raises:
        UnusableImage: it cannot be drawn.
    """
    width, height = size_of(svg)
    aspect = max(width, height) / min(width, height)
    return draw(svg, min(round(SQUARE_EDGE * math.sqrt(aspect)), LONGEST_EDGE))


def draw(svg: bytes, edge: int) -> Image.Image:
    """The SVG as an RGBA image whose longer edge has that many pixels.

    Raises:
        UnusableImage: it cannot be drawn.
    """
    return _draw(_with_drawn_texts(svg, edge), edge)


def _with_drawn_texts(svg: bytes, edge: int) -> bytes:
    """The SVG with its inner images that have text as PNG: resvg has no fonts for an image within an image."""
    return _INNER.sub(lambda match: _drawn_text(match, edge), svg, count=_INNER_MAX)


def _drawn_text(match: re.Match[bytes], edge: int) -> bytes:
    try:
        inner = base64.b64decode(match[1], validate=True)
    except binascii.Error:
        return match[0]
    if b"<text" not in inner:
        return match[0]
    png = io.BytesIO()
    _draw(inner, edge).save(png, "PNG")
    return b"data:image/png;base64," + base64.b64encode(png.getvalue())


def _draw(svg: bytes, edge: int) -> Image.Image:
    width, height = size_of(svg)
    is_wide = width >= height
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg.decode(),
            skip_system_fonts=True,
            font_files=_FONTS if b"<text" in svg else None,
            serif_family=_FAMILY,
            sans_serif_family=_FAMILY,
            dpi=_DPI,
            width=edge if is_wide else None,
            height=None if is_wide else edge,
        )
        with Image.open(io.BytesIO(drawn), formats=("PNG",)) as image:
            return image.convert("RGBA")
    except (ValueError, OSError, RuntimeError) as error:
        raise UnusableImage(f"The SVG cannot be drawn: {error}") from error
