"""Result of a screenshot."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract.declare import option, schema_of
from contract.results.page import Usage


@dataclass(frozen=True)
class ScreenshotResult:
    """A picture of a page."""

    url: str = option(fields.String(), "The requested URL.")
    final_url: str = option(fields.String(), "URL after redirects.")
    status: int = option(fields.Integer(), "HTTP status of the captured page.")
    cached: bool = option(fields.Boolean(), "Whether the screenshot was served from the cache.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")
    warning: str | None = option(
        fields.String(), "Present when the screenshot is returned with a caveat.", default=None, omit_when_none=True
    )
    width: int = option(fields.Integer(), "Width of the image in pixels.")
    height: int = option(fields.Integer(), "Height of the image in pixels.")
    format: str = option(
        fields.String(metadata={"published": {"enum": ["png", "jpeg", "webp"]}}), "Format of the image."
    )
    image: str = option(
        fields.String(metadata={"published": {"contentEncoding": "base64"}}), "The image, base64-encoded."
    )
