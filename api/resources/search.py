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


@blueprint.route("/search", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(SearchOptions))
@blueprint.response(200, Answer, description="The results, best first.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 503, 504)
def search_web(options: SearchOptions) -> Response:
    """Search the web

    Costs 1 credit, and with `scrapeResults` 1 more for each result that was scraped. Results whose page could not be
    scraped have `data` null and `error`, and are free. A search without results is an empty list. If no result could be
    scraped because the language model failed or is not configured, the search fails with 503.
    """
    return inline_call.perform(SEARCH, options, auth.caller(), request.path, respond_data)
