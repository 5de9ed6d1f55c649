"""Protection of forms from other sites: a token in each form, and the Origin and Sec-Fetch-Site headers.

The token of a signed-in person is the session's. Before that it is a random value, in a cookie and in the form.
"""

from __future__ import annotations

import re
import secrets
from urllib.parse import urlsplit

from flask import g, request
from werkzeug.wrappers import Response

from api import state
from api.checks import session_cookie
from api.console import visitor
from contract.errors import Forbidden

FIELD = "csrf_token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def token() -> str:
    """The token for the forms of this response."""
    found = visitor.current()
    if found is not None:
        return found.session.csrf_token
    if "form_token" not in g:
        given = request.cookies.get(_cookie_name(), "")
        g.form_token = given if _TOKEN.fullmatch(given) else secrets.token_urlsafe(32)
    return str(g.form_token)


def keep(response: Response) -> Response:
    """Set the cookie for the forms of a person who is not signed in."""
    if "form_token" in g and request.cookies.get(_cookie_name()) != g.form_token:
        set_cookie(response, _cookie_name(), g.form_token)
    return response


def _cookie_name() -> str:
    return session_cookie.own_name("orbweaver_form", state.of().environment.base_url)


def check() -> None:
    """Check that a form was sent by our own page.

    Raises:
        Forbidden: another site sent it, or its token is outdated.
    """
    if not _is_from_here():
        raise Forbidden("The form was sent from another site.")
    given = request.form.get(FIELD, "")
    found = visitor.current()
    if found is None:
        expected = request.cookies.get(_cookie_name(), "")
        matches = bool(expected) and secrets.compare_digest(expected.encode(), given.encode("utf-8", "replace"))
    else:
        matches = session_cookie.matches(found.session, given)
    if not matches:
        raise Forbidden("The form is outdated. Go back, reload the page and try again.")


def _is_from_here() -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True  # The token is checked in any case.
    own = urlsplit(state.of().environment.base_url)
    return origin == f"{own.scheme}://{own.netloc}" or origin.partition("://")[2] == request.host


def set_cookie(response: Response, name: str, value: str, *, max_age_seconds: int | None = None) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send with a form."""
    is_https = state.of().environment.base_url.startswith("https:")
    response.set_cookie(
        name, value, max_age=max_age_seconds, path="/", httponly=True, samesite="Lax", secure=is_https
    )  # fmt: skip
