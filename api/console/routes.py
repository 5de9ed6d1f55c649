"""Installs the console: its pages, who may see them, the check of forms, and errors as pages."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, g, redirect, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from api import state
from api.console import csrf, pages, visitor
from api.console.views import (
    account,
    authorize,
    calls,
    home,
    jobs,
    keys,
    logos,
    operating,
    overview,
    pictures,
    playground,
    queues,
    settings,
    team,
    theme,
    usage,
)
from api.console.views.entrance import join, password, request_to_join, sign_in
from api.console.views.watches import blueprint as watches
from api.envelope import INTERNAL_FAILURE, failure_headers, from_werkzeug, log_failure
from contract.errors import InternalServerError, NotFound, ServiceError, WorkspaceBanned

log = logging.getLogger(__name__)
VIEWS = (
    sign_in, join, password, request_to_join, authorize, account, theme, overview, playground, jobs, watches, calls, pictures,
    usage, keys, logos, team, settings, queues, operating,
)  # fmt: skip
PREFIX = "/console"


def install(app: Flask) -> None:
    """Add the console to the application. Its pages are not in the OpenAPI document."""
    console = Blueprint("console", __name__, url_prefix=PREFIX, template_folder="templates")
    console.before_request(_guard)
    for view in VIEWS:
        console.register_blueprint(view.blueprint)
    console.add_url_rule("/<path:rest>", "missing", visitor.public(_missing), methods=["GET"])
    console.register_error_handler(ServiceError, _failed)
    console.register_error_handler(HTTPException, lambda error: _failed(from_werkzeug(error)))
    console.register_error_handler(Exception, _broken)
    console.after_request(csrf.keep)
    console.after_request(_finish)
    app.register_blueprint(console)
    app.register_blueprint(home.blueprint)


def _guard() -> AnyResponse | None:
    """Read the visitor, and let only those people pass whom the view is for."""
    view: Any = current_app.view_functions[request.endpoint or ""]
    g.visitor = found = visitor.read()
    is_public = getattr(view, "is_public", False)
    if found is None and not is_public:
        return _to_sign_in()
    if request.method == "POST":
        csrf.check()
    if found is not None:
        state.of().limiter.check_pages(str(found.session.person_id))
        _require_rights(view, found)
    return None


def _require_rights(view: Any, found: visitor.Visitor) -> None:
    """Let the person pass whom the view is for.

    Raises:
        NotFound: the view is not for this person. It is also the answer for ids that do not exist.
        WorkspaceBanned: the workspace is suspended, and a form was sent.
    """
    if getattr(view, "is_for_operators", False) and not found.session.is_operator:
        raise NotFound("The page does not exist.")
    workspace_id = (request.view_args or {}).get("workspace_id")
    if workspace_id is None:
        return
    membership = found.membership(workspace_id)
    if membership is None:
        raise NotFound("The page does not exist.")
    g.membership = membership
    if membership.suspended and request.method == "POST" and not getattr(view, "is_allowed_while_suspended", False):
        raise WorkspaceBanned("The workspace is suspended.")


def _to_sign_in() -> AnyResponse:
    url = url_for("console.sign_in.show")
    if request.method == "GET":
        query = urlencode(list(request.args.items(multi=True)))
        url += f"?{urlencode({'next': f'{request.path}?{query}' if query else request.path})}"
    return redirect(url, 303)


def _missing(rest: str) -> AnyResponse:
    raise NotFound("The page does not exist.")


def _failed(error: ServiceError) -> Response:
    log_failure(error, g.request_id)
    response = pages.render("error.html", error.status, error=error, request_id=g.request_id)
    response.headers.update(failure_headers(error))
    return response


def _broken(error: Exception) -> Response:
    # The outermost handler of the console: the stack trace is logged and never shown.
    log.error("Request %s failed", g.request_id, exc_info=error)
    return _failed(InternalServerError(INTERNAL_FAILURE))


def _finish(response: Response) -> Response:
    # A view may set its own, as the frame for images of other sites does.
    for name, value in pages.HEADERS.items():
        response.headers.setdefault(name, value)
    _remember_workspace(response)
    return response


def _remember_workspace(response: Response) -> None:
    """Let pages without a workspace have the navigation of the last one."""
    own, name = g.get("membership"), visitor.last_workspace_cookie()
    if own is not None and request.cookies.get(name) != str(own.workspace_id):
        csrf.set_cookie(response, name, str(own.workspace_id))
