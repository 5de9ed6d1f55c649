"""The person who opens a page, and what a view may assume of the person.

A view is for signed-in people unless it is marked `public`. A view with `workspace_id` in its path is for members of that
workspace. A view marked `operators_only` does not exist for other people. Forms of a suspended workspace are refused unless their
view is marked `allowed_while_suspended`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from uuid import UUID

from flask import g, request
from sqlalchemy import Connection

from api import database, state
from api.checks import session_cookie
from models.accounts import console_session
from models.accounts.caller import Caller
from models.accounts.console_session import Membership, SessionRow

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Visitor:
    """A signed-in person."""

    session: SessionRow
    memberships: tuple[Membership, ...]

    @property
    def email(self) -> str:
        return self.session.email

    def membership(self, workspace_id: UUID) -> Membership | None:
        """The membership in a workspace, or None."""
        return next((each for each in self.memberships if each.workspace_id == workspace_id), None)


def public(view: View) -> View:
    """Mark a view that needs no session."""
    view.is_public = True  # type: ignore[attr-defined]
    return view


def operators_only(view: View) -> View:
    """Mark a view for operators of the installation. It is a 404 for other people."""
    view.is_for_operators = True  # type: ignore[attr-defined]
    return view


def allowed_while_suspended(view: View) -> View:
    """Mark a view whose forms members of a suspended workspace may send."""
    view.is_allowed_while_suspended = True  # type: ignore[attr-defined]
    return view


def read() -> Visitor | None:
    """The person whose session the request's cookie names. Read from Postgres each time: removed members are out at once."""
    token = session_cookie.cookie_value(request.headers.get("Cookie", ""), state.of().environment.base_url)
    return None if token is None else database.transact(lambda connection: _find(connection, token))


def _find(connection: Connection, token: str) -> Visitor | None:
    session = console_session.find(connection, token)
    if session is None:
        return None
    return Visitor(session, tuple(console_session.memberships(connection, session.email)))


def current() -> Visitor | None:
    """The signed-in person, or None."""
    return cast("Visitor | None", g.get("visitor"))


def signed_in() -> Visitor:
    """The signed-in person, in a view that is not public."""
    found = current()
    assert found is not None
    return found


def shown_membership() -> Membership | None:
    """The membership whose pages the navigation has: of the page, or of the last opened workspace, or the first."""
    if (own := g.get("membership")) is not None:
        return cast(Membership, own)
    found = current()
    if found is None:
        return None
    last = request.cookies.get(last_workspace_cookie(), "")
    named = (each for each in found.memberships if str(each.workspace_id) == last)
    return next(named, found.memberships[0] if found.memberships else None)


def last_workspace_cookie() -> str:
    """The name of the cookie with the workspace that was opened last."""
    return session_cookie.own_name("orbweaver_workspace", state.of().environment.base_url)


def membership() -> Membership:
    """The person's membership in the workspace of the page, in a view with `workspace_id` in its path."""
    return cast(Membership, g.membership)


def caller() -> Caller:
    """The person as a caller of the REST API, with the rights of a key of the page's workspace."""
    return console_session.caller_of(signed_in().session, membership())


def counted(group: str) -> Caller:
    """The person as a caller of the REST API. Counts the call in a rate limit group of the workspace.

    Raises:
        TooManyRequests: the workspace exceeded the limit of its plan.
    """
    found = caller()
    state.of().limiter.check(found.plan, group, str(found.workspace_id))
    return found
