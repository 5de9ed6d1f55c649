"""Result of an image list."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import Usage

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


@dataclass(frozen=True)
class ImagesResult:
    """The images of a page."""

    url: str = option(fields.String(), "The requested URL.")
    final_url: str = option(fields.String(), "URL after redirects.")
    status: int = option(fields.Integer(), "HTTP status of the fetched page.")
    cached: bool = option(fields.Boolean(), "Whether the page was served from the cache.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")
    warning: str | None = option(
        fields.String(), "Present when the list is returned with a caveat.", default=None, omit_when_none=True
    )
    images: tuple[PageImage, ...] = option(
        fields.List(fields.Nested(schema_of(PageImage))),
        "Images of the page in document order, each URL once.",
        default=(),
    )
