"""Pictures beside results: stored logos, and the frame that shows the images of other sites."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, render_template, request
from sqlalchemy import Connection

from api import database
from api.console import assets
from contract.errors import NotFound
from contract.fields.brand_domain import parse
from contract.results.brands.served_logo import ANY_SIZE
from models.brands import brand
from models.brands.brand import LogoRow

blueprint = Blueprint("pictures", __name__)
# The frame is a separate document without the session: images of other sites learn only the reader's address.
FRAME_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src http: https:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "SAMEORIGIN",
}
# SVG of a company is sanitised when it is stored. Opened as a document, it may still do nothing.
LOGO_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
}
SHOWN_SIZE = 256


@blueprint.get("/pictures")
def gallery() -> Response:
    """The frame. The page around it sends the URLs of the images."""
    html = render_template("results/gallery.html", asset=assets.url)
    return Response(html, mimetype="text/html", headers=FRAME_HEADERS)


@blueprint.get("/<uuid:workspace_id>/brand-logo/<domain>")
def logo(workspace_id: UUID, domain: str) -> Response:
    """A stored logo of a company. It is not counted as a served logo."""
    logo_type = "wordmark" if request.args.get("type") == "wordmark" else "icon"
    found = database.snapshot(lambda connection: _read(connection, _host(domain), logo_type))
    if found is None:
        raise NotFound("No logo is stored for this domain.")
    row, body = found
    return Response(body, mimetype=row.content_type, headers=LOGO_HEADERS)


def _host(domain: str) -> str:
    try:
        return parse(domain).host
    except ValueError:
        raise NotFound("The page does not exist.") from None


def _read(connection: Connection, host: str, logo_type: str) -> tuple[LogoRow, bytes] | None:
    served = brand.find_served(connection, host)
    if served is None or not served.logos:
        return None
    row = min(served.logos, key=lambda each: (each.type != logo_type, each.theme != "light", _distance(each)))
    body = brand.read_body(connection, served.domain, row)
    return None if body is None else (row, body)


def _distance(row: LogoRow) -> int:
    """How far the size of a file is from the one that is shown. A file without a fixed size suits best."""
    return 0 if row.size == ANY_SIZE else 1 + abs(row.size - SHOWN_SIZE)
