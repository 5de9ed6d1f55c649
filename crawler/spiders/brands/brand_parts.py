"""The spiders of lookups that use stored brands: many brands, one logo, and the resolution for logo serving."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from scrapy.crawler import Crawler

from contract.errors import ServiceError
from contract.fields.brand_domain import parse
from contract.operations import BRAND, BRAND_BATCH, BRAND_LOGO, LOGO
from contract.options.brand import BrandBatchOptions, BrandLogoOptions, BrandOptions
from contract.results.brands.brand import LogoTheme
from contract.results.brands.brand_lookup import BatchEntry, BrandBatchResult, ChosenLogo
from contract.results.brands.served_logo import choose_file, logo_url
from contract.results.job import JobError
from contract.results.page import Usage
from crawler import resources
from crawler.items import ResultItem
from crawler.spiders.brands.brand import brands_of, result_of
from crawler.spiders.brands.stored_brands import FRESH, Found
from crawler.spiders.gathering import GatheringSpider
from models.brands.brand import LogoRow
from models.jobs.job import Task

# Brands of one call that are resolved at the same time.
PARALLEL = 10
_FORMATS = {"image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpg"}


class BrandBatchSpider(GatheringSpider):
    """`scrapy crawl brand-batch -a domains=acme.com,example.com`."""

    name = "brand-batch"
    operation = BRAND_BATCH

    @classmethod
    async def gather(cls, crawler: Crawler, options: BrandBatchOptions, task: Task | None) -> ResultItem:
        """The brands in the order of the request. A domain that fails does not affect the others, and is free."""
        stored, slots = brands_of(crawler, task), asyncio.Semaphore(PARALLEL)
        base = resources.of(crawler).environment.image_base

        async def look_up(domain: str) -> BatchEntry:
            async with slots:
                try:
                    found = await stored.get(domain, None)
                except ServiceError as error:
                    return BatchEntry(
                        domain=domain, status="failed", error=JobError(code=error.code, message=error.message)
                    )
            return BatchEntry(
                domain=domain, status="resolved", data=result_of(found, domain, base, is_billed=bool(task))
            )

        first = {parse(domain).key: domain for domain in reversed(options.domains)}
        looked_up = await asyncio.gather(*(look_up(domain) for domain in first.values()))
        by_key = dict(zip(first, looked_up, strict=True))
        entries = tuple(_as_asked(by_key[parse(domain).key], domain) for domain in options.domains)
        resolved = sum(entry.status == "resolved" for entry in entries)
        price = sum(BRAND.credits for entry in looked_up if entry.data is not None and not entry.data.parked)
        usage = Usage(credits_used=price if task else 0, credits_remaining=0, freshness="fresh")
        result = BrandBatchResult(results=entries, resolved=resolved, failed=len(entries) - resolved, usage=usage)
        return ResultItem(result=result, task=task, price=price)


class BrandLogoSpider(GatheringSpider):
    """`scrapy crawl brand-logo -a domain=acme.com -a theme=dark`."""

    name = "brand-logo"
    operation = BRAND_LOGO

    @classmethod
    async def gather(cls, crawler: Crawler, options: BrandLogoOptions, task: Task | None) -> ResultItem:
        """The best logo as an item. Its result is None, and free, when the brand has no logo.

        Raises:
            ServiceError: the domain cannot be resolved.
        """
        found = await brands_of(crawler, task).get(options.domain, None)
        row = choose_file(found.row.logos, options.type, options.theme)
        if row is None:
            return ResultItem(result=None, task=task, price=0)
        base = resources.of(crawler).environment.image_base
        return ResultItem(result=_chosen(found, row, options, base, bool(task)), task=task, price=BRAND_LOGO.credits)


class LogoSpider(GatheringSpider):
    """Resolves a domain for logo serving. The result is in storage."""

    name = "logo"
    operation = LOGO

    @classmethod
    async def gather(cls, crawler: Crawler, options: BrandOptions, task: Task | None) -> ResultItem:
        """An empty, free result, after the brand was resolved.

        Raises:
            ServiceError: the domain cannot be resolved.
        """
        max_age = FRESH if options.max_age is None else timedelta(milliseconds=options.max_age)
        await brands_of(crawler, task).get(options.domain, max_age)
        return ResultItem(result=None, task=task, price=0)


def _as_asked(entry: BatchEntry, domain: str) -> BatchEntry:
    """The entry under the domain as this item of the request wrote it."""
    data = replace(entry.data, queried_domain=domain) if entry.data else None
    return replace(entry, domain=domain, data=data)


def _theme(row: LogoRow, of_logo: LogoTheme) -> LogoTheme | Literal["auto"]:
    """The background that a file suits. A file may have been made from a logo that suits the other background."""
    if row.adaptive or of_logo == "any" or row.theme == "auto":
        return "auto" if row.adaptive else of_logo
    return "light" if row.theme == "light" else "dark"


def _chosen(found: Found, row: LogoRow, options: BrandLogoOptions, base: str, is_billed: bool) -> ChosenLogo:
    brand = found.row.brand
    logo = next(logo for logo in brand.logos if logo.id == row.logo_id)
    usage = Usage(
        credits_used=BRAND_LOGO.credits if is_billed else 0, credits_remaining=0,
        freshness="cache" if found.cached else "fresh",
    )  # fmt: skip
    return ChosenLogo(
        domain=brand.domain, url=logo_url(base, brand.domain, row.type, row.theme), type=logo.type,
        theme=_theme(row, logo.theme), format=_FORMATS[row.content_type], width=row.width,
        height=row.height, adaptive=row.adaptive, requested_type=options.type, requested_theme=options.theme,
        origin=logo.origin, source=logo.source, usage=usage,
    )  # fmt: skip
