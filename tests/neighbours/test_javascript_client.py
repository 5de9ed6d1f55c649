"""Firecrawl's JavaScript client: each public method of both versions once.

A row says what the answer of a method has, or how it fails. Methods that this service does not offer fail with our error, unless
the client replaces it with its own words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.neighbours.conftest import PROGRAMS, Neighbourhood, installed

pytestmark = pytest.mark.neighbours

CLIENT = "node/node_modules/@mendable/firecrawl-js/dist/index.js"
PRODUCT = {"name": "Acme Lamp", "price": 1299}
TEXT = "It costs 1299 EUR."
BOTH = ["SITE/b", "SITE/lamp"]
UNKNOWN = "00000000-0000-0000-0000-000000000000"
# Of version 1, what its methods are made of. TypeScript hides the first three, and JavaScript does not.
PARTS = {
    "isCloudService", "v1.isCloudService", "v1.getVersion", "v1.init", "v1.isRetryableError", "v1.prepareHeaders",
    "v1.postRequest", "v1.getRequest", "v1.deleteRequest", "v1.monitorJobStatus", "v1.handleError",
}  # fmt: skip


class Fails(NamedTuple):
    """A failure with this status, whose message contains this text."""

    status: int
    text: str


def missing(what: str) -> Fails:
    """The failure of a method that this service does not offer."""
    return Fails(404, f"{what} is not part of this service")


DOCUMENT = {"markdown": TEXT, "metadata.sourceURL": "SITE/lamp", "metadata.statusCode": 200}
FIRST = {f"data.0.{place}": value for place, value in DOCUMENT.items()}
TWO_PAGES = {"status": "completed", "total": 2, "completed": 2, "expiresAt": "T", **FIRST, "data.1.markdown": TEXT}
ONE_PAGE = {"status": "completed", "total": 1, "completed": 1, **FIRST}
EXTRACTED = {"success": True, "status": "completed", "data": PRODUCT}
WATCHED = {"name": "done", "status": "completed", "sources": BOTH}
NO_ERRORS = {"errors": [], "robotsBlocked": []}
STARTED_CRAWL = {"id": ..., "url": "/v2/crawl/"}
STARTED_BATCH = {"id": ..., "url": "/v2/batch/scrape/"}
STARTED_EXTRACT = {"success": True, "id": ...}
MONITOR = {"id": ..., "schedule.cron": "0 0 1 1 *", "targets.0.urls": ["SITE/lamp"], "retentionDays": 90}
QUEUE = {"success": True, "jobsInQueue": ..., "activeJobsInQueue": ..., "waitingJobsInQueue": 0, "maxConcurrency": 50}
MAPPED = {"links.0.url": "SITE/lamp", "links.0.title": "Acme Lamp", "links.1.url": "SITE/b"}
CREDITS_BY_MONTH = {"success": True, "periods.0.creditsUsed": ..., "periods.0.startDate": "T"}
TOKENS_BY_MONTH = {"success": True, "periods.0.tokensUsed": ...}
# The client sends DELETE to the path that Firecrawl's documentation has for GET, and words a 404 itself.
SENDS_DELETE = Fails(500, "Status code: 404")

EXPECTED: dict[str, dict[str, Any] | Fails] = {
    "scrape": {
        **DOCUMENT, "html": "<h1>Acme Lamp", "rawHtml": "<!doctype html>", "links": ["SITE/b"], "images": ["SITE/lamp.png"],
        "summary": TEXT, "json": PRODUCT, "changeTracking.changeStatus": "new", "metadata.creditsUsed": 6,
    },
    "scrapeUrl": DOCUMENT,
    "parse": {"markdown": TEXT, "metadata.title": "Acme Lamp", "metadata.sourceURL": "lamp.html"},
    "search": {"web.0.url": "SITE/lamp", "web.0.title": "Acme Lamp", "web.0.markdown": TEXT, "web.0.description": TEXT},
    "map": MAPPED,
    "mapUrl": MAPPED,
    # Jobs.
    "crawl": {**TWO_PAGES, "creditsUsed": 2, "next": None},
    "crawlUrl": ONE_PAGE,
    "startCrawl": STARTED_CRAWL,
    "asyncCrawlUrl": STARTED_CRAWL,
    "getCrawlStatus": TWO_PAGES,
    "checkCrawlStatus": TWO_PAGES,
    "getCrawlErrors": NO_ERRORS,
    "checkCrawlErrors": NO_ERRORS,
    "getActiveCrawls": {"success": True, "crawls.0.url": "SITE/waiting", "crawls.0.teamId": ...},
    "getQueueStatus": QUEUE,
    "getConcurrency": {"concurrency": ..., "maxConcurrency": 50},
    "cancelCrawl": {"": True},
    "batchScrape": {**TWO_PAGES, "data.0.json": PRODUCT, "data.1.json": PRODUCT, "creditsUsed": 10},
    "batchScrapeUrls": ONE_PAGE,
    "startBatchScrape": {**STARTED_BATCH, "invalidURLs": ["http://"]},
    "asyncBatchScrapeUrls": STARTED_BATCH,
    "getBatchScrapeStatus": TWO_PAGES,
    "checkBatchScrapeStatus": TWO_PAGES,
    "getBatchScrapeErrors": NO_ERRORS,
    "checkBatchScrapeErrors": NO_ERRORS,
    "cancelBatchScrape": {"": True},
    "watcher": WATCHED,
    "watcher of a batch": WATCHED,
    "extract": {**EXTRACTED, "creditsUsed": 5, "sources.name": ["SITE/lamp"]},
    "startExtract": STARTED_EXTRACT,
    "getExtractStatus": EXTRACTED,
    # Monitors.
    "createMonitor": {**MONITOR, "name": "Lamp", "status": "active"},
    "listMonitors": {"0.name": "Lamp"},
    "getMonitor": MONITOR,
    "runMonitor": {"monitorId": ..., "status": ..., "billingStatus": ...},
    "listMonitorChecks": {"0.monitorId": ..., "0.summary": ...},
    "getMonitorCheck": {"monitorId": ..., "pages": ...},
    "updateMonitor": {"name": "y", "status": "paused"},
    "deleteMonitor": {"": True},
    # The team.
    "getCreditUsage": {"remainingCredits": ..., "planCredits": ...},
    "getTokenUsage": {"remainingTokens": ..., "planTokens": ...},
    "getCreditUsageHistorical": CREDITS_BY_MONTH,
    "getTokenUsageHistorical": TOKENS_BY_MONTH,
    # Not offered.
    "crawlParamsPreview": missing("POST /v2/crawl/params-preview"),
    "findTools": Fails(400, "alexandria: is not part of this service"),
    "interact": missing(f"POST /v2/scrape/{UNKNOWN}"),
    "stopInteraction": missing(f"DELETE /v2/scrape/{UNKNOWN}"),
    "scrapeExecute": missing(f"POST /v2/scrape/{UNKNOWN}"),
    "stopInteractiveBrowser": missing(f"DELETE /v2/scrape/{UNKNOWN}"),
    "deleteScrapeBrowser": missing(f"DELETE /v2/scrape/{UNKNOWN}"),
    "developerSearch": missing("POST /v2/search/developer"),
    "feedback": missing("POST /v2/feedback"),
    "searchFeedback": missing(f"POST /v2/search/{UNKNOWN}"),
    "agent": missing("POST /v2/agent"),
    "startAgent": missing("POST /v2/agent"),
    "getAgentStatus": missing(f"GET /v2/agent/{UNKNOWN}"),
    "listAgents": missing("GET /v2/agent"),
    "cancelAgent": missing(f"DELETE /v2/agent/{UNKNOWN}"),
    "getAgentTrace": missing(f"GET /v2/agent/{UNKNOWN}"),
    "getAgentSnapshot": missing(f"GET /v2/agent/{UNKNOWN}"),
    "getAgentThread": missing("GET /v2/agent/threads"),
    "browser": missing("POST /v2/browser"),
    "browserExecute": missing(f"POST /v2/browser/{UNKNOWN}"),
    "deleteBrowser": missing(f"DELETE /v2/browser/{UNKNOWN}"),
    "listBrowsers": missing("GET /v2/browser"),
    "research.searchPapers": Fails(404, "status code 404"),
    "research.getPaper": Fails(404, "status code 404"),
    "research.similarPapers": Fails(404, "status code 404"),
    "research.searchGithub": Fails(404, "status code 404"),
    # Version 1.
    "v1.scrapeUrl": {"success": True, **DOCUMENT, "links": ["SITE/b"], "json": PRODUCT},
    "v1.search": {"success": True, "data.0.url": "SITE/lamp", "data.0.title": "Acme Lamp", "data.0.description": TEXT},
    "v1.mapUrl": {"success": True, "links": ["SITE/lamp", "SITE/b"]},
    "v1.crawlUrl": {"success": True, **TWO_PAGES, "creditsUsed": 2},
    "v1.asyncCrawlUrl": {"success": True, "id": ..., "url": "/v1/crawl/"},
    "v1.checkCrawlStatus": {"success": True, **TWO_PAGES},
    "v1.checkCrawlErrors": SENDS_DELETE,
    "v1.getQueueStatus": QUEUE,
    "v1.cancelCrawl": {"success": True, "status": "cancelled"},
    "v1.crawlUrlAndWatch": WATCHED,
    "v1.batchScrapeUrls": {"success": True, **TWO_PAGES},
    "v1.asyncBatchScrapeUrls": {"success": True, "id": ..., "url": "/v1/batch/scrape/"},
    "v1.batchScrapeUrlsAndWatch": WATCHED,
    "v1.checkBatchScrapeStatus": {"success": True, **TWO_PAGES},
    "v1.checkBatchScrapeErrors": SENDS_DELETE,
    "v1.extract": {"success": True, "data": PRODUCT},
    "v1.asyncExtract": STARTED_EXTRACT,
    "v1.getExtractStatus": EXTRACTED,
    "v1.getCreditUsage": {"success": True, "data.remaining_credits": ...},
    "v1.getTokenUsage": {"success": True, "data.remaining_tokens": ...},
    "v1.getCreditUsageHistorical": CREDITS_BY_MONTH,
    "v1.getTokenUsageHistorical": TOKENS_BY_MONTH,
    "v1.deepResearch": Fails(500, "POST /v1/deep-research is not part of this service"),
    "v1.asyncDeepResearch": missing("POST /v1/deep-research"),
    "v1.checkDeepResearchStatus": Fails(500, "job not found"),
    "v1.__deepResearch": Fails(500, "POST /v1/deep-research is not part of this service"),
    "v1.__asyncDeepResearch": missing("POST /v1/deep-research"),
    "v1.__checkDeepResearchStatus": Fails(500, "job not found"),
    "v1.generateLLMsText": Fails(500, "POST /v1/llmstxt is not part of this service"),
    "v1.asyncGenerateLLMsText": missing("POST /v1/llmstxt"),
    "v1.checkGenerateLLMsTextStatus": Fails(500, "job not found"),
}  # fmt: skip


@pytest.fixture(scope="module")
def run(neighbourhood: Neighbourhood) -> Any:
    """`methods` of the client, and `results` of the calls by method."""
    # Node 20 has a WebSocket only with this option.
    program = PROGRAMS / "javascript_client.mjs"
    return neighbourhood.run("node", "--experimental-websocket", program, installed(CLIENT))


def test_every_public_method_is_called(run: Any) -> None:
    called = set(run["results"])

    assert called == set(EXPECTED)
    assert set(run["methods"]) - PARTS == called - {"watcher of a batch"}


@pytest.mark.parametrize("method", EXPECTED)
def test_method_returns_what_the_client_promises(neighbourhood: Neighbourhood, run: Any, method: str) -> None:
    result, expected = run["results"][method], EXPECTED[method]

    if isinstance(expected, Fails):
        assert (result.get("status"), expected.text in result.get("error", "")) == (expected.status, True), result
    else:
        assert "error" not in result, result
        neighbourhood.check(result["answer"], expected)
