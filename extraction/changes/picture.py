"""Compares two screenshots: the share of changed pixels, and one picture of both with the difference marked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from PIL import Image, ImageChops, ImageFilter

from extraction.changes.tiles import NO_TILES, TILE_PX, Tiles

# A difference of a channel up to here is a rounding of colours or the edge of a letter.
CHANNEL_MIN = 40
# Longer screenshots are compared up to here: both together take at most about 200 MB.
WIDTH_MAX_PX, HEIGHT_MAX_PX = 2_000, 12_000
# No screenshot is opened whose pixels would not fit.
PIXELS_MAX = 60_000_000
# The picture is for people: it is made smaller if it is longer.
SHOWN_HEIGHT_MAX_PX = 6_000
GAP_PX = 8
SCREEN_PX = 1_440 * 900
_MARK, _BACKGROUND = (220, 30, 60), (96, 96, 96)
_OVER = [255 * (level > CHANNEL_MIN) for level in range(256)]


@dataclass(frozen=True)
class Difference:
    """What differs between two screenshots.

    Attributes:
        share: changed pixels from 0 to 1, without those of places that always change.
        png: both screenshots beside each other, with changed places in red. None if nothing else differs.
        of_screen: changed pixels as a share of the first screen, or of the picture if it is smaller: a long page hides no change.
        tiles: the tiles of `TILE_PX` pixels in which anything differs.
    """

    share: float
    png: bytes | None
    tiles: Tiles
    of_screen: float = 0.0


class UnreadablePicture(ValueError):
    """A screenshot is not an image, or too large."""


def compare(before: bytes, after: bytes, ignored: Tiles = NO_TILES) -> Difference:
    """The difference of two screenshots. What only one of them has, below or beside the other, counts as changed.

    Args:
        ignored: tiles that always change. They, and the tiles around them, are not counted and not marked.
    Raises:
        UnreadablePicture: one of them is not an image, or has more than `PIXELS_MAX` pixels.
    """
    if before == after:
        return Difference(0.0, None, NO_TILES)
    old, new = _opened(before), _opened(after)
    size = (max(old.width, new.width), max(old.height, new.height))
    changed = _changed(_on_canvas(old, size), _on_canvas(new, size))
    # What only one picture has is changed, whatever its colour.
    for picture in (old, new):
        if picture.width < size[0]:
            changed.paste(255, (picture.width, 0, size[0], size[1]))
        if picture.height < size[1]:
            changed.paste(255, (0, picture.height, size[0], size[1]))
    tiles = _tiles(changed)
    if ignored.places:
        _forget(changed, ignored)
    count = changed.histogram()[255]
    area = size[0] * size[1]
    png = _side_by_side(old, new, changed) if count else None
    return Difference(count / area, png, tiles, count / min(area, SCREEN_PX))


def _tiles(changed: Image.Image) -> Tiles:
    """The tiles that have a changed pixel."""
    across = -(-changed.width // TILE_PX)
    # Each pixel of the smaller picture is the mean of one tile: above 0 if any pixel of the tile is white.
    means = changed.reduce(TILE_PX).tobytes()
    return Tiles(frozenset((index % across, index // across) for index, mean in enumerate(means) if mean))


def _forget(changed: Image.Image, ignored: Tiles) -> None:
    """Clear the ignored tiles and those around them."""
    for x, y in ignored.places:
        left, top = (x - 1) * TILE_PX, (y - 1) * TILE_PX
        box = (max(0, left), max(0, top), left + 3 * TILE_PX, top + 3 * TILE_PX)
        changed.paste(0, box)


def _opened(data: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > PIXELS_MAX:
                raise UnreadablePicture("The screenshot has too many pixels.")
            box = (0, 0, min(image.width, WIDTH_MAX_PX), min(image.height, HEIGHT_MAX_PX))
            return image.convert("RGB").crop(box)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise UnreadablePicture("The screenshot is not an image.") from error


def _on_canvas(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    canvas = Image.new("RGB", size)
    canvas.paste(image)
    return canvas


def _changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """White where the pictures differ by more than the edges of letters.

    A letter that is drawn half a pixel further differs strongly at its edges, but only in lines of one pixel, and has the same
    colours beside them. So a pixel counts if it differs from the whole range of colours around it in the other picture.
    """
    changed = Image.new("L", old.size)
    # Most pictures differ in a few places: only the part that has them all is looked at closely.
    box = _raw_box(old, new)
    if box is None:
        return changed
    old, new = old.crop(box), new.crop(box)
    channels = [_outside(one, other) for one, other in zip(old.split(), new.split(), strict=True)]
    channels += [_outside(other, one) for one, other in zip(old.split(), new.split(), strict=True)]
    changed.paste(_lightest(channels).point(_OVER), box)
    return changed


def _raw_box(old: Image.Image, new: Image.Image) -> tuple[int, int, int, int] | None:
    """The part with all pixels that differ by more than `CHANNEL_MIN`, and two pixels around it. None if there is none."""
    found = _lightest(ImageChops.difference(old, new).split()).point(_OVER).getbbox()
    if found is None:
        return None
    left, top, right, bottom = found
    return max(0, left - 2), max(0, top - 2), min(old.width, right + 2), min(old.height, bottom + 2)


def _lightest(channels: Sequence[Image.Image]) -> Image.Image:
    return reduce(ImageChops.lighter, channels)


def _outside(one: Image.Image, other: Image.Image) -> Image.Image:
    """How far each level is outside of the range of levels in the other picture's 3 by 3 pixels around it."""
    low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    return ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))


def _side_by_side(old: Image.Image, new: Image.Image, changed: Image.Image) -> bytes:
    scale = min(1.0, SHOWN_HEIGHT_MAX_PX / changed.height)
    # A changed pixel marks the pixels around it, so that small changes are seen.
    mask = changed.filter(ImageFilter.MaxFilter(5)).point([level * 110 // 255 for level in range(256)])
    shown = Image.new("RGB", (2 * changed.width + GAP_PX, changed.height), _BACKGROUND)
    for left, picture in ((0, old), (changed.width + GAP_PX, new)):
        shown.paste(picture, (left, 0))
        shown.paste(_MARK, (left, 0, left + changed.width, changed.height), mask)
    if scale < 1:
        shown = shown.resize((max(1, int(shown.width * scale)), max(1, int(shown.height * scale))), reducing_gap=2.0)
    written = io.BytesIO()
    shown.save(written, "PNG", compress_level=6)
    return written.getvalue()
