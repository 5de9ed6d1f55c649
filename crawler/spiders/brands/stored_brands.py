"""Brands from storage: looked up, resolved when they are missing or old, and stored. One resolution per host at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from scrapy.crawler import Crawler
from sqlalchemy.exc import SQLAlchemyError

from contract import limits
from contract.capture import CaptureRequest
from contract.errors import ServiceError
from contract.fields.brand_domain import BrandAddress, parse
from contract.results.brands.brand import Brand
from contract.results.brands.served_logo import ServedLogo
from crawler import resources
from crawler.capture import as_service_error
from crawler.spiders.brands.brand_fetch import fetch_brand
from models.brands import attempt, brand
from models.brands.brand import BrandRow, LogoRow

log = logging.getLogger(__name__)
FRESH = timedelta(seconds=limits.BRAND_FRESH_SECONDS)
# Pause between two looks at a resolution that another process has begun.
POLL_SECONDS = 0.1
RENEW_SECONDS = 5.0
# Refreshes that run after an answer. The set keeps them from being collected.
_refreshing: set[asyncio.Task[None]] = set()


@dataclass(frozen=True)
class Found:
    """A brand, and whether it was in storage before the call. `files` are present when nothing was stored."""

    row: BrandRow
    cached: bool
    files: tuple[ServedLogo, ...] = field(default=(), repr=False)


class StoredBrands:
    """The brands that one call needs. Without a database, every brand is resolved and nothing is stored."""

    def __init__(self, crawler: Crawler, workspace_id: str | None) -> None:
        self._crawler = crawler
        self._shared = resources.of(crawler)
        self._workspace_id = workspace_id

    async def get(self, domain: str, max_age: timedelta | None) -> Found:
        """The brand of a domain or URL.

        Args:
            max_age: an older brand is resolved anew. With None, a brand of any age is served, and one older than 30 days is
                refreshed after the answer.

        Raises:
            ServiceError: the domain cannot be resolved.
        """
        address = parse(domain)
        if self._shared.database is None:
            resolved, files = await self._resolve(address, domain)
            return Found(resolved, cached=False, files=files)
        began = time.monotonic()
        found = await self._shared.ask(partial(_find_or_claim, host=address.key, max_age=max_age))
        if isinstance(found, BrandRow):
            if max_age is None and found.age > FRESH:
                self._refresh(address, domain)
            return Found(found, cached=True)
        return Found(await self._resolve_once(address, domain, began, is_claimed=found), cached=False)

    async def _resolve_once(self, address: BrandAddress, domain: str, began: float, *, is_claimed: bool) -> BrandRow:
        """The brand, resolved here or by the process that resolves it already."""
        while not is_claimed:
            while await self._shared.transact(lambda connection: attempt.is_running(connection, address.key)):
                await asyncio.sleep(POLL_SECONDS)
            stored = await self._shared.transact(lambda connection: brand.find(connection, address.key))
            if stored is not None and stored.age.total_seconds() < time.monotonic() - began + 1:
                return stored
            is_claimed = await self._shared.ask(lambda connection: attempt.claim(connection, address.key))
        return await self._resolve_claimed(address, domain)

    async def _resolve_claimed(self, address: BrandAddress, domain: str) -> BrandRow:
        renewing = asyncio.ensure_future(self._renew(address.key))
        try:
            row, _ = await self._resolve(address, domain)
            return row
        except asyncio.CancelledError:
            self._shared.transact(partial(attempt.fail, host=address.key, error=None))
            raise
        except Exception as error:
            failure = as_service_error(error, CaptureRequest(url=address.urls[0]), "brand")
            await self._shared.transact(partial(attempt.fail, host=address.key, error=failure))
            raise failure from error
        finally:
            renewing.cancel()

    async def _renew(self, host: str) -> None:
        """Renew the claim until it is cancelled. A claim that could not be renewed may end early, which is harmless."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._shared.transact(lambda connection: attempt.renew(connection, host))
            except SQLAlchemyError as error:
                log.warning("The claim of %s could not be renewed: %s", host, error)

    async def _resolve(self, address: BrandAddress, domain: str) -> tuple[BrandRow, tuple[ServedLogo, ...]]:
        """Fetch and read the brand. Store it if there is a database."""
        record, files = await fetch_brand(self._crawler, address, domain, self._workspace_id)
        if self._shared.database is not None:
            await self._shared.transact(partial(_store, record=record, files=files, host=address.key))
        return BrandRow(record, timedelta(), tuple(map(_row, files))), files

    def _refresh(self, address: BrandAddress, domain: str) -> None:
        """Resolve the brand after the answer, unless a process does so already."""

        async def work() -> None:
            try:
                if await self._shared.transact(partial(_claim_old, host=address.key)):
                    await self._resolve_claimed(address, domain)
            except ServiceError as error:
                log.info("The stored brand of %s is returned, because refreshing it failed: %s", address.key, error)

        running = asyncio.ensure_future(work())
        _refreshing.add(running)
        running.add_done_callback(_refreshing.discard)


def _find_or_claim(connection: Any, host: str, max_age: timedelta | None) -> BrandRow | bool:
    """The stored brand, unless it is too old. Otherwise whether its resolution was claimed. Needs no transaction."""
    stored = brand.find(connection, host)
    if stored is not None and (max_age is None or stored.age < max_age):
        return stored
    return attempt.claim(connection, host)


def _claim_old(connection: Any, host: str) -> bool:
    """Claim the refresh of a brand. False if another process refreshes it, or has done so since it was read."""
    if not attempt.claim(connection, host):
        return False
    stored = brand.find(connection, host)
    if stored is None or stored.age > FRESH:
        return True
    attempt.succeed(connection, host)
    return False


def _store(connection: Any, record: Brand, files: tuple[ServedLogo, ...], host: str) -> None:
    brand.store(connection, record, files, (host,))
    attempt.succeed(connection, host)


def _row(file: ServedLogo) -> LogoRow:
    return LogoRow(
        file.type, file.theme, file.size, file.content_type, "", file.width, file.height, file.adaptive, file.logo_id
    )
