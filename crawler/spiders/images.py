"""The spider of an image list."""

from __future__ import annotations

from scrapy.crawler import Crawler

from contract.capture import PageCapture
from contract.operations import IMAGES
from contract.options.images import ImagesOptions
from contract.options.page import ReadingOptions
from contract.results.images import ImagesResult
from contract.results.page import warning_of
from crawler import resources
from crawler.capture import capture_of, require_page
from crawler.items import ResultItem, workspace_of
from crawler.requests import download, request_for
from crawler.spiders.gathering import GatheringSpider
from extraction.images import PageImages
from extraction.verdicts.outcome import unbilled
from models.jobs.job import Task


class ImagesSpider(GatheringSpider):
    """`scrapy crawl images -a url=… -O images.jsonl`."""

    name = "images"
    operation = IMAGES

    @classmethod
    async def gather(cls, crawler: Crawler, options: ImagesOptions, task: Task | None) -> ResultItem:
        """The images of a page as an item. Error pages, bot checks and documents other than HTML are free.

        Raises:
            UpstreamUnreachable: the origin failed, or its response is not a page.
            Exception: the failure of the fetch.
        """
        capture_request = options.capture_request_for(options.url, workspace_id=workspace_of(task))
        request = request_for(capture_request, ReadingOptions(), None, 0)
        response = await download(crawler, request)
        capture = capture_of(response, request)
        require_page(capture)
        found = await resources.of(crawler).reading.read_images(capture, capture_request.workspace_id)
        good = capture.is_success and found.readable and not found.blocked
        item = ResultItem(result=_result(capture, found), task=task, price=IMAGES.price(options) if good else 0)
        if good and task is not None:
            item.store = await cls.keeping(crawler, capture_request, capture)
        return item


def _result(capture: PageCapture, found: PageImages) -> ImagesResult:
    sentences = [capture.warning, found.warning]
    if not capture.is_success:
        sentences.append(capture.status_sentence)
    return ImagesResult(
        url=capture.url, final_url=capture.final_url, status=capture.status, cached=capture.cached, usage=unbilled(capture),
        warning=warning_of(*sentences), images=found.images,
    )  # fmt: skip
