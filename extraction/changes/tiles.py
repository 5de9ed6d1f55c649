"""Places of a screenshot, and which of them change at every visit."""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# The side of a tile.
TILE_PX = 16
# A tile is noise while it changed at this share of the looks. At `LOOKS_MAX` all counts are halved.
NOISE_SHARE, LOOKS_MAX = 0.5, 16


@dataclass(frozen=True)
class Tiles:
    """Tiles by column and row, from the upper left."""

    places: frozenset[tuple[int, int]] = frozenset()


NO_TILES = Tiles()


@dataclass(frozen=True)
class PictureNoise:
    """How often each tile changed, and the number of compared pairs of screenshots."""

    looks: int = 0
    changed: Mapping[tuple[int, int], int] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        """Whether two screenshots were learned from."""
        return self.looks >= 1

    @property
    def noisy(self) -> Tiles:
        """The tiles that change at most looks."""
        return Tiles(frozenset(place for place, times in self.changed.items() if times >= NOISE_SHARE * self.looks))

    def seen(self, tiles: Tiles) -> PictureNoise:
        """The noise after one more pair of screenshots, in which these tiles changed."""
        if not tiles.places and not self.changed and self.looks >= LOOKS_MAX // 2:
            return self
        looks, changed = self.looks + 1, Counter(self.changed)
        changed.update(tiles.places)
        if looks >= LOOKS_MAX:
            looks, changed = looks // 2, Counter({place: times // 2 for place, times in changed.items() if times > 1})
        return PictureNoise(looks, dict(changed))

    def firm(self, looks: int) -> PictureNoise:
        """The noise with at least so many looks, in which what was noise stays noise."""
        found = self
        while found.looks < looks:
            found = found.seen(found.noisy)
        return found


def to_json(noise: PictureNoise) -> dict[str, Any]:
    """The noise as JSON values: the count of each tile, row by row, packed."""
    width = max((x for x, _ in noise.changed), default=-1) + 1
    height = max((y for _, y in noise.changed), default=-1) + 1
    counts = bytearray(width * height)
    for (x, y), times in noise.changed.items():
        counts[y * width + x] = times
    return {"looks": noise.looks, "width": width, "counts": base64.b64encode(zlib.compress(bytes(counts))).decode()}


def from_json(values: Mapping[str, Any]) -> PictureNoise:
    """The noise of values that `to_json` returned."""
    counts, width = zlib.decompress(base64.b64decode(values["counts"])), values["width"]
    changed = {(index % width, index // width): times for index, times in enumerate(counts) if times}
    return PictureNoise(values["looks"], changed)
