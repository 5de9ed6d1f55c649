"""Draws a sanitised SVG as pixels, to measure it."""

from __future__ import annotations

import io
import re

import resvg_py
from lxml import etree
from PIL import Image

from extraction.logo.raster import MEASURED_EDGE, UnusableImage

ASPECT_MAX = 50.0
# The size by which browsers show an SVG that states none.
_DEFAULT_SIZE = (300.0, 150.0)
_LENGTH = re.compile(r"\s*(\d{1,6}(?:\.\d{1,6})?)(?:px|pt)?\s*$")
# Dashes of lines. A renderer draws each: tiny ones would take hours.
_DASHES = re.compile(r"stroke-dasharray\s*(?:=\s*\"([^\"]*)\"|:\s*([^;\"}<]*))")
_DASHED_MAX = 20
_DASH_SHARE_MIN = 1 / 500
_VIEW_BOX = re.compile(r'viewBox="([^"]{1,200})"')
_NUMBER = re.compile(r"\d*\.?\d+(?:[eE][-+]?\d+)?")
_SEPARATORS = re.compile(r"[\s,]+")


def size_of(svg: bytes) -> tuple[int, int]:
    """Width and height in pixels: the declared ones, else those of the view box.

    Raises:
        UnusableImage: empty, or so long and thin that it is no logo.
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


def draw(svg: bytes, edge: int = MEASURED_EDGE) -> Image.Image:
    """The SVG as an RGBA image whose longer edge has that many pixels.

    Raises:
        UnusableImage: it cannot be drawn.
    """
    width, height = size_of(svg)
    is_wide = width >= height
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=_without_tiny_dashes(svg.decode()),
            skip_system_fonts=True,
            width=edge if is_wide else None,
            height=None if is_wide else edge,
        )
        with Image.open(io.BytesIO(drawn), formats=("PNG",)) as image:
            return image.convert("RGBA")
    except (ValueError, OSError, RuntimeError) as error:
        raise UnusableImage(f"The SVG cannot be drawn: {error}") from error


def _without_tiny_dashes(svg: str) -> str:
    """The drawing with solid lines in place of dashes that nobody could see, and in place of all dashes if they are many."""
    found = list(_DASHES.finditer(svg))
    declared = _VIEW_BOX.search(svg)
    box = _view_box(declared[1]) if declared else None
    smallest = max(box or _DEFAULT_SIZE) * _DASH_SHARE_MIN
    if len(found) <= _DASHED_MAX and all(_period(match[1] or match[2] or "") >= smallest for match in found):
        return svg
    return _DASHES.sub(
        lambda match: 'stroke-dasharray="none"' if match[1] is not None else "stroke-dasharray:none", svg
    )


def _period(dashes: str) -> float:
    """The length after which a dash pattern repeats. Endless for `none`."""
    numbers = [float(number) for number in _NUMBER.findall(dashes)]
    return sum(numbers) or float("inf")
