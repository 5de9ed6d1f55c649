"""Colours: reading their CSS forms, contrast, and distance as people see it.

A colour is `#rrggbb` in lower case outside this folder, and three numbers from 0 to 255 inside it.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from PIL import ImageColor

from extraction.logo import color_spaces
from extraction.logo.color_spaces import Lab, Rgb

WHITE: Rgb = (255, 255, 255)
NEAR_BLACK: Rgb = (17, 17, 17)
# OKLab chroma below which a colour is a grey.
CHROMATIC_MIN = 0.045
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$")
_FUNCTION = re.compile(r"(rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(([^()]{1,80})\)$")
_BARE_HSL = re.compile(r"(-?\d+(?:\.\d+)?)(?:deg)?\s+(\d+(?:\.\d+)?)%\s+(\d+(?:\.\d+)?)%$")
_NUMBER = re.compile(r"(-?\d*\.?\d+)(%|deg|turn|rad)?$")
_OPAQUE_MIN = 0.85
_Number = tuple[float, str | None]
# CSS colours that programs which draw SVG do not know.
MODERN = re.compile(r"\b(?:hwb|oklch|oklab|lab|lch|color)\([^()]{1,80}\)", re.I)


def hex_of(color: Rgb) -> str:
    """`#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def rgb_of(hex_color: str) -> Rgb:
    """The numbers of `#rrggbb`."""
    return int(hex_color[1:3], 16), int(hex_color[3:5], 16), int(hex_color[5:7], 16)


def read(text: str) -> str | None:
    """A CSS colour as `#rrggbb`. None for anything else, and for a colour that is clearly transparent."""
    value = text.strip().lower()
    if len(value) > 100:
        return None
    if match := _HEX.match(value):
        return _of_hex(match[1])
    if match := _FUNCTION.match(value):
        return _of_function(match[1], match[2])
    if match := _BARE_HSL.match(value):
        return hex_of(color_spaces.of_hsl(float(match[1]), float(match[2]) / 100, float(match[3]) / 100))
    named = ImageColor.colormap.get(value)
    return named.lower() if isinstance(named, str) else None


def in_plain_form(text: str) -> str:
    """CSS in which the newer colour functions are replaced by hexadecimal colours."""
    return MODERN.sub(lambda found: read(found[0]) or found[0], text)


def _of_hex(digits: str) -> str | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits[:6]}" if len(digits) == 6 or int(digits[6:], 16) >= 255 * _OPAQUE_MIN else None


def _of_function(name: str, inside: str) -> str | None:
    space, parts = "", [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    if name == "color":
        space, parts = parts[0] if parts else "", parts[1:]
    matches = [_NUMBER.match("0" if part == "none" else part) for part in parts]
    numbers = [(float(match[1]), match[2]) for match in matches if match]
    if len(numbers) != len(matches) or len(numbers) not in (3, 4):
        return None
    if len(numbers) == 4 and _fraction(numbers[3]) < _OPAQUE_MIN:
        return None
    found = _in_space(name, space, numbers[:3])
    return hex_of(found) if found else None


def _in_space(name: str, space: str, numbers: list[_Number]) -> Rgb | None:
    if name == "color":
        return color_spaces.of_space(space, *(_fraction(one) for one in numbers))
    if name.startswith("rgb"):
        return color_spaces.clipped(*(_fraction(one) * 255 if one[1] else one[0] for one in numbers))
    if name.startswith("hsl"):
        return color_spaces.of_hsl(_degrees(numbers[0]), _fraction(numbers[1]), _fraction(numbers[2]))
    if name == "hwb":
        return color_spaces.of_hwb(_degrees(numbers[0]), _fraction(numbers[1]), _fraction(numbers[2]))
    is_ok, is_polar = name.startswith("ok"), name.endswith("ch")
    # A percentage is one of the range that CSS names for the space.
    unit = 0.004 if is_ok else 1.5 if is_polar else 1.25
    lightness = _fraction(numbers[0]) if is_ok else numbers[0][0]
    first = numbers[1][0] * (unit if numbers[1][1] else 1)
    if is_polar:
        angle = math.radians(_degrees(numbers[2]))
        parts = lightness, first * math.cos(angle), first * math.sin(angle)
    else:
        parts = lightness, first, numbers[2][0] * (unit if numbers[2][1] else 1)
    return color_spaces.of_oklab(parts) if is_ok else color_spaces.of_lab(parts)


def _fraction(number: _Number) -> float:
    return number[0] / 100 if number[1] == "%" else number[0]


def _degrees(number: _Number) -> float:
    return number[0] * {"turn": 360, "rad": 57.29578}.get(number[1] or "", 1)


def luminance(color: Rgb) -> float:
    """Relative luminance by WCAG, from 0 for black to 1 for white."""
    red, green, blue = (_LINEAR[channel] for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def is_dark(background: str) -> bool:
    """Whether a background with this hexadecimal colour is dark."""
    return luminance(rgb_of(background)) < 0.18


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio by WCAG, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def text_color_on(color: Rgb) -> str:
    """White or near-black: the text colour with the higher contrast on a colour."""
    return "#ffffff" if contrast(WHITE, color) >= contrast(NEAR_BLACK, color) else "#111111"


@lru_cache(maxsize=16_384)
def oklab(color: Rgb) -> Lab:
    """The colour in OKLab, where distances match what people see."""
    red, green, blue = (_LINEAR[channel] for channel in color)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def distance(one: Rgb, other: Rgb) -> float:
    """Distance in OKLab. 0.02 is hardly visible; 0.06 is another shade."""
    return math.dist(oklab(one), oklab(other))


def chroma(color: Rgb) -> float:
    """OKLab chroma: 0 for greys, about 0.3 for the most vivid colours."""
    return math.hypot(*oklab(color)[1:])


def hue_difference(one: Rgb, other: Rgb) -> float:
    """The angle between two hues in OKLab, from 0 to 180 degrees."""
    angles = [math.degrees(math.atan2(second, first)) for _, first, second in (oklab(one), oklab(other))]
    return abs((angles[0] - angles[1] + 180) % 360 - 180)


def is_chromatic(color: Rgb) -> bool:
    """Whether people see a hue in the colour. Dark and light colours need more chroma."""
    lightness = oklab(color)[0]
    return chroma(color) >= CHROMATIC_MIN and 0.12 < lightness < 0.985


_LINEAR = tuple(color_spaces.linear(channel / 255) for channel in range(256))
