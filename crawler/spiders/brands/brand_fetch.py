"""Fetches what a brand is read from: the home page, its manifest and style sheets, and the best logos.

Every fetch is an ordinary request of the crawler: address policy, proxy, politeness. Reading is done in the reading pool.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from scrapy.crawler import Crawler

from contract.capture import CaptureRequest, PageCapture
from contract.errors import NotFound, ServiceError, UpstreamUnreachable
from contract.fields.brand_domain import BrandAddress
from contract.options.page import ReadingOptions
from contract.results.brands.brand import Brand
from contract.results.brands.served_logo import ServedLogo
from crawler import resources
from crawler.capture import as_service_error, capture_of, require_page
from crawler.requests import download, fetch_file, request_for
from extraction.brand import home_page, manifest, measured_logos, resolve, side_files
from extraction.brand.home_page import HomePage
from extraction.brand.marks.candidate import Candidate
from extraction.brand.side_files import FetchedFiles, SideFiles
from extraction.links.sites import site_of_host
from extraction.logo import raster

log = logging.getLogger(__name__)
T = TypeVar("T")
# A record, and the files that serve its logos.
Resolved = tuple[Brand, tuple[ServedLogo, ...]]

# One attempt to fetch the home page, with its rendering if it is an application shell.
HOME_TIMEOUT_MS = 20_000
RENDER_TIMEOUT_MS = 15_000
# A side file or a logo that takes longer is left out.
FILE_TIMEOUT_MS = 5_000
# The end of a name that has a public suffix. Addresses have none.
_DOMAIN = re.compile(r"\.[a-z][a-z0-9-]*$")
# An image that takes longer to measure is left out.
MEASURE_SECONDS = 5.0


async def fetch_brand(
    crawler: Crawler, address: BrandAddress, queried: str, workspace_id: str | None = None
) -> Resolved:
    """The brand of an address, with the files that serve its logos.

    Args:
        queried: the domain or URL as the caller wrote it, for the record.
    Raises:
        NotFound: no URL of the address returns a readable home page, or the site returned a bot check.
    """
    return await _Fetch(crawler, workspace_id).brand(address, queried)


class _Fetch:
    """The fetches of one brand."""

    def __init__(self, crawler: Crawler, workspace_id: str | None) -> None:
        self._crawler = crawler
        self._shared = resources.of(crawler)
        self._workspace_id = workspace_id

    async def _call(self, url: str, function: Callable[..., T], *arguments: Any, seconds: float | None = None) -> T:
        workspace_id = self._workspace_id
        return await self._shared.reading.call(url, function, *arguments, workspace_id=workspace_id, seconds=seconds)

    async def brand(self, address: BrandAddress, queried: str) -> Resolved:
        bimi = asyncio.ensure_future(self._bimi(address.host))
        try:
            return await self._brand(address, queried, bimi)
        finally:
            bimi.cancel()

    async def _bimi(self, host: str) -> tuple[str, ...]:
        """The records about the logo of the domain's e-mail. Not looked up where a proxy does all fetching."""
        domain = site_of_host(host, None)
        if self._shared.environment.proxies or not _DOMAIN.search(domain):
            return ()
        return await self._shared.txt_records.find(f"default._bimi.{domain}")

    async def _brand(self, address: BrandAddress, queried: str, bimi: asyncio.Future[tuple[str, ...]]) -> Resolved:
        capture = await self._home(address)
        try:
            home = await self._read(capture, bimi)
        except UpstreamUnreachable as error:
            raise NotFound(f"The home page of {address.host} cannot be read: {error.message}") from error
        if home.is_blocked:
            raise NotFound(f"{address.host} returned a bot check instead of its home page.")
        images = await self._files(candidate.url for candidate in home.candidates if candidate.url)
        return await self._resolved(home, images, queried, address.key)

    async def _resolved(self, home: HomePage, images: dict[str, bytes], queried: str, host: str) -> Resolved:
        """The record. An image that its reader cannot finish, such as an SVG bomb, is left out."""
        try:
            return await self._call(home.url, resolve.with_served_files, home, images, queried, host)
        except UpstreamUnreachable:
            home = replace(home, candidates=await self._measurable(home, images))
            return await self._call(home.url, resolve.with_served_files, home, images, queried, host)

    async def _measurable(self, home: HomePage, images: dict[str, bytes]) -> tuple[Candidate, ...]:
        """The candidates that a reader can measure. One at a time, so that no bomb ends the reader of another image."""
        found = []
        for candidate in home.candidates:
            own = {url: body for url, body in images.items() if url == candidate.url}
            try:
                await self._call(
                    candidate.url or home.url, measured_logos.read, [candidate], own, seconds=MEASURE_SECONDS
                )
            except UpstreamUnreachable as error:
                log.warning("A logo of %s is left out: %s", home.url, error)
            else:
                found.append(candidate)
        return tuple(found)

    async def _home(self, address: BrandAddress) -> PageCapture:
        """The capture of the first URL that gives a page.

        Raises:
            NotFound: none does.
        """
        problem = ""
        for url in address.urls:
            try:
                capture = await self._capture(url, HOME_TIMEOUT_MS, render=None)
            except ServiceError as error:
                problem = error.message
                continue
            if capture.status < 400:
                return capture
            problem = capture.status_sentence
        raise NotFound(f"{address.host} could not be resolved. {problem}")

    async def _capture(self, url: str, timeout_ms: int, *, render: bool | None) -> PageCapture:
        capture_request = CaptureRequest(
            url=url, render=render, timeout_ms=timeout_ms, store=False, workspace_id=self._workspace_id
        )
        request = request_for(capture_request, ReadingOptions(), None, 0)
        try:
            capture = capture_of(await download(self._crawler, request), request)
        except Exception as error:
            raise as_service_error(error, capture_request, "") from error
        require_page(capture)
        return capture

    async def _read(self, capture: PageCapture, bimi: asyncio.Future[tuple[str, ...]]) -> HomePage:
        """The read home page: the rendered one if the page as received shows no logo."""
        named = await self._call(capture.final_url, side_files.read, capture)
        files = replace(await self._side_files(named), bimi=await bimi)
        home = await self._call(capture.final_url, home_page.read, capture, files)
        if home.shows_logo or capture.rendered or not named.has_scripts or self._shared.browser.path is None:
            return home
        return await self._read_rendered(capture, files) or home

    async def _read_rendered(self, capture: PageCapture, files: FetchedFiles) -> HomePage | None:
        """The home page as a browser shows it. None if it shows no logo either, or cannot be rendered."""
        try:
            rendered = await self._capture(capture.final_url, RENDER_TIMEOUT_MS, render=True)
            home = await self._call(rendered.final_url, home_page.read, rendered, files)
        except ServiceError as error:
            log.debug("%s is read without rendering: %s", capture.final_url, error)
            return None
        return home if home.shows_logo and rendered.status < 400 else None

    async def _side_files(self, named: SideFiles) -> FetchedFiles:
        manifests = self._file(named.manifest, manifest.MAX_BYTES) if named.manifest else _nothing()
        sheets = (self._file(url, side_files.STYLESHEET_MAX_BYTES) for url in named.stylesheets)
        found, *styles = await asyncio.gather(manifests, *sheets)
        return FetchedFiles(manifest=found, stylesheets=tuple(sheet for sheet in styles if sheet is not None))

    async def _files(self, urls: Iterable[str]) -> dict[str, bytes]:
        """The images that could be fetched, by URL."""
        unique = list(dict.fromkeys(urls))
        bodies = await asyncio.gather(*(self._file(url, raster.MAX_BYTES) for url in unique))
        return {url: body for url, body in zip(unique, bodies, strict=True) if body}

    async def _file(self, url: str, max_bytes: int) -> bytes | None:
        response = await fetch_file(
            self._crawler, url, timeout_ms=FILE_TIMEOUT_MS, max_bytes=max_bytes, workspace_id=self._workspace_id
        )
        return response.body if response is not None and response.status == 200 else None


async def _nothing() -> None:
    return None
