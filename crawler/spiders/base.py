"""What all spiders share: options from `-a` arguments, requests that carry a capture request, items out of responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

import scrapy
from scrapy.http import Request, Response

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import from_arguments
from contract.operations import Operation
from contract.options.page import ReadingOptions
from crawler.capture import CAPTURE_REQUEST, DEADLINE, capture_of, request_of, require_page
from crawler.items import PageItem
from crawler.verbatim import VERBATIM, verbatim
from models.job import Task
from models.page_task import PageTask

TASK = "task"
OPTIONS = "options"
PRICE = "price"
# Set on the pages of jobs: who records them.
PAGES = "pages"


def request_for(wanted: CaptureRequest, options: ReadingOptions, task: Task | PageTask | None, price: int) -> Request:
    """The Scrapy request that captures a page and knows what it is for."""
    budget = (wanted.timeout_ms or limits.CAPTURE_MAX_MS) / 1000
    return Request(
        verbatim(wanted.url),
        method=wanted.method,
        body=wanted.body,
        headers=dict(wanted.headers),
        dont_filter=True,
        meta={
            VERBATIM: True,
            CAPTURE_REQUEST: wanted,
            OPTIONS: options,
            TASK: task,
            PRICE: price,
            DEADLINE: asyncio.get_running_loop().time() + budget,
            # A POST may have been carried out although its answer was lost.
            "dont_retry": wanted.method == "POST",
        },
    )


class OrbweaverSpider(scrapy.Spider):
    """A spider that is driven by the options of one operation.

    `scrapy crawl NAME -a url=… -a waitFor=500` reads the same options as the API, with the same errors.
    """

    operation: ClassVar[Operation]

    def __init__(self, name: str | None = None, **arguments: str) -> None:
        super().__init__(name)
        self.arguments = arguments

    def options(self) -> Any:
        """The validated options of this run."""
        return from_arguments(self.operation.options, self.arguments)

    def check(self) -> None:
        """Look whether the arguments can be run with.

        Raises:
            InvalidRequest: which of them is wrong, and why.
        """
        self.options()

    async def start(self) -> AsyncIterator[Any]:
        for request in self.requests(self.options(), None):
            yield request

    @classmethod
    def requests(cls, options: Any, task: Task | None) -> Iterator[Request]:
        """The first requests of a run."""
        raise NotImplementedError

    def parse(self, response: Response, **kwargs: Any) -> Iterator[PageItem]:
        """The page as an item.

        Raises:
            UpstreamUnreachable: the origin failed or answered with nothing.
        """
        request = response.request
        assert request is not None
        capture = capture_of(response, request)
        require_page(capture)
        yield PageItem(
            request=request_of(request), capture=capture, options=request.meta[OPTIONS], task=request.meta[TASK],
            price=request.meta[PRICE], pages=request.meta.get(PAGES),
        )  # fmt: skip
