"""The colours of an image, most important first.

Similar pixels are counted together, near colours are merged by their
distance in OKLab, and greys count little beside a colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image

from extraction.logo import color
from extraction.logo.color import Rgb

EDGE = 96
ALPHA_MIN = 200
MERGE_DISTANCE = 0.06
COLORS_MAX = 6
SHARE_MIN = 0.01
# Chroma of a vivid brand colour. More does not make a colour more important.
_VIVID = 0.2
_NEUTRAL_WEIGHT, _WHITE_WEIGHT = 0.08, 0.03
_WHITE_LIGHTNESS = 0.96
# Bins that are compared with each other. The rest are blends of these.
_BINS_MAX = 256


@dataclass(frozen=True)
class Swatch:
    """One colour, and its share of the opaque pixels."""

    rgb: Rgb
    share: float

    @property
    def hex(self) -> str:
        return color.hex_of(self.rgb)


@dataclass
class _Cluster:
    rgb: Rgb
    count: int


def read(image: Image.Image) -> tuple[Swatch, ...]:
    """The colours of an RGBA image's opaque pixels, by importance. Empty when there are no such pixels."""
    small = image.copy()
    small.thumbnail((EDGE, EDGE))
    counted = [(count, (red, green, blue)) for count, (red, green, blue, alpha) in _colors(small) if alpha >= ALPHA_MIN]
    total = sum(count for count, _ in counted)
    swatches = [Swatch(cluster.rgb, cluster.count / total) for cluster in _merged(_bins(counted))]
    ranked = sorted(swatches, key=_importance, reverse=True)
    return tuple(swatch for swatch in ranked if swatch.share >= SHARE_MIN)[:COLORS_MAX]


def _colors(image: Image.Image) -> list[tuple[int, tuple[int, int, int, int]]]:
    return image.getcolors(maxcolors=image.width * image.height) or []  # type: ignore[return-value]


def _bins(counted: Iterable[tuple[int, Rgb]]) -> list[_Cluster]:
    """Colours that agree in the top five bits of each channel, each under its most frequent exact colour."""
    bins: dict[tuple[int, int, int], list[tuple[int, Rgb]]] = {}
    for count, rgb in counted:
        bins.setdefault((rgb[0] >> 3, rgb[1] >> 3, rgb[2] >> 3), []).append((count, rgb))
    clusters = [_Cluster(max(members)[1], sum(count for count, _ in members)) for members in bins.values()]
    return sorted(clusters, key=lambda cluster: -cluster.count)[:_BINS_MAX]


def _merged(clusters: list[_Cluster]) -> list[_Cluster]:
    """Merge each colour into a more frequent one nearby."""
    merged: list[_Cluster] = []
    for cluster in clusters:
        near = next((one for one in merged if color.distance(one.rgb, cluster.rgb) < MERGE_DISTANCE), None)
        if near is None:
            merged.append(cluster)
        else:
            near.count += cluster.count
    return merged


def _importance(swatch: Swatch) -> float:
    return math.sqrt(swatch.share) * weight(swatch.rgb)


def weight(rgb: Rgb) -> float:
    """How much a pixel of a colour counts: greys little, vivid colours fully."""
    if not color.is_chromatic(rgb):
        return _WHITE_WEIGHT if color.oklab(rgb)[0] > _WHITE_LIGHTNESS else _NEUTRAL_WEIGHT
    return 0.1 + 0.9 * min(1.0, color.chroma(rgb) / _VIVID)
