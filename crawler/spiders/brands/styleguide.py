"""The spider of a styleguide lookup."""

from __future__ import annotations

import asyncio
import time
from dataclasses import fields
from datetime import timedelta
from functools import partial

from scrapy.crawler import Crawler

from contract.errors import NotFound
from contract.fields.brand_domain import BrandAddress, parse
from contract.operations import STYLEGUIDE
from contract.options.styleguide import StyleguideOptions
from contract.results.brands.styleguide import Styleguide, StyleguideResult
from contract.results.page import Usage
from crawler import resources
from crawler.items import ResultItem, workspace_of
from crawler.spiders.brands.styleguide_page import render_styleguide
from crawler.spiders.gathering import GatheringSpider
from extraction.brand.styleguide.record import ReadStyles
from models.brands import styleguide
from models.jobs.job import Task

# Pause between two looks at a rendering that another process has begun.
POLL_SECONDS = 0.1


class StyleguideSpider(GatheringSpider):
    """`scrapy crawl styleguide -a domain=acme.com -O styleguide.jsonl`."""

    name = "styleguide"
    operation = STYLEGUIDE

    @classmethod
    async def gather(cls, crawler: Crawler, options: StyleguideOptions, task: Task | None) -> ResultItem:
        """The styleguide of a domain as an item. That of an unstyled page is free and not stored.

        Raises:
            ServiceError: the domain gives no page.
        """
        address = parse(options.domain)
        workspace_id = workspace_of(task)
        if resources.of(crawler).database is None:
            found = await render_styleguide(crawler, address, workspace_id)
            return _item(found.styleguide, task, is_styled=found.is_styled, cached=False)
        max_age = styleguide.RETENTION if options.max_age is None else timedelta(milliseconds=options.max_age)
        return await _Stored(crawler, address, workspace_id).item(max_age, task)


class _Stored:
    """The styleguide of one host in the database."""

    def __init__(self, crawler: Crawler, address: BrandAddress, workspace_id: str | None) -> None:
        self._crawler = crawler
        self._shared = resources.of(crawler)
        self._address = address
        self._workspace_id = workspace_id

    async def item(self, max_age: timedelta, task: Task | None) -> ResultItem:
        """The stored record as an item. Rendered first if it is missing or older than `max_age`; one call at a time.

        Raises:
            NotFound: the host gives no page, or gave none within the last minute.
        """
        host, began = self._address.key, time.monotonic()
        while True:
            waited = timedelta(seconds=time.monotonic() - began)
            stored = await self._shared.transact(partial(styleguide.find, host=host, max_age=max_age + waited))
            if stored is not None:
                return _item(stored.styleguide, task, is_styled=True, cached=stored.age > waited)
            failure = await self._shared.transact(
                partial(styleguide.recent_failure, host=host, max_age=max_age + waited)
            )
            if failure is not None:
                raise failure
            if await self._shared.transact(lambda connection: styleguide.claim(connection, host)):
                found = await self._render()
                return _item(found.styleguide, task, is_styled=found.is_styled, cached=False)
            while await self._shared.transact(lambda connection: styleguide.is_running(connection, host)):
                await asyncio.sleep(POLL_SECONDS)

    async def _render(self) -> ReadStyles:
        """The rendered record. The host is released in every case."""
        try:
            found = await render_styleguide(self._crawler, self._address, self._workspace_id)
        except NotFound as error:
            failure = error
            await self._shared.transact(lambda connection: styleguide.fail(connection, self._address.key, failure))
            raise
        except BaseException:
            self._shared.transact(lambda connection: styleguide.release(connection, self._address.key))
            raise
        if found.is_styled:
            await self._shared.transact(lambda connection: styleguide.store(connection, found.styleguide))
        else:
            await self._shared.transact(lambda connection: styleguide.release(connection, self._address.key))
        return found


def _item(record: Styleguide, task: Task | None, *, is_styled: bool, cached: bool) -> ResultItem:
    price = STYLEGUIDE.credits if is_styled else 0
    values = {declared.name: getattr(record, declared.name) for declared in fields(Styleguide)}
    usage = Usage(
        credits_used=price if task else 0, credits_remaining=0, freshness="cache" if cached else "fresh"
    )  # The record pipeline adds the balance.
    return ResultItem(result=StyleguideResult(**values, cached=cached, usage=usage), task=task, price=price)
