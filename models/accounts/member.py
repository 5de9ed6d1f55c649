"""Members of workspaces and their roles: one owner, admins who manage members, members who use the API. All manage keys.

Removing a member revokes the access tokens that programs got with the member's consent. It revokes no other key: keys belong to
the workspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, delete, select, text, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import Forbidden, InvalidRequest, NotFound
from models.accounts import audit, oauth_code, workspace
from models.accounts.audit import OPERATOR
from models.base import Base, columns_of, created_at, new_id

Role = Literal["owner", "admin", "member"]
ROLES: tuple[Role, ...] = ("owner", "admin", "member")
# What a role may do, beyond using the API and managing keys. Only the owner decides who is owner or admin.
MANAGES_MEMBERS = frozenset({"owner", "admin"})


class Member(Base):
    """One person in one workspace. `email` is in lower case."""

    __tablename__ = "member"
    __table_args__ = (
        Index("uq_member_email", "workspace_id", "email", unique=True),
        Index("uq_member_owner", "workspace_id", unique=True, postgresql_where=text("role = 'owner'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    email: Mapped[str] = mapped_column(index=True)
    role: Mapped[str]
    # False until the person uses a link that the workspace made for the address. Until then the membership gives no rights.
    has_joined: Mapped[bool] = mapped_column(server_default=true())
    created_at: Mapped[datetime] = created_at()


class MemberRow(NamedTuple):
    """A member, as it is listed."""

    id: UUID
    email: str
    role: str
    created_at: datetime
    has_joined: bool


_ROWS = select(*columns_of(Member, MemberRow))


def list_all(connection: Connection, workspace_id: UUID) -> list[MemberRow]:
    """The members of a workspace, oldest first."""
    workspace.require(connection, workspace_id)
    query = _ROWS.where(Member.workspace_id == workspace_id).order_by(Member.created_at, Member.id)
    return [MemberRow(*row) for row in connection.execute(query)]


def find(connection: Connection, workspace_id: UUID, email: str) -> MemberRow | None:
    """The member with this address."""
    row = connection.execute(_ROWS.where(Member.workspace_id == workspace_id, Member.email == email)).one_or_none()
    return MemberRow(*row) if row else None


def not_joined(connection: Connection, workspace_id: UUID, emails: Sequence[str]) -> set[str]:
    """Those of the addresses that do not belong to a member who has joined."""
    query = select(Member.email).where(
        Member.workspace_id == workspace_id, Member.email.in_(list(emails)), Member.has_joined
    )
    return set(emails).difference(connection.execute(query).scalars()) if emails else set()


def require(connection: Connection, workspace_id: UUID, email: str) -> MemberRow:
    """The member with this address.

    Raises:
        NotFound: the workspace has no such member.
    """
    found = find(connection, workspace_id, email)
    if found is None:
        raise NotFound(f"{email} is not a member of the workspace.")
    return found


def manages(found: MemberRow | None) -> bool:
    """Whether a member may manage members and settings."""
    return found is not None and found.has_joined and found.role in MANAGES_MEMBERS


def check_may_manage(connection: Connection, workspace_id: UUID, actor: str, *roles: str) -> None:
    """Check whether an actor may give or take these roles. The operator of the installation may.

    Raises:
        Forbidden: the actor is not a member, no admin, or only the owner may do it.
    """
    if actor == OPERATOR:
        return
    found = find(connection, workspace_id, actor)
    if found is None or not manages(found):
        raise Forbidden("Only admins and the owner of the workspace may manage members.")
    if found.role != "owner" and not {"member"}.issuperset(roles):
        raise Forbidden("Only the owner of the workspace may decide who is an admin or the owner.")


def add(
    connection: Connection, workspace_id: UUID, email: str, role: Role, actor: str, *, has_joined: bool = True
) -> UUID:  # fmt: skip
    """The id of a new member.

    Args:
        has_joined: whether the person has used a link made for the address, or was signed in.

    Raises:
        InvalidRequest: the person is a member already, or the workspace has an owner.
    """
    workspace.require(connection, workspace_id, lock=True)
    if find(connection, workspace_id, email) is not None:
        raise InvalidRequest.of("email", f"{email} is already a member of the workspace")
    if role == "owner" and _owner(connection, workspace_id) is not None:
        raise InvalidRequest.of("role", "must be admin or member: the workspace has an owner")
    member_id = new_id()
    values = {
        Member.id: member_id, Member.workspace_id: workspace_id, Member.email: email, Member.role: role,
        Member.has_joined: has_joined,
    }  # fmt: skip
    connection.execute(insert(Member).values(values))
    audit.add(connection, workspace_id, actor, "member.added", email, role=role)
    return member_id


def join(connection: Connection, workspace_id: UUID, email: str) -> None:
    """Give a member who has not joined the rights of the member's role."""
    own = (Member.workspace_id == workspace_id, Member.email == email)
    connection.execute(update(Member).where(*own).values({Member.has_joined: True}))
    audit.add(connection, workspace_id, email, "member.joined", email)


def leave(connection: Connection, email: str) -> None:
    """Take the rights of an address in all workspaces, until their admins make a link for the address."""
    held = (Member.email == email, Member.has_joined)
    query = select(Member.workspace_id).where(*held).order_by(Member.workspace_id)
    for workspace_id in connection.execute(query).scalars().all():
        workspace.require(connection, workspace_id, lock=True)
        own = (*held, Member.workspace_id == workspace_id)
        connection.execute(update(Member).where(*own).values({Member.has_joined: False}))
        audit.add(connection, workspace_id, OPERATOR, "member.unconfirmed", email)
        oauth_code.withdraw(connection, workspace_id, email, OPERATOR)


def set_role(connection: Connection, workspace_id: UUID, email: str, role: Role, actor: str) -> None:
    """Change a member's role. The former owner of a workspace that gets a new one becomes an admin.

    Raises:
        NotFound: no such member.
        InvalidRequest: the owner's role cannot be removed, only given to another member.
        Forbidden: the actor may not do it.
    """
    workspace.require(connection, workspace_id, lock=True)
    found = require(connection, workspace_id, email)
    check_may_manage(connection, workspace_id, actor, role, found.role)
    if found.role == role:
        return
    if found.role == "owner":
        raise InvalidRequest.of("role", "cannot be removed from the owner. Make another member the owner instead")
    former = _owner(connection, workspace_id) if role == "owner" else None
    if former is not None:
        _store_role(connection, workspace_id, former, "admin", actor, before="owner")
    _store_role(connection, workspace_id, email, role, actor, before=found.role)


def remove(connection: Connection, workspace_id: UUID, email: str, actor: str) -> None:
    """Remove a member and revoke the access tokens of the member's programs, but no other key. Members may remove themselves.

    Raises:
        NotFound: no such member.
        InvalidRequest: the owner cannot be removed.
        Forbidden: the actor may not do it.
    """
    workspace.require(connection, workspace_id, lock=True)
    found = require(connection, workspace_id, email)
    if actor != email:
        check_may_manage(connection, workspace_id, actor, found.role)
    if found.role == "owner":
        raise InvalidRequest.of("email", "is the owner's. Make another member the owner first")
    connection.execute(delete(Member).where(Member.id == found.id))
    audit.add(connection, workspace_id, actor, "member.removed", email, role=found.role)
    oauth_code.withdraw(connection, workspace_id, email, actor)


def _owner(connection: Connection, workspace_id: UUID) -> str | None:
    query = select(Member.email).where(Member.workspace_id == workspace_id, Member.role == "owner")
    return connection.execute(query).scalar_one_or_none()


def _store_role(
    connection: Connection, workspace_id: UUID, email: str, role: str, actor: str, *, before: str
) -> None:  # fmt: skip
    chosen = (Member.workspace_id == workspace_id, Member.email == email)
    connection.execute(update(Member).where(*chosen).values({Member.role: role}))
    audit.add(connection, workspace_id, actor, "member.role_changed", email, before=before, role=role)
