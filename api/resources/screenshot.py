"""Screenshot: a picture of one page."""

from __future__ import annotations

from flask import Response, request

from api import inline_call
from api.checks import auth
from api.checks.request_json import Blueprint
from api.documentation import failures
from api.envelope import documented, respond_data
from api.ratelimit import grouped
from contract.declare import schema_of
from contract.operations import SCREENSHOT
from contract.options.screenshot import ScreenshotOptions
from contract.results.screenshot import ScreenshotResult

blueprint = Blueprint("screenshot", __name__, url_prefix="/v1/web", description="Take a screenshot of a page.")
Answer = documented(ScreenshotResult, nested=True)
REQUEST = {"url": "https://example.com/", "fullPage": True, "viewport": {"width": 1280, "height": 800}}
EXAMPLE = {
    "success": True,
    "data": {
        "url": "https://example.com/",
        "finalUrl": "https://example.com/",
        "status": 200,
        "cached": False,
        "usage": {"creditsUsed": 1, "creditsRemaining": 999, "freshness": "fresh"},
        "width": 1280,
        "height": 3420,
        "image": "iVBORw0KGgo…",
    },
    "meta": {"requestId": "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"},
}


@blueprint.route("/screenshot", methods=["POST"])
@grouped("scrape")
@blueprint.arguments(schema_of(ScreenshotOptions), example=REQUEST)
@blueprint.response(200, Answer, description="The screenshot.", example=EXAMPLE)
@failures(blueprint, 400, 401, 402, 403, 408, 413, 415, 429, 500, 502, 503, 504)
def take_screenshot(options: ScreenshotOptions) -> Response:
    """Take a screenshot of one page

    Captures the viewport, or the whole page with `fullPage`. Cookie banners are hidden and lazy images are loaded.
    Videos are not loaded: a video shows its poster, or an empty box if it has none.
    Screenshots of error pages are free.
    """
    return inline_call.perform(SCREENSHOT, options, auth.caller(), request.path, respond_data)
