"""The spider of a parse: reads a file that the caller has sent. Nothing is fetched."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from functools import partial

from scrapy.crawler import Crawler

from contract.capture import CaptureRequest, PageCapture
from contract.errors import InvalidRequest, ServiceError, UpstreamUnreachable
from contract.fields.file_content import bytes_of
from contract.operations import PARSE
from contract.options.parse import ParseOptions
from contract.results.page import PageFormats
from contract.results.parse import ParseResult
from crawler.items import PageItem, ResultItem, workspace_of
from crawler.spiders.gathering import GatheringSpider
from extraction.verdicts.outcome import unbilled, usable
from models.jobs import job
from models.jobs.job import Task


class ParseSpider(GatheringSpider):
    """`scrapy crawl parse -a file=BASE64 -a fileName=report.docx -O report.json`."""

    name = "parse"
    operation = PARSE

    @classmethod
    async def gather(cls, crawler: Crawler, options: ParseOptions, task: Task | None) -> ResultItem:
        """The formats of a file as an item. The file is deleted from the job with its result.

        Raises:
            InvalidRequest: the file has no readable text.
            UpstreamUnreachable: the file exceeded the reader's time or memory limit.
            ServiceUnavailable: a format needs a language model, which is not configured or failed.
        """
        capture = _capture(options)
        # With a body, the request is private: nothing that is stored about the file is found by other workspaces.
        request = CaptureRequest(
            url=capture.url, method="POST", body=capture.body, store=False, workspace_id=workspace_of(task)
        )
        item = PageItem(request=request, capture=capture, options=options, price=PARSE.price(options))
        try:
            item = await crawler.engine.scraper.itemproc.process_item_async(item)
        except UpstreamUnreachable as error:
            raise _about_file(error, capture) from error
        assert item.formats is not None
        found = {each.name: getattr(item.formats, each.name) for each in fields(PageFormats)}
        result = ParseResult(**found, file_name=options.file_name, usage=unbilled(capture))
        return ResultItem(
            result=result, task=task, price=item.price if usable(capture, item.formats.quality) else 0,
            store=partial(job.forget_file, task=task) if task else None,
        )  # fmt: skip

    @classmethod
    def subject(cls, options: ParseOptions) -> CaptureRequest:
        """A file has no URL: errors name the file."""
        return CaptureRequest(url=options.file_name)


def _capture(options: ParseOptions) -> PageCapture:
    url = options.url or "file:///"
    headers = (("content-type", options.media_type),) if options.media_type else ()
    return PageCapture(
        url=url, final_url=url, status=200, headers=headers, body=bytes_of(options.file), captured_at=datetime.now(UTC)
    )


def _about_file(error: UpstreamUnreachable, capture: PageCapture) -> ServiceError:
    """The error of the caller's file. One that may pass, such as a time limit, stays as it is."""
    if error.details != {"retryable": False}:
        return error
    return InvalidRequest.of("file", error.message.removeprefix(capture.final_url).strip(" ."))
