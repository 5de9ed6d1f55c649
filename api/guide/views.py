"""The pages of the documentation for people: the guides, and Swagger UI in the same frame.

The answers are the same for all callers, so that `api.asgi.documents` can keep them.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from flask import Blueprint, Response, render_template, request

from api import state
from api.console import assets
from api.guide import guide_search, pages
from contract.errors import NotFound

STATIC = Path(__file__).parent / "static"
STATIC_PREFIX = f"{pages.PREFIX}static/"
SEARCH = f"{pages.PREFIX}search"
LLMS_TXT = "/llms.txt"
REFERENCE = ("/docs/", "/docs/index.html")
HEADERS = {
    # Caches may keep these pages, and ask whether they are still current.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

blueprint = Blueprint("guide", __name__, template_folder="templates")


def paths() -> frozenset[str]:
    """The paths of all pages and of their files."""
    files = (f"{STATIC_PREFIX}{path.name}" for path in STATIC.iterdir())
    return frozenset((LLMS_TXT, *REFERENCE, *pages.files(), *pages.sources(), *files))


@blueprint.get("/docs/guide/")
@blueprint.get("/docs/guide/<path:name>")
def guide(name: str = "") -> Response:
    url = pages.PREFIX + name
    base_url = state.of().environment.base_url
    if url in pages.sources():
        return _with_headers(Response(pages.source(pages.sources()[url], base_url), mimetype="text/markdown"))
    if url not in pages.files():
        raise NotFound("There is no such page.")
    return _page("guide/guide.html", url, page=pages.rendered(url, base_url), source=pages.markdown_url(url))


@blueprint.get(LLMS_TXT)
def llms_txt() -> Response:
    """The index of the guides for language models."""
    return _with_headers(Response(pages.llms_txt(state.of().environment.base_url), mimetype="text/plain"))


@blueprint.get(SEARCH)
def search_guides() -> Response:
    """The parts of the guides that match `q`. Rendered for each request."""
    query = request.args.get("q", "").strip()[: guide_search.QUERY_MAX_CHARS]
    found = guide_search.find(query)
    return _page("guide/search.html", SEARCH, query=query, found=found, most=guide_search.RESULTS_MAX)


@blueprint.get("/docs/guide/static/<name>")
def static(name: str) -> Response:
    if f"{STATIC_PREFIX}{name}" not in paths():
        raise NotFound("There is no such file.")
    kind = mimetypes.guess_type(name)[0]
    return _with_headers(Response((STATIC / name).read_bytes(), mimetype=kind))


@blueprint.get("/docs/")
@blueprint.get("/docs/index.html")
def reference() -> Response:
    return _page("guide/reference.html", REFERENCE[0])


def _page(template: str, url: str, **values: object) -> Response:
    html = render_template(
        template, url=url, sections=pages.sections(), asset=assets.url, static=STATIC_PREFIX, **values
    )
    return _with_headers(Response(html, mimetype="text/html"))


def _with_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    response.add_etag()
    return response
