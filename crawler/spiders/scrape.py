"""The spider of a scrape: one page."""

from __future__ import annotations

from collections.abc import Iterator

from scrapy.http import Request

from contract.operations import SCRAPE
from contract.options.scrape import ScrapeOptions
from crawler.items import workspace_of
from crawler.requests import request_for
from crawler.spiders.base import OrbweaverSpider
from models.jobs.job import Task


class ScrapeSpider(OrbweaverSpider):
    """`scrapy crawl scrape -a url=… [-a formats=markdown,links …] -O page.jsonl`."""

    name = "scrape"
    operation = SCRAPE

    @classmethod
    def requests(cls, options: ScrapeOptions, task: Task | None) -> Iterator[Request]:
        capture_request = options.capture_request(workspace_of(task))
        yield request_for(capture_request, options, task, SCRAPE.price(options))
