"""An image of a page."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option

# Where an image is declared, in the order in which one address is reported if it has several sources.
IMAGE_SOURCES = (
    "img", "srcset", "lazy", "picture", "noscript", "css", "poster", "input", "svg", "object", "icon", "meta", "json-ld",
)  # fmt: skip
_LENGTH = "Declared {}: pixels as a number, otherwise the declared text. null when undeclared."


@dataclass(frozen=True)
class PageImage:
    """One image of a page."""

    src: str = option(fields.String(), "Absolute URL of the image.")
    alt: str | None = option(
        fields.String(), "Alternative text. Empty when declared empty, null when undeclared.", default=None
    )
    width: int | str | None = option(
        fields.Raw(metadata={"published": {"type": ["integer", "string", "null"]}}),
        _LENGTH.format("width"),
        default=None,
    )
    height: int | str | None = option(
        fields.Raw(metadata={"published": {"type": ["integer", "string", "null"]}}),
        _LENGTH.format("height"),
        default=None,
    )
    source: str = option(
        fields.String(metadata={"enum": list(IMAGE_SOURCES)}), "Where the page declares the image.", default="img"
    )
