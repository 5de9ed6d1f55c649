"""The spider of a brand lookup."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from scrapy.crawler import Crawler

from contract.capture import CaptureRequest
from contract.fields.brand_domain import parse
from contract.operations import BRAND
from contract.options.brand import BrandOptions
from contract.results.brand import Brand, BrandResult, ResolvedBrand
from contract.results.page import Usage
from crawler.items import ResultItem
from crawler.jobs.brand_fetch import fetch_brand
from crawler.spiders.gathering import GatheringSpider
from models.jobs.job import Task


@dataclass
class BrandItem(ResultItem):
    """A brand with the files of its logos, which are stored and not part of the result."""

    resolved: ResolvedBrand | None = field(default=None, repr=False)


class BrandSpider(GatheringSpider):
    """`scrapy crawl brand -a domain=acme.com -O brand.jsonl`."""

    name = "brand"
    operation = BRAND

    @classmethod
    async def gather(cls, crawler: Crawler, options: BrandOptions, task: Task | None) -> BrandItem:
        """The brand of a domain as an item.

        Raises:
            NotFound: the domain has no home page that can be read.
        """
        workspace = str(task.workspace_id) if task else None
        resolved = await fetch_brand(crawler, parse(options.domain), options.domain, workspace)
        price = BRAND.price(options)
        result = result_of(
            resolved.brand, Usage(credits_used=price if task else 0, credits_remaining=0, freshness="fresh")
        )
        return BrandItem(result=result, task=task, price=price, resolved=resolved)

    @classmethod
    def subject(cls, options: BrandOptions) -> CaptureRequest:
        """The fetch that errors name: the first URL of the domain."""
        return CaptureRequest(url=options.url)


def result_of(brand: Brand, usage: Usage) -> BrandResult:
    """A resolved brand as the result of its lookup."""
    record = {declared.name: getattr(brand, declared.name) for declared in fields(brand)}
    return BrandResult(**record, cached=False, usage=usage)
