"""Styleguides: the design system of a site."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import STYLEGUIDE
from contract.options.styleguide import StyleguideOptions
from contract.results.brands.styleguide import StyleguideResult

blueprint = Blueprint("styleguide", __name__, url_prefix="/v1/web", description="The design systems of sites.")
Answer = documented(StyleguideResult, nested=True)


@blueprint.route("/styleguide", methods=["GET"])
@grouped("scrape")
@blueprint.arguments(schema_of(StyleguideOptions), location="query")
@blueprint.response(200, Answer, description="The styleguide.")
@failures(blueprint, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504)
def styleguide(options: StyleguideOptions) -> Response:
    """Read the design system of a site

    Renders the home page in a browser and reads its computed styles: colours by role with contrast ratios, type scale,
    radii, spacing, shadows and buttons. The record is stored and served for 3 weeks. A value that cannot be read is
    null, and `warnings` names it. A page whose style sheets did not load is not stored and not charged. A home page that
    cannot be read is not rendered again for a minute, unless `maxAge` is 0.
    """
    return inline_call.perform(STYLEGUIDE, options, auth.caller(), request.path, respond_data)
