"""Screenshot: a picture of one page."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import NO_STORE, documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import SCREENSHOT
from contract.options.screenshot import ScreenshotOptions
from contract.results.screenshot import ScreenshotResult

blueprint = Blueprint("screenshot", __name__, url_prefix="/v1/web", description="Take a screenshot of a page.")
Answer = documented(ScreenshotResult, nested=True)


@blueprint.route("/screenshot", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(ScreenshotOptions))
@blueprint.response(200, Answer, description="The screenshot.")
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def take_screenshot(options: ScreenshotOptions) -> Response:
    """Take a screenshot of one page

    Captures the viewport, or the whole page with `fullPage`. Cookie banners are hidden and lazy images are loaded.
    Videos are not loaded: a video shows its poster, or an empty box if it has none.
    Screenshots of error pages are free.
    """
    return inline_call.perform(SCREENSHOT, options, auth.caller(), request.path, _respond)


def _respond(data: str) -> Response:
    response = respond_data(data)
    # The image is compressed already.
    response.headers["Cache-Control"] = f"{NO_STORE}, no-transform"
    return response
