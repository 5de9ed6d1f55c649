"""Requests to join a workspace. An admin approves or declines them."""

from __future__ import annotations

from datetime import datetime, timedelta
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
# New requests of a workspace within an hour. Anyone may ask, with any address.
HOURLY_MAX = 20
# A request that nobody decided is deleted after this time.
VALID = timedelta(days=14)


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
        InvalidRequest: the person is a member already, or the workspace has too many open requests, or too many new ones.
    """
    workspace.require(connection, workspace_id, lock=True)
    if member.find(connection, workspace_id, email) is not None:
        raise InvalidRequest.of("email", f"{email} is already a member of the workspace")
    connection.execute(delete(JoinRequest).where(JoinRequest.workspace_id == workspace_id, ~_is_open))
    own = select(JoinRequest.id).where(JoinRequest.workspace_id == workspace_id, JoinRequest.email == email)
    if (found := connection.execute(own).scalar_one_or_none()) is not None:
        return found
    _check_count(connection, workspace_id)
    request_id = new_id()
    values = {JoinRequest.id: request_id, JoinRequest.workspace_id: workspace_id, JoinRequest.email: email}
    connection.execute(insert(JoinRequest).values(values))
    audit.add(connection, workspace_id, email, "member.requested", email)
    return request_id


def _check_count(connection: Connection, workspace_id: UUID) -> None:
    is_new = JoinRequest.created_at > func.now() - timedelta(hours=1)
    counts = select(func.count(), func.count().filter(is_new)).where(JoinRequest.workspace_id == workspace_id)
    total, new = connection.execute(counts).one()
    if total >= OPEN_MAX:
        raise InvalidRequest.of("workspace", f"must have fewer than {OPEN_MAX} open requests")
    if new >= HOURLY_MAX:
        raise InvalidRequest.of("workspace", f"must have fewer than {HOURLY_MAX} new requests within an hour")


def list_open(connection: Connection, workspace_id: UUID) -> list[JoinRequestRow]:
    """The requests of a workspace that are open and have not expired, oldest first."""
    query = select(JoinRequest.id, JoinRequest.email, JoinRequest.created_at)
    rows = connection.execute(query.where(JoinRequest.workspace_id == workspace_id, _is_open).order_by(JoinRequest.id))
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
    audit.add(connection, workspace_id, actor, "member.declined", email)


def _take(connection: Connection, request_id: UUID, role: Role, actor: str) -> tuple[UUID, str]:
    """Delete the request. Returns its workspace and address."""
    chosen = (JoinRequest.id == request_id, _is_open)
    workspace_id = connection.execute(select(JoinRequest.workspace_id).where(*chosen)).scalar_one_or_none()
    if workspace_id is None:
        raise NotFound(f"No open request {request_id}.")
    workspace.require(connection, workspace_id, lock=True)
    member.check_may_manage(connection, workspace_id, actor, role)
    email = connection.execute(delete(JoinRequest).where(*chosen).returning(JoinRequest.email)).scalar_one_or_none()
    if email is None:
        raise NotFound(f"No open request {request_id}.")
    return workspace_id, email


_is_open = JoinRequest.created_at > func.now() - VALID
