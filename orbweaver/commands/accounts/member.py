"""`orbweaver member`: the people of a workspace, their roles, invitations and requests to join."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import click

from contract.environment import Environment
from contract.fields.email import parse_email
from orbweaver.database import Id, transaction
from orbweaver.output import json_option, show

_workspace = click.option("--workspace", "workspace_id", type=Id(), required=True, help="Id of the workspace.")
_actor = click.option(
    "--as", "actor", default=None, metavar="EMAIL", help="Act as this member, with the rights of the member's role."
)


def _role(default: str | None, *roles: str) -> Any:
    return click.option("--role", type=click.Choice(roles), default=default, show_default=True, help="Role.")


def _of(actor: str | None) -> str:
    from models.accounts.audit import OPERATOR

    return OPERATOR if actor is None else parse_email(actor, "as")


@click.group()
def command() -> None:
    """Manage the members of workspaces, their passwords, invitations and requests, and who operates the installation."""


@command.command()
@_workspace
@click.argument("email", required=False)
@_role("member", "owner", "admin", "member")
@click.option(
    "--operator", "is_operator", is_flag=True, help="The person also becomes an operator of the installation."
)
@_actor
@json_option
def invite(
    workspace_id: UUID, email: str | None, role: Any, is_operator: bool, actor: str | None, as_json: bool
) -> None:  # fmt: skip
    """Create an invitation. Its link works once, within 7 days, for EMAIL only, or for anyone without EMAIL."""
    from models.accounts import invitation

    address = parse_email(email) if email else None
    with transaction() as connection:
        made = invitation.create(connection, workspace_id, role, _of(actor), email=address, is_operator=is_operator)
    link = _link("join", made.token)
    record = {"id": made.id, "token": made.token, "link": link, "expiresAt": made.expires_at}
    show(as_json, record, f"{link}\n{_once(made.expires_at)}")


def _link(page: str, token: str) -> str:
    return f"{Environment.read().base_url}/console/{page}#token={token}"


def _once(expires_at: datetime) -> str:
    return f"The link is shown once. It works once, until {expires_at:%Y-%m-%d %H:%M} UTC."


@command.command()
@click.argument("email")
@json_option
def password(email: str, as_json: bool) -> None:
    """Create a link to set the console password of EMAIL. It works once, within 24 hours."""
    from models.accounts import person

    address = parse_email(email)
    with transaction() as connection:
        made = person.create_link(connection, address)
    link = _link("password", made.token)
    show(as_json, {"link": link, "expiresAt": made.expires_at}, f"{link}\n{_once(made.expires_at)}")


@command.command()
@click.argument("email")
@click.option("--revoke", is_flag=True, help="Take the rights away, and end all sessions of the person.")
@json_option
def operator(email: str, revoke: bool, as_json: bool) -> None:
    """Make EMAIL an operator of the installation, who must be a member of a workspace. `--revoke` takes the rights away."""
    from models.accounts import operators

    address = parse_email(email)
    with transaction() as connection:
        (operators.revoke if revoke else operators.grant)(connection, address)
    text = f"{address} is {'no longer' if revoke else 'now'} an operator of the installation."
    show(as_json, {"email": address, "isOperator": not revoke}, text)


@command.command()
@click.argument("token")
@click.argument("email")
@json_option
def accept(token: str, email: str, as_json: bool) -> None:
    """Accept an invitation as EMAIL. A person who has no password then needs a link to set one."""
    from models.accounts import invitation

    address = parse_email(email)
    with transaction() as connection:
        joined = invitation.accept(connection, token, address)
    record = {"id": joined.member_id, "workspaceId": joined.workspace_id, "role": joined.role}
    show(as_json, record, f"{address} is now {joined.role} of workspace {joined.workspace_id}.")


@command.command("list")
@_workspace
@json_option
def list_all(workspace_id: UUID, as_json: bool) -> None:
    """List members, open invitations and open requests to join."""
    from models.accounts import invitation, join_request, member

    with transaction() as connection:
        members = member.list_all(connection, workspace_id)
        requests = join_request.list_open(connection, workspace_id)
        invitations = invitation.list_open(connection, workspace_id)
    lines = [
        f"{row.id}  {row.role:<8} {row.email}{'' if row.has_joined else ' (has not used a link yet)'}"
        for row in members
    ]
    lines += [f"{row.id}  request  {row.email}" for row in requests]
    lines += [f"{row.id}  invited  {row.email or 'anyone with the token'} as {row.role}" for row in invitations]
    record = {
        "members": [row._asdict() for row in members],
        "requests": [row._asdict() for row in requests],
        "invitations": [row._asdict() for row in invitations],
    }
    show(as_json, record, "\n".join(lines) or "The workspace has no members.")


@command.command()
@_workspace
@click.argument("email")
@click.argument("role", type=click.Choice(["owner", "admin", "member"]))
@_actor
@json_option
def role(workspace_id: UUID, email: str, role: Any, actor: str | None, as_json: bool) -> None:
    """Change a member's role. A new owner replaces the former one, who becomes an admin."""
    from models.accounts import member

    address = parse_email(email)
    with transaction() as connection:
        member.set_role(connection, workspace_id, address, role, _of(actor))
    show(as_json, {"email": address, "role": role}, f"{address} is now {role}.")


@command.command()
@_workspace
@click.argument("email")
@_actor
@json_option
def remove(workspace_id: UUID, email: str, actor: str | None, as_json: bool) -> None:
    """Remove a member. Revokes access tokens that the member gave to programs, but no other key."""
    from models.accounts import member

    address = parse_email(email)
    with transaction() as connection:
        member.remove(connection, workspace_id, address, _of(actor))
    show(as_json, {"email": address, "status": "removed"}, f"{address} is no longer a member.")


@command.command()
@click.argument("invitation_id", type=Id())
@_actor
@json_option
def revoke(invitation_id: UUID, actor: str | None, as_json: bool) -> None:
    """Revoke an open invitation."""
    from models.accounts import invitation

    with transaction() as connection:
        invitation.revoke(connection, invitation_id, _of(actor))
    show(as_json, {"id": invitation_id, "status": "revoked"}, "The invitation is revoked.")


@command.command()
@_workspace
@click.argument("email")
@json_option
def request(workspace_id: UUID, email: str, as_json: bool) -> None:
    """Ask to join a workspace as EMAIL. An admin approves it."""
    from models.accounts import join_request

    address = parse_email(email)
    with transaction() as connection:
        request_id = join_request.create(connection, workspace_id, address)
    show(as_json, {"id": request_id}, f"The request of {address} is {request_id}.")


@command.command()
@click.argument("request_id", type=Id())
@_role("member", "admin", "member")
@_actor
@json_option
def approve(request_id: UUID, role: Any, actor: str | None, as_json: bool) -> None:
    """Approve a request to join. Prints a link for the person, who joins with it, unless the person was signed in when asking."""
    from models.accounts import join_request

    with transaction() as connection:
        approved = join_request.approve(connection, request_id, role, _of(actor))
    text = f"The request is approved. The id of the member is {approved.member_id}."
    record = {"id": approved.member_id, "role": role}
    if approved.link is not None:
        record["link"] = _link("join", approved.link.token)
        text = f"{text}\n{record['link']}\n{_once(approved.link.expires_at)}"
    show(as_json, record, text)


@command.command()
@click.argument("request_id", type=Id())
@_actor
@json_option
def decline(request_id: UUID, actor: str | None, as_json: bool) -> None:
    """Decline a request to join."""
    from models.accounts import join_request

    with transaction() as connection:
        join_request.decline(connection, request_id, _of(actor))
    show(as_json, {"id": request_id, "status": "declined"}, "The request is declined.")


@command.command()
@_workspace
@json_option
def audit(workspace_id: UUID, as_json: bool) -> None:
    """List the newest changes of keys, members and roles."""
    from models.accounts import audit as entries
    from models.accounts import workspace

    with transaction() as connection:
        workspace.require(connection, workspace_id)
        rows = entries.newest(connection, workspace_id)
    lines = [f"{row.created_at:%Y-%m-%d %H:%M:%S}  {row.actor:<30} {row.action:<20} {row.subject}" for row in rows]
    show(as_json, {"entries": [row._asdict() for row in rows]}, "\n".join(lines) or "There are no changes.")
