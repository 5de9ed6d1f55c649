"""The drawing of a logo, as a vector image or as pixels, and the files of it in the stored sizes."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from PIL import Image

from contract.results.brands.brand import LogoFile
from contract.results.brands.served_logo import ANY_SIZE, LADDER
from extraction.logo import raster, vector

JPEG_QUALITY = 90


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One image file with its size in pixels."""

    content_type: str
    body: bytes = field(repr=False)
    width: int
    height: int

    @property
    def data_url(self) -> str:
        return f"data:{self.content_type};base64,{base64.b64encode(self.body).decode()}"


@dataclass(frozen=True)
class VectorArt:
    """A sanitised SVG."""

    picture: Picture

    @classmethod
    def of(cls, svg: bytes, size: tuple[int, int] | None = None) -> VectorArt:
        width, height = size or vector.size_of(svg)
        return cls(Picture(content_type="image/svg+xml", body=svg, width=width, height=height))

    @property
    def drawn(self) -> Image.Image:
        """The drawing as pixels, to look at it."""
        return vector.measured(self.picture.body)

    @property
    def pictures(self) -> Mapping[int, Picture]:
        """The files by size: a single one for any size."""
        return {ANY_SIZE: self.picture}


@dataclass(frozen=True)
class PixelArt:
    """An RGBA image. `photographic` images without transparency are written as JPEG."""

    image: Image.Image = field(repr=False)
    photographic: bool = False

    @property
    def drawn(self) -> Image.Image:
        """The image."""
        return self.image

    @cached_property
    def pictures(self) -> Mapping[int, Picture]:
        """The files by size: the steps of the ladder below the image's own size, and its own size. Never enlarged."""
        longest = max(self.image.size)
        return {edge: self._picture(edge, longest) for edge in (*(step for step in LADDER if step < longest), longest)}

    def _picture(self, edge: int, longest: int) -> Picture:
        size = (max(1, round(side * edge / longest)) for side in self.image.size)
        width, height = size
        scaled = self.image if edge == longest else self.image.resize((width, height), Image.Resampling.LANCZOS)
        stream = io.BytesIO()
        if self.photographic:
            scaled.convert("RGB").save(stream, "JPEG", quality=JPEG_QUALITY)
        else:
            scaled.save(stream, "PNG")
        content_type = "image/jpeg" if self.photographic else "image/png"
        return Picture(content_type=content_type, body=stream.getvalue(), width=width, height=height)


Art = VectorArt | PixelArt


def art_of(file: LogoFile) -> Art:
    """The drawing in a logo's file.

    Raises:
        UnusableImage: the file cannot be decoded.
    """
    if file.format == "svg":
        return VectorArt.of(file.body)
    image, _ = raster.decode(file.body, file.format)
    opaque = image.getchannel("A").getextrema() == (255, 255)
    return PixelArt(image, photographic=opaque and file.format == "jpg")
