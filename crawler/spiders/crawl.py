"""The spider of a crawl: a whole site."""

from __future__ import annotations

from contract.operations import CRAWL
from crawler.spiders.pages import PagesSpider


class CrawlSpider(PagesSpider):
    """`scrapy crawl crawl -a url=… [-a limit=…] -O pages.jsonl`."""

    name = "crawl"
    operation = CRAWL
