"""The spider of a screenshot."""

from __future__ import annotations

import base64
import struct
from datetime import UTC, datetime
from typing import cast

from scrapy.crawler import Crawler
from scrapy.http import Response

from contract.capture import CaptureRequest, PageCapture
from contract.errors import UpstreamUnreachable
from contract.operations import SCREENSHOT
from contract.options.page import ReadingOptions
from contract.options.screenshot import ScreenshotOptions
from contract.results.page import warning_of
from contract.results.screenshot import ScreenshotResult
from crawler import resources
from crawler.items import ResultItem, workspace_of
from crawler.meta import CAPTURE, OBSERVED, VIEW
from crawler.rendering.render_request import EMPTY_DOCUMENT, View
from crawler.rendering.views.page_screenshot import Picture, Screenshot
from crawler.requests import download, request_for
from crawler.spiders.gathering import GatheringSpider
from extraction.bot_checks import BOT_CHECK, is_bot_check
from extraction.verdicts.outcome import unbilled
from models.jobs.job import Task

# The header of a stored screenshot that holds its warning.
WARNING_HEADER = "x-orbweaver-warning"
SIZE_HEADER = "x-orbweaver-size"
# Width and height follow the signature and the start of the first chunk of every PNG.
PNG_SIZE_AT = 16
HTML_TYPE = ("content-type", "text/html; charset=utf-8")


class ScreenshotSpider(GatheringSpider):
    """`scrapy crawl screenshot -a url=… [-a fullPage=true] -O screenshot.jsonl`."""

    name = "screenshot"
    operation = SCREENSHOT

    @classmethod
    async def gather(cls, crawler: Crawler, options: ScreenshotOptions, task: Task | None) -> ResultItem:
        """The screenshot of a page as an item. Pictures of error pages and bot checks are free and not cached.

        Raises:
            UpstreamUnreachable: the browser cannot show the page, or its body is empty.
            Exception: the failure of the fetch.
        """
        capture_request = options.capture_request(workspace_of(task))
        request = request_for(capture_request, ReadingOptions(), None, 0)
        request.meta[VIEW] = _view(options)
        response = await download(crawler, request)
        capture: PageCapture = response.meta.get(CAPTURE) or _capture(response, capture_request, options.format)
        blocked = await _is_bot_check(crawler, response, capture_request.workspace_id)
        good = capture.is_success and not blocked
        item = ResultItem(result=_result(capture, blocked), task=task, price=SCREENSHOT.price(options) if good else 0)
        if good and task is not None:
            item.store = await cls.keeping(crawler, capture_request, capture)
        return item


def _view(options: ScreenshotOptions) -> View:
    width, height, scale = options.window.width, options.window.height, options.device_scale_factor
    take = Screenshot(
        width=width, height=height, full_page=options.full_page, format=options.format, scale=scale,
        selector=options.selector, hides_banners=options.hide_banners,
    )  # fmt: skip
    return View(
        width=width,
        height=height,
        device_scale_factor=scale,
        is_mobile=options.mobile,
        is_dark=options.dark_mode,
        take=take,
    )


async def _is_bot_check(crawler: Crawler, response: Response, workspace_id: str | None) -> bool:
    """Whether a new screenshot shows a bot check. Stored ones do not: they are not stored."""
    picture: Picture | None = response.meta.get(OBSERVED)
    if picture is None or not picture.html:
        return False
    page = PageCapture(
        url=response.url, final_url=response.url, status=response.status, headers=(HTML_TYPE,),
        body=picture.html.encode("utf-8", "replace"), rendered=True, captured_at=datetime.now(UTC),
    )  # fmt: skip
    return await resources.of(crawler).reading.call(response.url, is_bot_check, page, workspace_id=workspace_id)


def _capture(response: Response, capture_request: CaptureRequest, image_format: str) -> PageCapture:
    """A new screenshot as a capture: its body is the image."""
    picture: Picture | None = response.meta.get(OBSERVED)
    if picture is None:
        raise UpstreamUnreachable("The browser could not render the page.")
    if picture.html == EMPTY_DOCUMENT and 200 <= response.status < 300:
        raise UpstreamUnreachable(f"The origin returned HTTP {response.status} and an empty body.")
    headers = [("content-type", f"image/{image_format}"), (SIZE_HEADER, f"{picture.width}x{picture.height}")]
    if picture.warning:
        headers.append((WARNING_HEADER, picture.warning))
    return PageCapture(
        url=capture_request.url, final_url=response.url, status=response.status, headers=tuple(headers), body=picture.image,
        rendered=True, captured_at=datetime.now(UTC),
    )  # fmt: skip


def _size(capture: PageCapture) -> tuple[int, int]:
    if size := capture.header(SIZE_HEADER):
        width, _, height = size.partition("x")
        return int(width), int(height)
    # A PNG that was stored before sizes were.
    return cast(tuple[int, int], struct.unpack_from(">II", capture.body, PNG_SIZE_AT))


def _result(capture: PageCapture, blocked: bool) -> ScreenshotResult:
    width, height = _size(capture)
    sentences = [capture.header(WARNING_HEADER)]
    if not capture.is_success:
        sentences.append(capture.status_sentence)
    elif blocked:
        sentences.append(BOT_CHECK)
    return ScreenshotResult(
        url=capture.url, final_url=capture.final_url, status=capture.status, cached=capture.cached,
        usage=unbilled(capture), width=width, height=height, warning=warning_of(*sentences),
        format=(capture.header("content-type") or "").removeprefix("image/") or "png",
        image=base64.b64encode(capture.body).decode(),
    )  # fmt: skip
