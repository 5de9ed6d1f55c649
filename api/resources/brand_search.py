"""`GET /v1/web/brand/search`: the search over stored brands."""

from __future__ import annotations

from flask import Response

from api import database, state
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond
from api.ratelimit import grouped
from api.resources import signed_logos
from contract.declare import dump, schema_of
from contract.options.brand import BrandSearchOptions
from contract.results.brands.brand_lookup import BrandSearchResult, FoundBrand
from contract.results.brands.served_logo import logo_url
from models.brands import name_search
from models.brands.name_search import Match


def register(blueprint: Blueprint) -> None:
    """Add the endpoint to the blueprint of brands."""

    @blueprint.route("/brand/search", methods=["GET"])
    @grouped("status")
    @blueprint.arguments(schema_of(BrandSearchOptions), location="query")
    @blueprint.response(
        200, documented(BrandSearchResult, nested=True), description="Matching brands, best match first."
    )
    @failures(blueprint, 400, 401, 403, 429, 500, 503)
    def brand_search(options: BrandSearchOptions) -> Response:
        """Search the stored brands

        Matches names, prefixes, misspellings and domains. The search is free and fetches nothing.
        """
        matches = database.ask(lambda connection: name_search.find(connection, options.query, options.limit))
        result = BrandSearchResult(query=options.query, results=tuple(map(_found, matches)))
        data = dump(result)
        if signer := signed_logos.of_request():
            signer.sign(data, "")
        return respond({"data": data})


def _found(match: Match) -> FoundBrand:
    base = state.of().environment.image_base
    return FoundBrand(
        domain=match.domain, name=match.name, primary_color=match.primary_color, score=match.score,
        primary_logo=logo_url(base, match.domain, match.logo_type, "light") if match.logo_type else None,
    )  # fmt: skip
