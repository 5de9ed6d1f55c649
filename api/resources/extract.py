"""Extract: data that follows a schema, from pages and sites."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import EXTRACT
from contract.options.extract import ExtractOptions
from contract.results.extract import ExtractResult

blueprint = Blueprint("extract", __name__, url_prefix="/v1/web", description="Extract data from pages and sites.")
Answer = documented(ExtractResult, nested=True)


@blueprint.route("/extract", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(ExtractOptions))
@blueprint.response(200, Answer, description="The data of each page.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def extract(options: ExtractOptions) -> Response:
    """Extract data that follows a schema from pages and sites

    Structured data and tables of a page are read first. A language model is asked only for the rest. Costs 5 credits for each
    page that returns data; failed and empty pages are free. Pages that cannot be extracted within the time limit are
    reported with an error. Captures are stored in the cache, so a retry with `maxAge` is faster.
    """
    return inline_call.perform(EXTRACT, options, auth.caller(), request.path, respond_data)
