"""The form in which a logo is requested: as it is stored, or as PNG or WebP of a size, also in greys."""

from __future__ import annotations

import json
from dataclasses import dataclass

from contract.options.logo import LogoQuery
from contract.results.brands.served_logo import ServedTheme
from extraction.logo import forms
from extraction.logo.raster import UnusableImage


@dataclass(frozen=True)
class Form:
    """`suffix` distinguishes its ETag; it is empty for the stored file. `content_type` is None for the stored one."""

    format: forms.RasterFormat | None = None
    size: int = 0
    is_grey: bool = False

    @classmethod
    def of(cls, query: LogoQuery) -> Form:
        """The form in which a request asks for a stored file."""
        if query.format is None and not query.greyscale:
            return cls()
        return cls(query.format or "png", query.size, query.greyscale)

    @property
    def suffix(self) -> str:
        return f"-{self.format}-{self.size}{'-grey' if self.is_grey else ''}" if self.format else ""

    @property
    def content_type(self) -> str | None:
        return f"image/{self.format}" if self.format else None

    def message(self, body: bytes, content_type: str) -> bytes:
        """What `drawn` needs to draw a stored file in this form."""
        form = {"content_type": content_type, "to": self.format, "size": self.size, "is_grey": self.is_grey}
        return json.dumps(form).encode() + b"\n" + body


def drawn(message: bytes) -> bytes:
    """The file of a message in its form. Empty if it cannot be drawn."""
    form, _, body = message.partition(b"\n")
    try:
        return forms.converted(body, **json.loads(form))
    except UnusableImage:
        return b""


def theme_of(query: LogoQuery) -> ServedTheme:
    """The theme of the stored file. Pixels cannot follow the viewer: of `auto`, the form for light backgrounds is used."""
    return "light" if query.theme == "auto" and (query.format or query.greyscale) else query.theme
