"""Renders the home page of a site and reads its styleguide."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract.capture import CaptureRequest
from contract.errors import NotFound, ServiceError, UpstreamUnreachable
from contract.fields.brand_domain import BrandAddress
from contract.options.page import ReadingOptions
from crawler import resources
from crawler.capture import as_service_error
from crawler.meta import OBSERVED, VIEW
from crawler.rendering.render_request import EMPTY_DOCUMENT, View
from crawler.rendering.views.page_styles import HEIGHT, WIDTH, Styles, observe
from crawler.requests import download, request_for
from extraction.brand.styleguide import record
from extraction.brand.styleguide.record import PageStyles, ReadStyles

log = logging.getLogger(__name__)

# One attempt to render one of the address's URLs.
PAGE_TIMEOUT_MS = 27_000
READABLE = ("text/html", "application/xhtml+xml")


async def render_styleguide(crawler: Crawler, address: BrandAddress, workspace_id: str | None) -> ReadStyles:
    """The styleguide of the first URL of an address that gives a page.

    Raises:
        NotFound: none does, or the page is a bot check.
        ServiceError: the browser is not available.
    """
    problem = ""
    for url in address.urls:
        try:
            found = await _read(crawler, address, url, workspace_id)
        except (NotFound, UpstreamUnreachable) as error:
            log.debug("No styleguide could be read from %s: %s", url, error)
            problem = problem or error.message
            continue
        if found.is_blocked:
            raise NotFound(f"{address.host} returned a bot check instead of its home page.")
        return found
    raise NotFound(f"{address.host} could not be resolved. {problem}")


async def _read(crawler: Crawler, address: BrandAddress, url: str, workspace_id: str | None) -> ReadStyles:
    response = await _rendered(crawler, url, workspace_id)
    if not 200 <= response.status < 300:
        raise NotFound(f"The origin returned HTTP {response.status}.")
    styles: Styles | None = response.meta.get(OBSERVED)
    if styles is None or styles.light.get("kind") not in READABLE:
        raise NotFound("The home page is not an HTML document.")
    if styles.light.get("html") == EMPTY_DOCUMENT:
        raise NotFound(f"The origin returned HTTP {response.status} and an empty body.")
    page = PageStyles(
        domain=address.key, url=url, final_url=response.url, status=response.status, captured_at=datetime.now(UTC),
        width=WIDTH, height=HEIGHT, light=styles.light, dark=styles.dark,
    )  # fmt: skip
    return await resources.of(crawler).reading.call(response.url, record.read, page, workspace_id=workspace_id)


async def _rendered(crawler: Crawler, url: str, workspace_id: str | None) -> Response:
    capture_request = CaptureRequest(
        url=url, render=True, view="styleguide", timeout_ms=PAGE_TIMEOUT_MS, store=False, workspace_id=workspace_id
    )
    request = request_for(capture_request, ReadingOptions(), None, 0)
    request.meta[VIEW] = View(width=WIDTH, height=HEIGHT, take=observe)
    try:
        return await download(crawler, request)
    except Exception as error:
        failure = as_service_error(error, capture_request, "")  # Raises errors that are not failures of a fetch.
        raise _as_unreachable(failure) from error


def _as_unreachable(failure: ServiceError) -> ServiceError:
    """A time limit of one attempt is not the time limit of the call: the next URL is tried."""
    if failure.code == "REQUEST_TIMEOUT":
        return UpstreamUnreachable("The page did not finish loading in time.")
    return failure
