"""Compares colours of CSS, as far as hidden text needs it: transparent letters, and letters in the background's colour."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# Of 255, per channel. `#fefefe` on white cannot be read.
_ALIKE = 12
# Longer ones are images, or are not read.
_MAX_CHARS = 200
_HEX = re.compile(r"#([0-9a-f]{3,8})$", re.I)
_FUNCTION = re.compile(
    r"(rgb|hsl)a?\(\s*([\d.]+)(%?)[\s,]+([\d.]+)(%?)[\s,]+([\d.]+)(%?)(?:[\s,/]+([\d.]+)(%?))?\s*\)$", re.I
)
_NAMED = {
    "white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240), "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245), "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192),
    "red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0), "navy": (0, 0, 128),
    "floralwhite": (255, 250, 240), "azure": (240, 255, 255), "mintcream": (245, 255, 250), "lightgray": (211, 211, 211),
    "lightgrey": (211, 211, 211), "orange": (255, 165, 0), "purple": (128, 0, 128), "maroon": (128, 0, 0),
}  # fmt: skip


class Color(NamedTuple):
    """Channels from 0 to 255, opacity from 0 to 1."""

    red: float
    green: float
    blue: float
    opacity: float


def is_transparent(text: str) -> bool:
    """Whether letters of this colour cannot be seen on any background."""
    color = read(text)
    return color is not None and color.opacity < 0.05


def are_alike(first: str, second: str) -> bool:
    """Whether letters of one colour cannot be read on the other. False if one of them is not a known colour."""
    one, other = read(first), read(second)
    if one is None or other is None or other.opacity < 0.95:
        return False
    return all(abs(here - there) * one.opacity <= _ALIKE for here, there in zip(one[:3], other[:3], strict=True))


def read(text: str) -> Color | None:
    """The colour, or None for images, variables and names of colours that are not known."""
    return _read(text) if len(text) <= _MAX_CHARS else None


@lru_cache(maxsize=1_024)
def _read(text: str) -> Color | None:
    text = text.strip().lower()
    if text == "transparent":
        return Color(0, 0, 0, 0)
    if text in _NAMED:
        return Color(*_NAMED[text], 1)
    if found := _HEX.match(text):
        return _of_hex(found[1])
    found = _FUNCTION.match(text)
    return _of_function(found) if found else None


def _of_hex(digits: str) -> Color | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    red, green, blue, opacity = (int(digits.ljust(8, "f")[index : index + 2], 16) for index in (0, 2, 4, 6))
    return Color(red, green, blue, opacity / 255)


def _of_function(found: re.Match[str]) -> Color | None:
    try:
        first, second, third = (float(found[index]) for index in (2, 4, 6))
        opacity = float(found[8]) / (100 if found[9] else 1) if found[8] else 1.0
    except ValueError:
        return None
    if found[1].lower() == "hsl":
        return _of_lightness(second, third, opacity)
    scale = 2.55 if found[3] else 1.0
    return Color(first * scale, second * scale, third * scale, opacity)


def _of_lightness(saturation: float, lightness: float, opacity: float) -> Color | None:
    """Greys only. The hue of other colours is not calculated."""
    if saturation and 0 < lightness < 100:
        return Color(0, 0, 0, opacity) if opacity < 0.05 else None
    return Color(lightness * 2.55, lightness * 2.55, lightness * 2.55, opacity)
