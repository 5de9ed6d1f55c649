"""Options of a batch, and the options that crawl and batch share."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields.basic import ListOf, Nested, OneOf
from contract.fields.url import HttpUrl
from contract.options.page import FORMATS, MODEL_FORMATS, FetchOptions, ReadingOptions
from contract.options.webhook import Webhook, WebhookOption


@dataclass(frozen=True)
class PageOptions(ReadingOptions, FetchOptions):
    """How each page of a job is fetched and read."""

    # spec: crawl and batch do not offer the formats that need a language model
    formats: tuple[str, ...] = option(
        ListOf(OneOf(*(name for name in FORMATS if name not in MODEL_FORMATS)), min_items=1, max_items=20),
        "Formats to return for each page.",
        default=("markdown",),
    )

    def capture_request(self, url: str, workspace_id: str | None) -> CaptureRequest:
        """The fetch of one page of the job."""
        return self.capture_of(url, workspace_id=workspace_id)


@dataclass(frozen=True)
class JobOptions:
    """Options that crawl and batch share."""

    scrape_options: PageOptions = option(
        Nested(schema_of(PageOptions)), "How each page is fetched and read.", default=PageOptions()
    )
    webhook: Webhook | None = option(
        WebhookOption(),
        "Receives a callback when a page or the job ends: an object, or only the URL as a string.",
        default=None,
    )

    @property
    def starts(self) -> tuple[str, ...]:
        """The URLs that the job starts with."""
        raise NotImplementedError


@dataclass(frozen=True)
class BatchOptions(JobOptions):
    """Options of one batch."""

    urls: tuple[str, ...] = option(
        ListOf(HttpUrl(), min_items=1, max_items=limits.BATCH_URLS_MAX),
        "URLs to scrape. A URL that appears more than once is scraped once.",
    )

    @property
    def starts(self) -> tuple[str, ...]:
        return self.urls
