"""Colour spaces of CSS, converted to the one of screens."""

from __future__ import annotations

Rgb = tuple[int, int, int]
Lab = tuple[float, float, float]

# Rows of the matrices from CSS Color 4.
_OF_P3 = ((1.2249, -0.2247, 0.0), (-0.0420, 1.0419, 0.0), (-0.0197, -0.0786, 1.0979))
_OF_XYZ_D50 = ((3.1341, -1.6174, -0.4907), (-0.9788, 1.9163, 0.0334), (0.0720, -0.2290, 1.4057))
_D50 = (0.96422, 1.0, 0.82521)


def clipped(*channels: float) -> Rgb:
    """Whole channels within 0 and 255."""
    red, green, blue = (max(0, min(255, round(channel))) for channel in channels)
    return red, green, blue


def of_hsl(hue: float, saturation: float, lightness: float) -> Rgb:
    """Hue in degrees, saturation and lightness from 0 to 1."""
    saturation, lightness = min(1.0, saturation), min(1.0, lightness)
    strength = saturation * min(lightness, 1 - lightness)

    def channel(offset: int) -> float:
        turn = (offset + hue / 30) % 12
        return 255 * (lightness - strength * max(-1, min(turn - 3, 9 - turn, 1)))

    return clipped(channel(0), channel(8), channel(4))


def of_hwb(hue: float, white: float, black: float) -> Rgb:
    """Hue in degrees, whiteness and blackness from 0 to 1."""
    if white + black >= 1:
        grey = 255 * white / (white + black)
        return clipped(grey, grey, grey)
    return clipped(*(channel * (1 - white - black) + 255 * white for channel in of_hsl(hue, 1, 0.5)))


def of_oklab(lab: Lab) -> Rgb:
    """OKLab: lightness from 0 to 1."""
    lightness, first, second = lab
    long = (lightness + 0.3963377774 * first + 0.2158037573 * second) ** 3
    medium = (lightness - 0.1055613458 * first - 0.0638541728 * second) ** 3
    short = (lightness - 0.0894841775 * first - 1.2914855480 * second) ** 3
    return _of_linear(
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def of_lab(lab: Lab) -> Rgb:
    """CIE Lab: lightness from 0 to 100."""
    lightness, first, second = lab
    middle = (lightness + 16) / 116
    roots = middle + first / 500, middle, middle - second / 200
    xyz = [
        white * (root**3 if root > 6 / 29 else (116 * root - 16) / 903.3)
        for root, white in zip(roots, _D50, strict=True)
    ]
    return _of_linear(*(_product(row, xyz) for row in _OF_XYZ_D50))


def of_space(name: str, red: float, green: float, blue: float) -> Rgb | None:
    """A colour of `color()`. None for a space that logos do not use."""
    if name == "srgb":
        return clipped(255 * red, 255 * green, 255 * blue)
    if name == "srgb-linear":
        return _of_linear(red, green, blue)
    if name == "display-p3":
        light = [linear(channel) for channel in (red, green, blue)]
        return _of_linear(*(_product(row, light) for row in _OF_P3))
    return None


def _product(row: tuple[float, float, float], values: list[float]) -> float:
    return sum(factor * value for factor, value in zip(row, values, strict=True))


def _of_linear(*channels: float) -> Rgb:
    return clipped(*(_encoded(channel) for channel in channels))


def _encoded(linear: float) -> float:
    linear = max(0.0, min(1.0, linear))
    return 255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055)


def linear(channel: float) -> float:
    """A channel of sRGB as an amount of light, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
