"""Decodes raster images, within limits on bytes and pixels."""

from __future__ import annotations

import io
import struct
import warnings

from PIL import Image, UnidentifiedImageError

from contract.results.brands.brand import LogoFormat

MAX_BYTES = 5_000_000
MAX_PIXELS = 40_000_000
# Larger images are reduced: measuring needs no more.
MEASURED_EDGE = 512
_DECODERS: dict[LogoFormat, str] = {
    "png": "PNG", "jpg": "JPEG", "gif": "GIF", "webp": "WEBP", "ico": "ICO", "avif": "AVIF", "bmp": "BMP",
}  # fmt: skip
# In these modes, an image can be reduced before it is converted, which saves memory.
_REDUCED_FIRST = ("RGB", "RGBA", "L", "LA")
# Pillow refuses an image with more than twice this number of pixels, also inside an ICO.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2


class UnusableImage(Exception):
    """The bytes are not an image, are a damaged one, or one beyond the limits. The message says which."""


def decode(body: bytes, image_format: LogoFormat) -> tuple[Image.Image, tuple[int, int]]:
    """The image as RGBA, with at most `MEASURED_EDGE` pixels per edge, and its full size. An ICO gives its largest frame.

    Raises:
        UnusableImage: too many bytes or pixels, or the bytes cannot be decoded.
    """
    if len(body) > MAX_BYTES:
        raise UnusableImage(f"The image is larger than {MAX_BYTES} bytes.")
    try:
        with warnings.catch_warnings():
            # Pillow warns at half of its own limit; ours is checked below, before the pixels are decoded.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(body), formats=(_DECODERS[image_format],)) as image:
                size = _checked_size(image)
                if image_format == "jpg":
                    image.draft("RGB", (MEASURED_EDGE, MEASURED_EDGE))
                return _reduced(image), size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise UnusableImage(f"The image cannot be decoded: {error}") from error
    except (struct.error, IndexError, KeyError, OverflowError, MemoryError) as error:
        # Damaged files reach the decoders' arithmetic.
        raise UnusableImage(f"The image is damaged: {error!r}") from error


def _checked_size(image: Image.Image) -> tuple[int, int]:
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise UnusableImage(f"The image has more than {MAX_PIXELS} pixels.")
    if not width or not height:
        raise UnusableImage("The image is empty.")
    return width, height


def _reduced(image: Image.Image) -> Image.Image:
    image.load()
    _checked_size(image)  # The frame of an ICO may be larger than its directory says.
    if image.mode in _REDUCED_FIRST:
        image.thumbnail((MEASURED_EDGE, MEASURED_EDGE))
    converted = image.convert("RGBA")
    converted.thumbnail((MEASURED_EDGE, MEASURED_EDGE))
    return converted
