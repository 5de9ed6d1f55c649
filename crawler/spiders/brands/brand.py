"""The spider of a brand lookup."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

from scrapy.crawler import Crawler

from contract.operations import BRAND
from contract.options.brand import BrandOptions
from contract.results.brands.brand import Brand, BrandResult, Logo
from contract.results.brands.served_logo import logo_url
from contract.results.page import Usage
from crawler import resources
from crawler.items import ResultItem, workspace_of
from crawler.spiders.brands.stored_brands import Found, StoredBrands
from crawler.spiders.gathering import GatheringSpider
from models.jobs.job import Task


class BrandSpider(GatheringSpider):
    """`scrapy crawl brand -a domain=acme.com -O brand.jsonl`."""

    name = "brand"
    operation = BRAND

    @classmethod
    async def gather(cls, crawler: Crawler, options: BrandOptions, task: Task | None) -> ResultItem:
        """The brand of a domain as an item.

        Raises:
            ServiceError: the domain cannot be resolved.
        """
        max_age = None if options.max_age is None else timedelta(milliseconds=options.max_age)
        found = await brands_of(crawler, task).get(options.domain, max_age)
        base = resources.of(crawler).environment.image_base
        result = result_of(found, options.domain, base, is_billed=bool(task))
        return ResultItem(result=result, task=task, price=price_of(found))


def brands_of(crawler: Crawler, task: Task | None) -> StoredBrands:
    """The stored brands as the call of a task needs them."""
    return StoredBrands(crawler, workspace_of(task))


def price_of(found: Found) -> int:
    """The credits of a lookup. A domain that nobody uses is free."""
    return 0 if found.row.brand.parked else BRAND.credits


def result_of(found: Found, queried: str, image_base: str, *, is_billed: bool) -> BrandResult:
    """A brand as the result of its lookup. The record pipeline adds the balance."""
    brand = _with_urls(found, image_base)
    record = {declared.name: getattr(brand, declared.name) for declared in fields(Brand)}
    usage = Usage(
        credits_used=price_of(found) if is_billed else 0,
        credits_remaining=0,
        freshness="cache" if found.cached else "fresh",
    )
    return BrandResult(**{**record, "queried_domain": queried}, cached=found.cached, usage=usage)


def _with_urls(found: Found, image_base: str) -> Brand:
    """The record with the URLs of the logos that are served. The others have none."""
    brand = found.row.brand
    served = sorted((row for row in found.row.logos if row.theme in ("light", "dark")), key=lambda row: row.theme)
    rows = {row.logo_id: row for row in served}  # The last one wins: the light one, where a logo is served as both.

    def complete(logo: Logo) -> Logo:
        row = rows.get(logo.id)
        return replace(logo, url=logo_url(image_base, brand.domain, row.type, row.theme)) if row else logo

    first = complete(brand.primary_logo) if brand.primary_logo else None
    return replace(brand, primary_logo=first, logos=tuple(complete(logo) for logo in brand.logos))
