"""Images: lists the images of one page."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import IMAGES
from contract.options.images import ImagesOptions
from contract.results.images import ImagesResult

blueprint = Blueprint("images", __name__, url_prefix="/v1/web", description="List the images of a page.")
Answer = documented(ImagesResult, nested=True)


@blueprint.route("/images", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(ImagesOptions))
@blueprint.response(200, Answer, description="The images of the page.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def list_images(options: ImagesOptions) -> Response:
    """List the images of one page

    Includes lazy images, the largest candidate of each srcset, CSS backgrounds, icons and images that metadata declares.
    Error pages and bot checks are free.
    """
    return inline_call.perform(IMAGES, options, auth.caller(), request.path, respond_data)
