"""Options of an image list."""

from __future__ import annotations

from dataclasses import dataclass

from contract.declare import option
from contract.fields.url import HttpUrl
from contract.options.page import FetchOptions


@dataclass(frozen=True)
class ImagesOptions(FetchOptions):
    """Options of one image list. Pages are fetched, cached and rendered as by a scrape."""

    url: str = option(HttpUrl(), "URL of the page.")
