"""Brands: one brand, many brands, one logo, and the search over stored brands."""

from __future__ import annotations

from flask import Response, request

from api import database, inline_call, state
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond, respond_data
from api.ratelimit import grouped
from contract.declare import dump, schema_of
from contract.operations import BRAND, BRAND_BATCH, BRAND_LOGO
from contract.options.brand import BrandBatchOptions, BrandLogoOptions, BrandOptions, BrandSearchOptions
from contract.results.brands.brand import BrandResult
from contract.results.brands.brand_lookup import BrandBatchResult, BrandSearchResult, ChosenLogo, FoundBrand
from contract.results.brands.served_logo import logo_url
from models.brands import search
from models.brands.search import Match

blueprint = Blueprint(
    "brand", __name__, url_prefix="/v1/web", description="Names, logos, colours, fonts and profiles of companies."
)
Answer = documented(BrandResult, nested=True)
BatchAnswer = documented(BrandBatchResult, nested=True)
LogoAnswer = documented(ChosenLogo, nested=True, may_be_null=True)
SearchAnswer = documented(BrandSearchResult, nested=True)


@blueprint.route("/brand", methods=["GET"])
@grouped("scrape")
@blueprint.arguments(schema_of(BrandOptions), location="query")
@blueprint.response(200, Answer, description="The brand.")
@failures(blueprint, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504)
def brand(options: BrandOptions) -> Response:
    """Look up the brand of a domain

    Returns the stored brand. The home page of an unknown domain is fetched and read while the call waits.
    """
    return inline_call.perform(BRAND, options, auth.caller(), request.path, respond_data)


@blueprint.route("/brand", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(BrandBatchOptions))
@blueprint.response(201, BatchAnswer, description="One entry per domain, in the order of the request.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 503, 504)
def brands(options: BrandBatchOptions) -> Response:
    """Look up the brands of up to 50 domains

    Only resolved brands are charged. A domain that appears more than once is resolved and charged once.
    """
    return inline_call.perform(BRAND_BATCH, options, auth.caller(), request.path, _created)


def _created(data: str) -> Response:
    response = respond_data(data)
    response.status_code = 201
    return response


@blueprint.route("/brand/logo", methods=["GET"])
@grouped("scrape")
@blueprint.arguments(schema_of(BrandLogoOptions), location="query")
@blueprint.response(200, LogoAnswer, description="The logo. `data` is null when the brand has none.")
@failures(blueprint, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504)
def brand_logo(options: BrandLogoOptions) -> Response:
    """Choose a logo of a domain

    Returns the URL of the image that suits the theme and the type best. A brand without a logo is not charged.
    """
    return inline_call.perform(BRAND_LOGO, options, auth.caller(), request.path, respond_data)


@blueprint.route("/brand/search", methods=["GET"])
@grouped("status")
@blueprint.arguments(schema_of(BrandSearchOptions), location="query")
@blueprint.response(200, SearchAnswer, description="Matching brands, best match first.")
@failures(blueprint, 400, 401, 403, 429, 500, 503)
def brand_search(options: BrandSearchOptions) -> Response:
    """Search the stored brands

    Matches names, prefixes, misspellings and domains. The search is free and fetches nothing.
    """
    matches = database.ask(lambda connection: search.find(connection, options.query, options.limit))
    result = BrandSearchResult(query=options.query, results=tuple(map(_found, matches)))
    return respond({"data": dump(result)})


def _found(match: Match) -> FoundBrand:
    base = state.of().environment.image_base
    return FoundBrand(
        domain=match.domain, name=match.name, primary_color=match.primary_color, score=match.score,
        primary_logo=logo_url(base, match.domain, match.logo_type, "light") if match.logo_type else None,
    )  # fmt: skip
