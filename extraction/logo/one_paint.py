"""An image with all of its shape in one colour."""

from __future__ import annotations

import io
import re

from PIL import Image

from extraction.logo import raster
from extraction.logo.raster import UnusableImage
from extraction.logo.sanitise import RefusedSvg, sanitise
from extraction.logo.sniff import format_of

_PAINT = r"(?:fill|stroke|stop-color|color)"
_ATTRIBUTE = re.compile(rf'\b({_PAINT})="(?!none|transparent|url)[^"]*"')
_DECLARATION = re.compile(rf"\b({_PAINT})\s*:\s*(?!none|transparent|url)[^;}}\"]+")


def painted(body: bytes, paint: str) -> bytes:
    """The image in one colour.

    Raises:
        UnusableImage: it cannot be read.
    """
    image_format = format_of(body)
    if image_format is None:
        raise UnusableImage("The bytes are not an image.")
    if image_format == "svg":
        return _vector(body, paint)
    image, _ = raster.decode(body, image_format)
    ground = Image.new("RGBA", image.size, paint)
    ground.putalpha(image.getchannel("A"))
    output = io.BytesIO()
    ground.save(output, "PNG")
    return output.getvalue()


def _vector(body: bytes, paint: str) -> bytes:
    try:
        safe = sanitise(body).decode()
    except RefusedSvg as error:
        raise UnusableImage(f"The SVG is refused: {error}") from error
    one = _DECLARATION.sub(rf"\1:{paint}", _ATTRIBUTE.sub(rf'\1="{paint}"', safe))
    head, end, rest = one.partition(">")
    return (head if "fill=" in head else head.replace("<svg", f'<svg fill="{paint}"', 1)).encode() + (
        end + rest
    ).encode()
