"""Options of a batch, and the options that crawl and batch share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields.basic import ListOf, Nested
from contract.fields.url import HttpUrl
from contract.options.page import FetchOptions, ReadingOptions
from contract.options.scrape import JsonOptions, ScrapeOptions, add_compared, history
from contract.options.webhook import Webhook, WebhookOption
from contract.rules import Rule


@dataclass(frozen=True)
class PageOptions(ReadingOptions, FetchOptions):
    """How each of several pages is fetched and read: the options of a scrape that do not belong to one URL."""

    json_options: JsonOptions | None = option(
        Nested(schema_of(JsonOptions)),
        "Schema and prompt of the `json` format. Required when `formats` contains `json`.",
        default=None,
    )

    history: str | None = history()

    RULES: ClassVar[tuple[Rule, ...]] = tuple(rule for rule in ScrapeOptions.RULES if rule.field == "jsonOptions")

    def __post_init__(self) -> None:
        super().__post_init__()
        add_compared(self)

    def capture_request(self, url: str, workspace_id: str | None) -> CaptureRequest:
        """The fetch of one page of the job."""
        return self.capture_request_for(url, workspace_id=workspace_id)


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

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of each page."""
        return self.scrape_options.formats


@dataclass(frozen=True)
class BatchOptions(JobOptions):
    """Options of one batch."""

    urls: tuple[str, ...] = option(
        ListOf(HttpUrl(), min_items=1, max_items=limits.BATCH_URLS_MAX),
        "URLs to scrape. Each has an entry, in the order of this list. A repeated address is scraped and charged once.",
    )

    @property
    def starts(self) -> tuple[str, ...]:
        return self.urls
