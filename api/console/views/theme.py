"""Choose the colour scheme. It is stored in a cookie, so that a page has it when it is first drawn."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from api.console import csrf, pages, visitor

blueprint = Blueprint("theme", __name__)
MAX_AGE_SECONDS = 365 * 86_400


@blueprint.post("/theme")
@visitor.public
def choose() -> AnyResponse:
    chosen = request.form.get("theme", "")
    response = redirect(_page_before(), 303)
    if chosen in pages.THEMES:
        csrf.set_cookie(response, pages.theme_cookie(), chosen, max_age_seconds=MAX_AGE_SECONDS)
    return response


def _page_before() -> str:
    """The path of the page that sent the form."""
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return "/console"
    is_ours = before.netloc == request.host and before.path.startswith("/console")
    return f"{before.path}?{before.query}".rstrip("?") if is_ours else "/console"
