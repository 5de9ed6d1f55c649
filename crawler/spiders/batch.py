"""The spider of a batch: a list of pages."""

from __future__ import annotations

from contract.operations import BATCH
from crawler.spiders.pages import PagesSpider


class BatchSpider(PagesSpider):
    """`scrapy crawl batch -a urls=…,… -O pages.jsonl`."""

    name = "batch"
    operation = BATCH
