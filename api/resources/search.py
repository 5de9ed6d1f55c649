"""Search: finds pages on the web, and scrapes them if asked to."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import SEARCH
from contract.options.search import SearchOptions
from contract.results.search import SearchResult

blueprint = Blueprint("search", __name__, url_prefix="/v1/web", description="Search the web.")
Answer = documented(SearchResult, nested=True)
REQUEST = {
    "query": "how do gliders climb", "limit": 2, "timeRange": "year", "excludeDomains": ["example.org"], "scrapeResults": True,
    "scrapeOptions": {"formats": ["markdown"], "includeLinks": True},
}  # fmt: skip
PAGE = {
    "metadata": {
        "title": "Thermals", "structure": "markdown", "pageType": "article", "wordCount": 9, "description": None, "language": "en",
        "author": None, "siteName": "Soaring", "publishedTime": None, "image": None,
    },
    "quality": {"confidence": 0.93, "complete": True, "blocked": False},
    "markdown": "# Thermals\n\nGliders climb in columns of rising warm air.\n",
    "url": "https://example.com/thermals",
    "finalUrl": "https://example.com/thermals",
    "redirected": False,
    "status": 200,
    "cached": False,
    "usage": {"creditsUsed": 1, "creditsRemaining": 998, "freshness": "fresh"},
}  # fmt: skip
EXAMPLE = {
    "success": True,
    "data": {
        "query": "how do gliders climb",
        "status": "ok",
        "results": [
            {
                "title": "Thermals", "url": "https://example.com/thermals", "rank": 1, "data": PAGE, "error": None,
                "snippet": "Gliders climb in columns of rising warm air.",
            },
            {
                "title": "Ridge lift", "url": "https://example.net/ridge", "rank": 2, "data": None, "error": "HTTP 404",
                "snippet": "Where wind meets a slope, gliders climb for hours …",
            },
        ],
        "usage": {"creditsUsed": 2, "creditsRemaining": 998},
    },
    "meta": {"requestId": "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"},
}  # fmt: skip


@blueprint.route("/search", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(SearchOptions), example=REQUEST)
@blueprint.response(200, Answer, description="The results, best first.", example=EXAMPLE)
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 503, 504)
def search_web(options: SearchOptions) -> Response:
    """Search the web

    Costs 1 credit, and with `scrapeResults` 1 more for each result that was scraped. Results whose page could not be
    scraped have `data` null and `error`, and are free. A search without results is an empty list. If no result could be
    scraped because the language model failed or is not configured, the search fails with 503.
    """
    return inline_call.perform(SEARCH, options, auth.caller(), request.path, respond_data)
