"""A served logo as PNG or WebP."""

from __future__ import annotations

import io
from typing import Literal

from PIL import Image

from contract.results.brands.brand import LogoFormat
from extraction.logo import raster, vector

RasterFormat = Literal["png", "webp"]
_FORMATS: dict[str, LogoFormat] = {"image/png": "png", "image/jpeg": "jpg"}


def converted(body: bytes, content_type: str, to: RasterFormat, size: int, *, is_grey: bool = False) -> bytes:
    """A file of logo serving as pixels.

    Args:
        size: the longer edge of a vector image in pixels. Other images are reduced to it, and never enlarged.

    Raises:
        UnusableImage: it cannot be drawn.
    """
    if content_type == "image/svg+xml":
        image = vector.draw(body, size)
    else:
        image, _ = raster.decode(body, _FORMATS[content_type])
        image.thumbnail((size, size), Image.Resampling.LANCZOS)
    if is_grey:
        alpha = image.getchannel("A")
        image = image.convert("L").convert("RGBA")
        image.putalpha(alpha)
    output = io.BytesIO()
    image.save(output, to.upper(), **({"lossless": True} if to == "webp" else {}))
    return output.getvalue()
