"""Map: the addresses of a site."""

from __future__ import annotations

from flask import Response, request

from api import auth, dispatch
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from api.wire import Blueprint
from contract.declare import schema_of
from contract.operations import MAP
from contract.options.map import MapOptions
from contract.results.map import MapResult

blueprint = Blueprint("map", __name__, url_prefix="/v1/web", description="The addresses of a site.")
Answer = documented(MapResult, nested=True)


@blueprint.route("/map", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(MapOptions))
@blueprint.response(200, Answer, description="The addresses.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def map_site(options: MapOptions) -> Response:
    """Map a site

    Its URLs, out of its sitemaps and, where asked for, the links of its starting page.
    """
    return dispatch.perform(MAP, options, auth.caller(), request.path, respond_data)
