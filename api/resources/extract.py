"""Extract: data that follows a schema, from pages and sites."""

from __future__ import annotations

from typing import Any

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
REQUEST: dict[str, Any] = {
    "urls": ["https://example.com/chairs/oak", "https://example.com/tables/*"],
    "schema": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "price": {"type": "number"}, "currency": {"type": "string"}},
        "required": ["name", "price"],
    },
    "limit": 20,
    "showSources": True,
    "showConfidence": True,
}
_PROOF = {"confidence": 0.95, "evidence": "Oak chair"}
EXAMPLE = {
    "success": True,
    "data": {
        "results": [
            {
                "url": "https://example.com/chairs/oak",
                "data": {"name": "Oak chair", "price": 129.5, "currency": "EUR"},
                "error": None,
                "fields": {
                    "name": _PROOF,
                    "price": {"confidence": 0.95, "evidence": "129,50 €"},
                    "currency": {"confidence": 0.9, "evidence": "129,50 €"},
                },
            },
            {"url": "https://example.com/tables/", "data": None, "error": None, "fields": {}},
            {
                "url": "https://example.com/tables/old",
                "data": None,
                "error": "The origin returned HTTP 404.",
                "fields": {},
            },
        ],
        "usage": {"creditsUsed": 5, "creditsRemaining": 995, "freshness": "fresh"},
        "sources": ["https://example.com/chairs/oak", "https://example.com/tables/"],
    },
    "meta": {"requestId": "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"},
}


@blueprint.route("/extract", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(ExtractOptions), example=REQUEST)
@blueprint.response(200, Answer, description="The data of each page.", example=EXAMPLE)
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def extract(options: ExtractOptions) -> Response:
    """Extract data that follows a schema from pages and sites

    Structured data and tables of a page are read first. A language model is asked only for the rest. Costs 5 credits for each
    page that returns data; failed and empty pages are free. Pages that cannot be extracted within the time limit are
    reported with an error. Captures are stored in the cache, so a retry with `maxAge` is faster.
    """
    return inline_call.perform(EXTRACT, options, auth.caller(), request.path, respond_data)
