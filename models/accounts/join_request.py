"""Requests to join a workspace. An admin approves or declines them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, delete, false, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.errors import InvalidRequest, NotFound, TooManyRequests
from models.accounts import audit, invitation, member, workspace
from models.accounts.invitation import NewInvitation
from models.accounts.member import Role
from models.base import Base, created_at, new_id

# Anyone may ask, with any address. A request beyond this replaces one from the network that most of the others come from.
OPEN_MAX = 100
# A request that nobody decided is deleted after this time.
VALID = timedelta(days=14)
FULL = "Too many people ask to join. Your request was not stored. Try again later, or ask an admin for an invitation."
FULL_RETRY_SECONDS = 3_600


class JoinRequest(Base):
    """An open request. It is deleted when it was decided; the audit list keeps the decision."""

    __tablename__ = "join_request"
    __table_args__ = (Index("uq_join_request_email", "workspace_id", "email", unique=True),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    email: Mapped[str]
    # The person with a proven address was signed in when asking.
    is_signed_in: Mapped[bool] = mapped_column(server_default=false())
    # The network or the person who asked. Empty for the command line.
    asked_from: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created_at()


class JoinRequestRow(NamedTuple):
    """An open request, as it is listed."""

    id: UUID
    email: str
    created_at: datetime


class Approved(NamedTuple):
    """A new member. The admin hands the link over to a person who was not signed in; the rights begin with its use."""

    member_id: UUID
    link: NewInvitation | None


def create(
    connection: Connection, workspace_id: UUID, email: str, *, is_signed_in: bool = False, asked_from: str = ""
) -> UUID:
    """The id of the person's request: a new one, or the one that is open already.

    Args:
        is_signed_in: the person has proven the address and is signed in.
        asked_from: the network or the person who asks.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the person is a member already.
        TooManyRequests: the workspace has too many open requests, from everywhere.
    """
    workspace.require(connection, workspace_id, lock=True)
    known = member.find(connection, workspace_id, email)
    if known is not None and known.has_joined:
        raise InvalidRequest.of("email", f"{email} is already a member of the workspace")
    connection.execute(delete(JoinRequest).where(JoinRequest.workspace_id == workspace_id, ~_is_open))
    own = select(JoinRequest.id).where(JoinRequest.workspace_id == workspace_id, JoinRequest.email == email)
    if (found := connection.execute(own).scalar_one_or_none()) is not None:
        if is_signed_in:
            connection.execute(
                update(JoinRequest).where(JoinRequest.id == found).values({JoinRequest.is_signed_in: True})
            )
        return found
    _replace_one(connection, workspace_id, asked_from)
    request_id = new_id()
    values = {
        JoinRequest.id: request_id, JoinRequest.workspace_id: workspace_id, JoinRequest.email: email,
        JoinRequest.is_signed_in: is_signed_in, JoinRequest.asked_from: asked_from,
    }  # fmt: skip
    connection.execute(insert(JoinRequest).values(values))
    audit.add(connection, workspace_id, email, "member.requested", email)
    return request_id


def _replace_one(connection: Connection, workspace_id: UUID, asked_from: str) -> None:
    """Delete the newest request from where most come from, if the workspace has the maximum."""
    query = select(JoinRequest.asked_from, func.count()).where(JoinRequest.workspace_id == workspace_id)
    counts = {name: count for name, count in connection.execute(query.group_by(JoinRequest.asked_from))}
    if sum(counts.values()) < OPEN_MAX:
        return
    most = max(counts, key=lambda name: counts[name])
    if counts[most] <= counts.get(asked_from, 0) + 1:
        raise TooManyRequests(FULL, retry_after_seconds=FULL_RETRY_SECONDS)
    newest = select(JoinRequest.id).where(JoinRequest.workspace_id == workspace_id, JoinRequest.asked_from == most)
    chosen = newest.order_by(JoinRequest.id.desc()).limit(1).scalar_subquery()
    connection.execute(delete(JoinRequest).where(JoinRequest.id == chosen))


def list_open(connection: Connection, workspace_id: UUID) -> list[JoinRequestRow]:
    """The requests of a workspace that are open and have not expired, oldest first."""
    query = select(JoinRequest.id, JoinRequest.email, JoinRequest.created_at)
    rows = connection.execute(query.where(JoinRequest.workspace_id == workspace_id, _is_open).order_by(JoinRequest.id))
    return [JoinRequestRow(*row) for row in rows]


def approve(connection: Connection, request_id: UUID, role: Role, actor: str) -> Approved:
    """Make the person a member: at once if the person was signed in, otherwise by a link made for the address.

    Raises:
        NotFound: no such open request.
        Forbidden: the actor may not do it.
    """
    workspace_id, email, is_signed_in = _take(connection, request_id, role, actor)
    known = member.find(connection, workspace_id, email)
    if known is None:
        member_id = member.add(connection, workspace_id, email, role, actor, has_joined=is_signed_in)
    else:  # One who is to confirm the address keeps the role.
        member_id, role = known.id, cast(Role, known.role)
        member.check_may_manage(connection, workspace_id, actor, role)
    if not is_signed_in:
        return Approved(member_id, invitation.create(connection, workspace_id, role, actor, email=email))
    if known is not None:
        member.join(connection, workspace_id, email)
    return Approved(member_id, None)


def decline(connection: Connection, request_id: UUID, actor: str) -> None:
    """Decline a request.

    Raises:
        NotFound: no such open request.
        Forbidden: the actor may not do it.
    """
    workspace_id, email, _ = _take(connection, request_id, "member", actor)
    audit.add(connection, workspace_id, actor, "member.declined", email)


def _take(connection: Connection, request_id: UUID, role: Role, actor: str) -> tuple[UUID, str, bool]:
    """Delete the request. Returns its workspace and address, and whether the person was signed in."""
    chosen = (JoinRequest.id == request_id, _is_open)
    workspace_id = connection.execute(select(JoinRequest.workspace_id).where(*chosen)).scalar_one_or_none()
    if workspace_id is None:
        raise NotFound(f"No open request {request_id}.")
    workspace.require(connection, workspace_id, lock=True)
    member.check_may_manage(connection, workspace_id, actor, role)
    deletion = delete(JoinRequest).where(*chosen).returning(JoinRequest.email, JoinRequest.is_signed_in)
    found = connection.execute(deletion).one_or_none()
    if found is None:
        raise NotFound(f"No open request {request_id}.")
    return workspace_id, found.email, found.is_signed_in


_is_open = JoinRequest.created_at > func.now() - VALID
