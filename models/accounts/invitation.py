"""Invitations to workspaces: a link that one person can use once, within 7 days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, LargeBinary, delete, false, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import Forbidden, InvalidRequest, NotFound
from models.accounts import audit, member, person, proof, workspace
from models.accounts.audit import OPERATOR
from models.accounts.member import Role
from models.accounts.token import digest_of, new_token
from models.accounts.workspace import Workspace
from models.base import Base, columns_of, created_at, new_id

VALID = timedelta(days=7)
OPEN_MAX = 100


class Invitation(Base):
    """An invitation. Only the SHA-256 of its token is stored. `email` is None if anyone with the link may use it."""

    __tablename__ = "invitation"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    email: Mapped[str | None]
    role: Mapped[str]
    # The person also becomes an operator of the installation.
    is_operator: Mapped[bool] = mapped_column(server_default=false())
    digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    invited_by: Mapped[str]
    created_at: Mapped[datetime] = created_at()
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


@dataclass(frozen=True, kw_only=True)
class NewInvitation:
    """A new invitation. `token` is the secret part of its link, which is shown only once."""

    id: UUID
    token: str
    expires_at: datetime


class InvitationRow(NamedTuple):
    """An open invitation, as it is listed."""

    id: UUID
    email: str | None
    role: str
    invited_by: str
    expires_at: datetime


class Joined(NamedTuple):
    """A person who accepted an invitation."""

    workspace_id: UUID
    member_id: UUID
    role: str


def create(
    connection: Connection, workspace_id: UUID, role: Role, actor: str, *, email: str | None = None,
    is_operator: bool = False,
) -> NewInvitation:  # fmt: skip
    """A new invitation. An earlier open one for the same address becomes invalid.

    A member whose address is not confirmed may be invited again, with the same role: using the link confirms the membership.

    Args:
        is_operator: the person also becomes an operator of the installation. Only the operator may set it.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the person is a member already, or the workspace has too many open invitations.
        Forbidden: the actor may not invite, or not for that role or the one of the earlier invitation.
    """
    workspace.require(connection, workspace_id, lock=True)
    member.check_may_manage(connection, workspace_id, actor, role)
    if is_operator and actor != OPERATOR:
        raise Forbidden("Only the operator of the installation may invite another operator.")
    if email is not None:
        _check_may_be_invited(connection, workspace_id, email, role)
    connection.execute(delete(Invitation).where(Invitation.workspace_id == workspace_id, ~_is_open))
    if email is not None:
        _replace(connection, workspace_id, email, actor)
    count = select(func.count()).where(Invitation.workspace_id == workspace_id)
    if connection.execute(count).scalar_one() >= OPEN_MAX:
        raise InvalidRequest.of("workspace", f"must have fewer than {OPEN_MAX} open invitations")
    token, invitation_id = new_token(), new_id()
    values = {
        Invitation.id: invitation_id, Invitation.workspace_id: workspace_id, Invitation.email: email,
        Invitation.role: role, Invitation.digest: digest_of(token), Invitation.invited_by: actor,
        Invitation.expires_at: func.now() + VALID, Invitation.is_operator: is_operator,
    }  # fmt: skip
    expires = connection.execute(insert(Invitation).values(values).returning(Invitation.expires_at)).scalar_one()
    audit.add(connection, workspace_id, actor, "member.invited", email or "anyone with the link", role=role)
    return NewInvitation(id=invitation_id, token=token, expires_at=expires)


def _check_may_be_invited(connection: Connection, workspace_id: UUID, email: str, role: Role) -> None:
    known = member.find(connection, workspace_id, email)
    if known is None:
        return
    if known.has_joined and _is_proven(connection, email):
        raise InvalidRequest.of("email", f"{email} is already a member of the workspace")
    if known.role != role:
        raise InvalidRequest.of("role", f"must be {known.role}, the role that {email} has in the workspace")


def _is_proven(connection: Connection, email: str) -> bool:
    found = person.find(connection, email)
    return found is not None and found.is_proven


def _replace(connection: Connection, workspace_id: UUID, email: str, actor: str) -> None:
    """Delete the open invitation of an address. Takes the same rights as to revoke it.

    Raises:
        Forbidden: the actor may not revoke it.
    """
    same = (Invitation.workspace_id == workspace_id, Invitation.email == email)
    gone = connection.execute(delete(Invitation).where(*same).returning(Invitation.role, Invitation.is_operator))
    for role, is_operator in gone:
        member.check_may_manage(connection, workspace_id, actor, role)
        if is_operator and actor != OPERATOR:
            raise Forbidden("Only the operator of the installation may replace the invitation of an operator.")


def list_open(connection: Connection, workspace_id: UUID) -> list[InvitationRow]:
    """The open invitations of a workspace, oldest first."""
    query = select(*columns_of(Invitation, InvitationRow)).where(Invitation.workspace_id == workspace_id, _is_open)
    return [InvitationRow(*row) for row in connection.execute(query.order_by(Invitation.id))]


def revoke(connection: Connection, invitation_id: UUID, actor: str) -> None:
    """Make an open invitation invalid.

    Raises:
        NotFound: no such open invitation.
        Forbidden: the actor may not do it.
    """
    query = select(Invitation.workspace_id).where(Invitation.id == invitation_id)
    workspace_id = connection.execute(query).scalar_one_or_none()
    if workspace_id is None:
        raise NotFound(f"No open invitation {invitation_id}.")
    workspace.require(connection, workspace_id, lock=True)
    gone = delete(Invitation).where(Invitation.id == invitation_id, _is_open)
    found = connection.execute(gone.returning(Invitation.email, Invitation.role)).one_or_none()
    if found is None:
        raise NotFound(f"No open invitation {invitation_id}.")
    member.check_may_manage(connection, workspace_id, actor, found.role)
    subject = found.email or "anyone with the link"
    audit.add(connection, workspace_id, actor, "member.invitation_revoked", subject, role=found.role)


class OpenInvitation(NamedTuple):
    """What an invitation offers to the person who has its link."""

    workspace_id: UUID
    workspace: str
    email: str | None
    role: str
    is_operator: bool

    @property
    def proves(self) -> bool:
        """Whether its use proves the address of the person."""
        return _proves(self.email, self.is_operator)


def _proves(email: str | None, is_operator: bool) -> bool:
    # The link that makes an operator is made by an operator for one person, whose address may not be known yet.
    return email is not None or is_operator


def of_token(connection: Connection, token: str) -> OpenInvitation:
    """The open invitation with that token.

    Raises:
        NotFound: the invitation is unknown, used or expired.
    """
    query = select(
        Invitation.workspace_id, Workspace.name, Invitation.email, Invitation.role, Invitation.is_operator
    ).join(Workspace, Workspace.id == Invitation.workspace_id)  # fmt: skip
    row = connection.execute(query.where(Invitation.digest == digest_of(token), _is_open)).one_or_none()
    if row is None:
        raise NotFound(_NOT_VALID)
    return OpenInvitation(*row)


def accept(connection: Connection, token: str, email: str) -> Joined:
    """Make a person a member by an invitation, which is then used up. An invitation for the address proves it (`proof`).

    Raises:
        NotFound: the invitation is unknown, used or expired, or is for another address.
        InvalidRequest: the person is a member already, or has an unproven address and is in another workspace. The invitation
            remains open.
    """
    chosen = (Invitation.digest == digest_of(token), _is_open)
    workspace_id = connection.execute(select(Invitation.workspace_id).where(*chosen)).scalar_one_or_none()
    if workspace_id is None:
        raise NotFound(_NOT_VALID)
    workspace.require(connection, workspace_id, lock=True)  # Before the invitation, as in `create`.
    query = select(
        Invitation.id, Invitation.workspace_id, Invitation.email, Invitation.role, Invitation.invited_by,
        Invitation.is_operator,
    ).where(*chosen)  # fmt: skip
    found = connection.execute(query.with_for_update()).one_or_none()
    if found is None or found.email not in (None, email):
        raise NotFound(_NOT_VALID)
    try:
        member.check_may_manage(connection, workspace_id, found.invited_by, found.role)
    except Forbidden as error:  # The member who invited was removed or has another role now.
        raise NotFound(_NOT_VALID) from error
    if _proves(found.email, found.is_operator):
        proof.prove(connection, email)
    elif not _is_proven(connection, email) and person.is_member_somewhere(connection, email):
        raise InvalidRequest.of("email", UNPROVEN)
    member_id = _member(connection, found.workspace_id, email, found.role)
    connection.execute(update(Invitation).where(Invitation.id == found.id).values({Invitation.used_at: func.now()}))
    if found.is_operator:
        person.make_operator(connection, email)
    return Joined(found.workspace_id, member_id, found.role)


def _member(connection: Connection, workspace_id: UUID, email: str, role: Role) -> UUID:
    """The id of the member: a new one, or the one who was invited to confirm the address."""
    known = member.find(connection, workspace_id, email)
    if known is None or known.has_joined:
        return member.add(connection, workspace_id, email, role, actor=email)
    member.join(connection, workspace_id, email)
    return known.id


UNPROVEN = "is not confirmed, so it can join another workspace only by an invitation made for it. Ask an admin for one"
_NOT_VALID = (
    "The invitation is unknown, was used, has expired or was revoked, is for another e-mail address, or the member who"
    " created it may not invite any more."
)
_is_open = Invitation.used_at.is_(None) & (Invitation.expires_at > func.now())
