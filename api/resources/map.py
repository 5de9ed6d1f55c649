"""Map: lists the URLs of a site."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import MAP
from contract.options.map import MapOptions
from contract.results.map import MapResult

blueprint = Blueprint("map", __name__, url_prefix="/v1/web", description="List the URLs of a site.")
Answer = documented(MapResult, nested=True)


@blueprint.route("/map", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(MapOptions))
@blueprint.response(200, Answer, description="The URLs of the site.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def map_site(options: MapOptions) -> Response:
    """List the URLs of a site

    Reads the site's sitemaps and the links on the starting page.
    """
    return inline_call.perform(MAP, options, auth.caller(), request.path, respond_data)
