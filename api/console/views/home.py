"""`GET /`: what this service is, and where to go."""

from __future__ import annotations

from flask import Blueprint, Response

from api.console import pages

blueprint = Blueprint("home", __name__, template_folder="../templates")


@blueprint.get("/")
def home() -> Response:
    """The same page for everybody, so the ASGI application keeps it in memory."""
    response = pages.render("home.html", theme="system")
    response.headers.update({**pages.HEADERS, "Cache-Control": "no-cache"})
    response.add_etag()
    return response
