"""Operations that scrape many pages in the background."""

from __future__ import annotations

from dataclasses import replace

from contract import prices
from contract.operation_rows.definition import Form, Operation, Tool
from contract.options.batch import BatchOptions
from contract.options.crawl import CrawlOptions
from contract.queues import PAGES_QUEUE
from contract.results.job import BatchAck, CrawlAck, PagesStatus

_WITHOUT_WEBHOOK = frozenset({"webhook"})

CRAWL = Operation(
    name="crawl",
    summary="Scrape a whole site in the background",
    description="Returns a job id immediately.",
    tag="crawl",
    path="/v1/web/crawl",
    subject="url",
    options=CrawlOptions,
    result=PagesStatus,
    acknowledgement=CrawlAck,
    job_status=PagesStatus,
    is_page_job=True,
    status=201,
    queue=PAGES_QUEUE,
    credits=prices.PAGE,
    unit="per page that was scraped; failed pages are free",
    most=lambda options: prices.scrape(options.scrape_options.formats),
    operation_id="startCrawl",
    client_method="start_crawl",
    command="Scrape a site into files, without a server.",
    tool=Tool(
        name="crawl", hint=". Returns `crawlId` at once: read the result with `crawl_status`.", without=_WITHOUT_WEBHOOK
    ),
    form=Form(title="Crawl", common=("url", "limit", "maxDepth", "sitemap"), starts={"limit": ["20"]}),
)

BATCH = replace(
    CRAWL,
    name="batch",
    summary="Scrape a list of URLs in the background",
    tag="batch",
    path="/v1/web/batch",
    subject="urls",
    options=BatchOptions,
    acknowledgement=BatchAck,
    operation_id="startBatch",
    client_method="start_batch",
    command="Scrape a list of URLs into files, without a server.",
    tool=Tool(
        name="batch", hint=". Returns `batchId` at once: read the result with `batch_status`.", without=_WITHOUT_WEBHOOK
    ),
    form=Form(title="Batch", common=("urls",)),
)
