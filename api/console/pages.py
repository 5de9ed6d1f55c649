"""Renders the pages: with the layout, the navigation, the visitor and the security headers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import state
from api.checks import session_cookie
from api.console import assets, csrf, formats, navigation, visitor
from contract import limits
from contract.errors import InvalidRequest

# How long jobs and their results are stored.
JOB_DAYS = limits.JOB_RETENTION_SECONDS // 86_400
THEMES = ("system", "light", "dark")
HEADERS = {
    # A page contains the session's token, so it is not compressed (BREACH) and not stored.
    "Cache-Control": "no-store, no-transform",
    "Content-Security-Policy": "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:;"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: browsers would then send `Origin: null` with forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# What `?notice=` may say after a change.
NOTICES = {
    "signed-out": "You are signed out.",
    "session-ended": "The session has ended.",
    "password-set": "The password is set. Sign in with it.",
    "job-cancelled": "The job is cancelled.",
    "delivery-retried": "The delivery is tried again now.",
    "watch-created": "The watch is created. Its first check starts now.",
    "watch-changed": "The watch is changed.",
    "watch-paused": "The watch is paused. No check starts until you resume it.",
    "watch-resumed": "The watch continues with its schedule.",
    "watch-deleted": "The watch is deleted.",
    "check-started": "A check starts now. Its result appears below.",
    "queue-paused": "The queue is paused. Workers obey within seconds.",
    "queue-resumed": "The queue continues. Workers obey within seconds.",
    "work-retried": "It is tried again.",
    "work-posted": "Its message is sent again.",
    "work-cancelled": "It is cancelled.",
    "joined": "You are now a member of this workspace.",
    "key-revoked": "The key is revoked.",
    "key-changed": "The key is changed.",
    "name-changed": "The name is changed.",
    "defaults-changed": "The default options are changed. They hold from the next call on.",
    "test-sent": "The test event is on its way. Its outcome appears below.",
    "domains-changed": "The domains of the key are changed.",
    "role-changed": "The role is changed.",
    "member-removed": "The member is removed.",
    "left": "You left the workspace.",
    "invitation-revoked": "The invitation is revoked.",
    "request-approved": "The request is approved.",
    "request-declined": "The request is declined.",
}


def render(template: str, status: int = 200, **values: Any) -> Response:
    """A page. Templates also see `visitor`, `membership` (of the page), `near` (of the navigation), `entries`, `theme`,
    `asset`, `base_url`, `notice`, `job_days` and the filters.
    """
    found, membership, near = visitor.current(), g.get("membership"), visitor.shown_membership()
    shared = {
        "visitor": found,
        "membership": membership,
        "entries": navigation.entries(found, near) if found else [],
        "near": near,
        "section": (request.endpoint or "").removeprefix("console.").partition(".")[0],
        "csrf_token": csrf.token,
        "theme": theme(),
        "asset": assets.url,
        "base_url": state.of().environment.base_url,
        "notice": NOTICES.get(request.args.get("notice", "")),
        "format": formats,
        "job_days": JOB_DAYS,
    }
    return Response(render_template(template, **{**shared, **values}), status, mimetype="text/html")


def theme_cookie() -> str:
    """The name of the cookie with the colour scheme."""
    return session_cookie.own_name("orbweaver_theme", state.of().environment.base_url)


def theme() -> str:
    """The colour scheme that the person chose: `system`, `light` or `dark`."""
    chosen = request.cookies.get(theme_cookie(), "system")
    return chosen if chosen in THEMES else "system"


def go(endpoint: str, *, notice: str | None = None, **values: Any) -> AnyResponse:
    """A redirect to a page after a form was handled. `notice` is a name in `NOTICES`."""
    url = url_for(f"console.{endpoint}", **values)
    if notice is not None:
        assert notice in NOTICES, notice
        url += f"?{urlencode({'notice': notice})}"
    return redirect(url, 303)


def errors_of(error: InvalidRequest) -> dict[str, str]:
    """The messages of an error by form field, for the form that is shown again. Errors of no field are under `form`."""
    if isinstance(error.details, list):
        return {detail["field"]: detail["message"] for detail in error.details}
    return {"form": error.message}
