"""Colours: reading their CSS forms, contrast, and distance as people see it.

A colour is `#rrggbb` in lower case outside this room, and three numbers from 0 to 255 inside it.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from PIL import ImageColor

Rgb = tuple[int, int, int]
Lab = tuple[float, float, float]

WHITE: Rgb = (255, 255, 255)
NEAR_BLACK: Rgb = (17, 17, 17)
# OKLab chroma below which a colour is a grey.
CHROMATIC_MIN = 0.045
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$")
_FUNCTION = re.compile(r"(rgba?|hsla?|oklch|oklab)\(([^()]{1,80})\)$")
_BARE_HSL = re.compile(r"(-?\d+(?:\.\d+)?)(?:deg)?\s+(\d+(?:\.\d+)?)%\s+(\d+(?:\.\d+)?)%$")
_NUMBER = re.compile(r"(-?\d*\.?\d+)(%|deg|turn|rad)?$")
_OPAQUE_MIN = 0.85


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
        return hex_of(_of_hsl(float(match[1]), float(match[2]) / 100, float(match[3]) / 100))
    named = ImageColor.colormap.get(value)
    return named.lower() if isinstance(named, str) else None


def _of_hex(digits: str) -> str | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits[:6]}" if len(digits) == 6 or int(digits[6:], 16) >= 255 * _OPAQUE_MIN else None


def _of_function(name: str, inside: str) -> str | None:
    parts = [_NUMBER.match(part) for part in re.split(r"[\s,/]+", inside.strip())]
    numbers = [(float(part[1]), part[2]) for part in parts if part]
    if len(numbers) != len(parts) or len(numbers) not in (3, 4):
        return None
    if len(numbers) == 4 and _fraction(numbers[3]) < _OPAQUE_MIN:
        return None
    if name.startswith("rgb"):
        return hex_of(_clipped(*(_fraction(one) * 255 if one[1] else one[0] for one in numbers[:3])))
    if name.startswith("hsl"):
        return hex_of(_of_hsl(_degrees(numbers[0]), _fraction(numbers[1]), _fraction(numbers[2])))
    lightness = _fraction(numbers[0])
    first = numbers[1][0] * (0.004 if numbers[1][1] else 1)
    if name == "oklab":
        return hex_of(_of_oklab((lightness, first, numbers[2][0] * (0.004 if numbers[2][1] else 1))))
    angle = math.radians(_degrees(numbers[2]))
    return hex_of(_of_oklab((lightness, first * math.cos(angle), first * math.sin(angle))))


def _fraction(number: tuple[float, str | None]) -> float:
    return number[0] / 100 if number[1] == "%" else number[0]


def _degrees(number: tuple[float, str | None]) -> float:
    return number[0] * {"turn": 360, "rad": 57.29578}.get(number[1] or "", 1)


def _clipped(*channels: float) -> Rgb:
    red, green, blue = (max(0, min(255, round(channel))) for channel in channels)
    return red, green, blue


def _of_hsl(hue: float, saturation: float, lightness: float) -> Rgb:
    saturation, lightness = min(1.0, saturation), min(1.0, lightness)
    strength = saturation * min(lightness, 1 - lightness)

    def channel(offset: int) -> float:
        turn = (offset + hue / 30) % 12
        return 255 * (lightness - strength * max(-1, min(turn - 3, 9 - turn, 1)))

    return _clipped(channel(0), channel(8), channel(4))


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


def _of_oklab(lab: Lab) -> Rgb:
    lightness, first, second = lab
    long = (lightness + 0.3963377774 * first + 0.2158037573 * second) ** 3
    medium = (lightness - 0.1055613458 * first - 0.0638541728 * second) ** 3
    short = (lightness - 0.0894841775 * first - 1.2914855480 * second) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return _clipped(*(_encoded(channel) for channel in linear))


def _encoded(linear: float) -> float:
    linear = max(0.0, min(1.0, linear))
    return 255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055)


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


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


_LINEAR = tuple(map(_linear, range(256)))
