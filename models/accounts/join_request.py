"""Requests to join a workspace. An admin approves or declines them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import InvalidRequest, NotFound
from models.accounts import audit, member, newcomer, person, workspace
from models.accounts.member import Role
from models.accounts.person import NewLink
from models.base import Base, created_at, new_id

OPEN_MAX = 100


class JoinRequest(Base):
    """An open request. It is deleted when it was decided; the audit list keeps the decision."""

    __tablename__ = "join_request"
    __table_args__ = (Index("uq_join_request_email", "workspace_id", "email", unique=True),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    email: Mapped[str]
    created_at: Mapped[datetime] = created_at()


class JoinRequestRow(NamedTuple):
    """An open request, as it is listed."""

    id: UUID
    email: str
    created_at: datetime


class Approved(NamedTuple):
    """A new member. `link` sets the password of a person who was in no workspace before; the admin hands it over."""

    member_id: UUID
    link: NewLink | None


def create(connection: Connection, workspace_id: UUID, email: str) -> UUID:
    """The id of the person's request: a new one, or the one that is open already.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the person is a member already, or the workspace has too many open requests.
    """
    workspace.require(connection, workspace_id, lock=True)
    if member.find(connection, workspace_id, email) is not None:
        raise InvalidRequest.of("email", f"{email} is already a member of the workspace")
    own = select(JoinRequest.id).where(JoinRequest.workspace_id == workspace_id, JoinRequest.email == email)
    if (found := connection.execute(own).scalar_one_or_none()) is not None:
        return found
    count = select(func.count()).where(JoinRequest.workspace_id == workspace_id)
    if connection.execute(count).scalar_one() >= OPEN_MAX:
        raise InvalidRequest.of("workspace", f"must have fewer than {OPEN_MAX} open requests")
    request_id = new_id()
    values = {JoinRequest.id: request_id, JoinRequest.workspace_id: workspace_id, JoinRequest.email: email}
    connection.execute(insert(JoinRequest).values(values))
    audit.record(connection, workspace_id, email, "member.requested", email)
    return request_id


def list_open(connection: Connection, workspace_id: UUID) -> list[JoinRequestRow]:
    """The open requests of a workspace, oldest first."""
    query = select(JoinRequest.id, JoinRequest.email, JoinRequest.created_at)
    rows = connection.execute(query.where(JoinRequest.workspace_id == workspace_id).order_by(JoinRequest.id))
    return [JoinRequestRow(*row) for row in rows]


def approve(connection: Connection, request_id: UUID, role: Role, actor: str) -> Approved:
    """Make the person a member.

    Raises:
        NotFound: no such open request.
        Forbidden: the actor may not do it.
    """
    workspace_id, email = _take(connection, request_id, role, actor)
    is_new = newcomer.reset(connection, email)
    member_id = member.add(connection, workspace_id, email, role, actor)
    return Approved(member_id, person.create_link(connection, email) if is_new else None)


def decline(connection: Connection, request_id: UUID, actor: str) -> None:
    """Decline a request.

    Raises:
        NotFound: no such open request.
        Forbidden: the actor may not do it.
    """
    workspace_id, email = _take(connection, request_id, "member", actor)
    audit.record(connection, workspace_id, actor, "member.declined", email)


def _take(connection: Connection, request_id: UUID, role: Role, actor: str) -> tuple[UUID, str]:
    """Delete the request. Returns its workspace and address."""
    chosen = JoinRequest.id == request_id
    workspace_id = connection.execute(select(JoinRequest.workspace_id).where(chosen)).scalar_one_or_none()
    if workspace_id is None:
        raise NotFound(f"No open request {request_id}.")
    workspace.require(connection, workspace_id, lock=True)
    member.check_may_manage(connection, workspace_id, actor, role)
    email = connection.execute(delete(JoinRequest).where(chosen).returning(JoinRequest.email)).scalar_one_or_none()
    if email is None:
        raise NotFound(f"No open request {request_id}.")
    return workspace_id, email
