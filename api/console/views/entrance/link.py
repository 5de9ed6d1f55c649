"""Links with a secret token. It is in the fragment of the URL, which browsers send to no server and in no referrer.

A script of the page sends the token on, in the body of a form. Without scripts the person pastes the link.
"""

from __future__ import annotations

from flask import Response, request

from api.console import pages

_MARK = "token="


def token() -> str:
    """The token of the request: the field of a form, which may also be a whole link, or a part of the query string."""
    return request.values.get("token", "").strip().rpartition(_MARK)[2]


def page(kind: str) -> Response:
    """The page that sends the token of the fragment on. `kind` is the name of the view that takes it."""
    return pages.render("entrance/link.html", kind=kind)
