"""What a caller may ask of a list of pages, and the options that every job of many pages shares."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields import OneOf, Several
from contract.options.page import FORMATS, MODEL_FORMATS, FetchOptions, ReadingOptions
from contract.options.webhook import Webhook, WebhookOption
from contract.web_fields import HttpUrl


@dataclass(frozen=True)
class PageOptions(ReadingOptions, FetchOptions):
    """How each page of a job is fetched and read."""

    # spec: in crawl and batch the formats that ask a language model are not offered
    formats: tuple[str, ...] = option(
        Several(OneOf(*(name for name in FORMATS if name not in MODEL_FORMATS)), min_items=1, max_items=20),
        "Formats to return.",
        default=("markdown",),
    )

    def capture_request(self, url: str, workspace_id: str | None) -> CaptureRequest:
        """The fetch of one page of the job."""
        return self.capture_of(url, workspace_id=workspace_id)


@dataclass(frozen=True)
class JobOptions:
    """What crawl and batch share."""

    scrape_options: PageOptions = option(
        fields.Nested(schema_of(PageOptions)), "Options of every page.", default=PageOptions()
    )
    webhook: Webhook | None = option(WebhookOption(), "Receives progress and completion callbacks.", default=None)

    @property
    def starts(self) -> tuple[str, ...]:
        """The addresses that the job begins with."""
        raise NotImplementedError


@dataclass(frozen=True)
class BatchOptions(JobOptions):
    """Options of one batch."""

    urls: tuple[str, ...] = option(
        Several(HttpUrl(), min_items=1, max_items=limits.BATCH_URLS_MAX),
        "Pages to scrape; one that is given twice is scraped once.",
    )

    @property
    def starts(self) -> tuple[str, ...]:
        return self.urls
