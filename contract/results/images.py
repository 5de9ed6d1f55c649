"""Result of an image list."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import Usage
from contract.results.page_image import PageImage


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
