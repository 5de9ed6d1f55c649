"""The pipeline that reads pages: what sites say about use, and crawls that obey it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from contract.capture import CaptureRequest, PageCapture
from contract.environment import Environment
from contract.options.page import ReadingOptions
from crawler import resources
from crawler.failures import UsageRefused
from crawler.items import PageItem
from crawler.pipelines.formats import FormatsPipeline
from crawler.politeness.robots import Rules
from crawler.politeness.robots_file import RobotsFile, relevant_text
from extraction.links.scope import Scope

URL = "https://example.com/a"
ROBOTS = (
    b"User-agent: other\nContent-Signal: ai-train=yes\n\nUser-agent: *\nContent-Signal: ai-train=no\nDisallow: /b\n"
)


def read(environment: Environment, *, header: str = "", robots: bytes = b"", in_crawl: bool = True) -> PageItem:
    """A page after the pipeline, where a crawl has read this robots.txt before."""

    async def run() -> PageItem:
        shared = resources.create(environment)
        try:
            if robots:
                rules = Rules(RobotsFile(relevant_text(robots)), float("inf"), 0.0)
                shared.robots_for(None)._put("https://example.com", rules)
            headers = (("content-type", "text/html"), *((("content-signal", header),) if header else ()))
            body = b"<main><h1>Pilots</h1><p>Some text.</p></main>"
            capture = PageCapture(
                url=URL, final_url=URL, status=200, headers=headers, body=body, captured_at=datetime.now(UTC)
            )
            scope = Scope("https://example.com/") if in_crawl else None
            item = PageItem(request=CaptureRequest(url=URL), capture=capture, options=ReadingOptions(), scope=scope)
            return await FormatsPipeline(shared, StatsCollector(Crawler(Spider))).process_item(item)
        finally:
            await shared.close()

    return asyncio.run(run())


def test_terms_of_robots_txt_and_headers_are_reported() -> None:
    item = read(Environment(), header="ai-train=no, search=yes", robots=ROBOTS)

    assert item.formats is not None and item.formats.metadata.usage_terms is not None
    assert [(term.value, term.source) for term in item.formats.metadata.usage_terms] == [
        ("ai-train=no, search=yes", "header"), ("ai-train=no", "robots.txt"),
    ]  # fmt: skip


@pytest.mark.parametrize(("header", "robots"), [("ai-train=no", b""), ("", ROBOTS)])
def test_crawls_leave_out_what_a_site_refuses_if_the_operator_obeys(header: str, robots: bytes) -> None:
    with pytest.raises(UsageRefused, match="Content-Signal: ai-train=no"):
        read(Environment(obeyed_uses=("tdm", "ai-train")), header=header, robots=robots)


def test_other_uses_and_pages_that_a_caller_names_are_not_bound() -> None:
    assert read(Environment(obeyed_uses=("search",)), header="ai-train=no").formats
    assert read(Environment(obeyed_uses=("ai-train",)), header="ai-train=no", in_crawl=False).formats
