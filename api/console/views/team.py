"""The people of a workspace: members, roles, invitations, requests to join, and the audit list."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import pages, shown_once, visitor
from api.console.shown_once import Secret
from contract.errors import InvalidRequest, NotFound
from contract.fields.email import parse_email
from models.accounts import audit, invitation, join_request, member, person
from models.accounts.invitation import InvitationRow
from models.accounts.join_request import JoinRequestRow
from models.accounts.member import ROLES, MemberRow, Role

blueprint = Blueprint("team", __name__)
AUDIT_ENTRIES = 50


@blueprint.get("/<uuid:workspace_id>/team")
def show(workspace_id: UUID) -> Response:
    """The people. A new link is shown once, on the page that follows its form."""
    return _page(workspace_id, made=shown_once.take("invitation", workspace_id))


@blueprint.post("/<uuid:workspace_id>/team/invitations")
def invite(workspace_id: UUID) -> AnyResponse:
    actor = visitor.signed_in().email
    try:
        role, text = _role(), request.form.get("email", "").strip()
        email = parse_email(text) if text else None

        def create(connection: Connection) -> str:
            made = invitation.create(connection, workspace_id, role, actor, email=email)
            return shown_once.keep(connection, "invitation", workspace_id, Secret(made.token, made.expires_at))

        made = database.transact(create)
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors=pages.errors_of(error))
    return pages.go("team.show", workspace_id=workspace_id, made=made)


@blueprint.post("/<uuid:workspace_id>/team/invitations/<uuid:invitation_id>/revoke")
def revoke(workspace_id: UUID, invitation_id: UUID) -> AnyResponse:
    actor = visitor.signed_in().email

    def change(connection: Connection) -> None:
        _require_listed(invitation_id, invitation.list_open(connection, workspace_id))
        invitation.revoke(connection, invitation_id, actor)

    database.transact(change)
    return pages.go("team.show", notice="invitation-revoked", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/team/requests/<uuid:request_id>")
def decide(workspace_id: UUID, request_id: UUID) -> AnyResponse:
    """Approve or decline a request to join."""
    actor, approved = visitor.signed_in().email, request.form.get("decision") == "approve"

    def change(connection: Connection) -> str | None:
        _require_listed(request_id, join_request.list_open(connection, workspace_id))
        if approved:
            link = join_request.approve(connection, request_id, "member", actor).link
            secret = Secret(link.token, link.expires_at) if link else None
            return shown_once.keep(connection, "invitation", workspace_id, secret) if secret else None
        join_request.decline(connection, request_id, actor)
        return None

    if (made := database.transact(change)) is not None:
        return pages.go("team.show", workspace_id=workspace_id, made=made)
    notice = "request-approved" if approved else "request-declined"
    return pages.go("team.show", notice=notice, workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/team/members/<uuid:member_id>/role")
def change_role(workspace_id: UUID, member_id: UUID) -> AnyResponse:
    actor, role = visitor.signed_in().email, _role()
    database.transact(
        lambda connection: member.set_role(
            connection, workspace_id, _member(connection, workspace_id, member_id).email, role, actor
        )
    )
    return pages.go("team.show", notice="role-changed", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/team/members/<uuid:member_id>/remove")
@visitor.allowed_while_suspended
def remove(workspace_id: UUID, member_id: UUID) -> AnyResponse:
    """Remove a member, who may be the person itself."""
    actor = visitor.signed_in().email

    def change(connection: Connection) -> str:
        email = _member(connection, workspace_id, member_id).email
        member.remove(connection, workspace_id, email, actor)
        return email

    if database.transact(change) == actor:
        return pages.go("sign_in.start", notice="left")
    return pages.go("team.show", notice="member-removed", workspace_id=workspace_id)


@blueprint.get("/<uuid:workspace_id>/team/audit")
def changes(workspace_id: UUID) -> Response:
    """The audit list, newest first."""
    before = _cursor()
    rows = database.ask(lambda connection: audit.newest(connection, workspace_id, AUDIT_ENTRIES + 1, before=before))
    more = rows[AUDIT_ENTRIES - 1].id if len(rows) > AUDIT_ENTRIES else None
    return pages.render("team/audit.html", rows=rows[:AUDIT_ENTRIES], more=more, before=before)


def _cursor() -> UUID | None:
    text = request.args.get("before")
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise NotFound("The page does not exist.") from error


def _role() -> Role:
    role = request.form.get("role", "")
    if role not in ROLES:
        raise InvalidRequest.of("role", f"must be one of {', '.join(ROLES)}")
    return role


def _require_listed(row_id: UUID, rows: list[InvitationRow] | list[JoinRequestRow]) -> None:
    """Check that an invitation or a request belongs to the workspace of the page.

    Raises:
        NotFound: it does not, or it was used or decided.
    """
    if row_id not in {row.id for row in rows}:
        raise NotFound("It was used, decided or revoked in the meantime.")


def _member(connection: Connection, workspace_id: UUID, member_id: UUID) -> MemberRow:
    for row in member.list_all(connection, workspace_id):
        if row.id == member_id:
            return row
    raise NotFound("The person is not a member of the workspace.")


def _unconfirmed(connection: Connection, members: list[MemberRow]) -> set[str]:
    """The addresses of members for which no link was used."""
    joined = {row.email for row in members if row.has_joined}
    return {row.email for row in members} - person.proven(connection, joined)


def _page(
    workspace_id: UUID, status: int = 200, *, made: Secret | None = None,
    errors: dict[str, str] | None = None,
) -> Response:  # fmt: skip
    members, unconfirmed, invitations, requests = database.snapshot(
        lambda connection: (
            rows := member.list_all(connection, workspace_id),
            _unconfirmed(connection, rows),
            invitation.list_open(connection, workspace_id),
            join_request.list_open(connection, workspace_id),
        )
    )
    base = f"{state.of().environment.base_url}/console"
    return pages.render(
        "team/people.html", status, members=members, unconfirmed=unconfirmed, invitations=invitations, requests=requests,
        errors=errors or {},
        made=made, link=f"{base}/join#token={made.value}" if made else None, email=request.form.get("email", ""),
        request_link=f"{base}/request?workspace={workspace_id}", roles=_roles_to_give(),
    )  # fmt: skip


def _roles_to_give() -> tuple[str, ...]:
    """The roles that this person may give to others by an invitation."""
    role = visitor.membership().role
    return ("member", "admin") if role == "owner" else ("member",) if role == "admin" else ()
