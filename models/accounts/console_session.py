"""Sessions of the console: who is signed in, in which browser."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, DateTime, ForeignKey, LargeBinary, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models.accounts.caller import Caller
from models.accounts.member import MANAGES_MEMBERS, Member
from models.accounts.person import Person
from models.accounts.token import digest_of, new_token
from models.accounts.workspace import Workspace
from models.base import Base, JsonObject, columns_of, created_at, new_id

# A session ends when it was not used for this long.
IDLE_MAX = timedelta(days=14)
# And in any case after this time.
AGE_MAX = timedelta(days=90)
# The last use of a session is stored at most this often.
USE_STORED_EVERY = timedelta(minutes=10)
# The kind of a caller that sends a session instead of a key.
KIND = "session"
AGENT_MAX_CHARS = 300
# Open sessions of a person.
OPEN_MAX = 50


class ConsoleSession(Base):
    """One signed-in browser. Only the SHA-256 of its cookie is stored."""

    __tablename__ = "console_session"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    # Forms and scripts of the console's own pages send it; other sites cannot read it.
    csrf_token: Mapped[str]
    # Where the session began: the network of the browser, and what the browser calls itself.
    network: Mapped[str] = mapped_column(server_default="")
    agent: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created_at()
    last_used_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), index=True)


class SessionRow(NamedTuple):
    """A session and its person."""

    id: UUID
    person_id: UUID
    email: str
    is_operator: bool
    is_proven: bool
    csrf_token: str


class Membership(NamedTuple):
    """A workspace of a person, and the person's role there."""

    workspace_id: UUID
    name: str
    role: str
    plan: str
    suspended: bool
    default_options: JsonObject

    @property
    def manages_members(self) -> bool:
        return self.role in MANAGES_MEMBERS


_newest = (
    select(ConsoleSession.id)
    .where(ConsoleSession.person_id == bindparam("person"))
    .order_by(ConsoleSession.last_used_at.desc(), ConsoleSession.id.desc())
    .limit(OPEN_MAX - 1)
)
_END_OLDEST = delete(ConsoleSession).where(
    ConsoleSession.person_id == bindparam("person"), ConsoleSession.id.not_in(_newest)
)


def create(connection: Connection, person_id: UUID, network: str = "", agent: str = "") -> str:
    """The token of a new session: the value of its cookie. The person's oldest sessions end when there are too many."""
    token = new_token()
    values = {
        ConsoleSession.id: new_id(), ConsoleSession.digest: digest_of(token), ConsoleSession.person_id: person_id,
        ConsoleSession.csrf_token: new_token(), ConsoleSession.network: network,
        ConsoleSession.agent: agent[:AGENT_MAX_CHARS],
    }  # fmt: skip
    connection.execute(_END_OLDEST, {"person": person_id})
    connection.execute(insert(ConsoleSession).values(values))
    return token


_is_live = (ConsoleSession.last_used_at > func.now() - IDLE_MAX) & (ConsoleSession.created_at > func.now() - AGE_MAX)
_SESSION = (
    select(
        ConsoleSession.id, ConsoleSession.person_id, Person.email, Person.is_operator,
        Person.proven_at.is_not(None), ConsoleSession.csrf_token,
        ConsoleSession.last_used_at < func.now() - USE_STORED_EVERY,
    )
    .join(Person, Person.id == ConsoleSession.person_id)
    .where(ConsoleSession.digest == bindparam("digest"), _is_live)
)  # fmt: skip


def find(connection: Connection, token: str) -> SessionRow | None:
    """The session of a cookie; None when it is unknown or has expired. Stores the use, every ten minutes."""
    row = connection.execute(_SESSION, {"digest": digest_of(token)}).one_or_none()
    if row is None:
        return None
    session_id, person_id, email, is_operator, is_proven, csrf_token, store_use = row
    found = SessionRow(session_id, person_id, email, is_operator, is_proven, csrf_token)
    if store_use:
        used = update(ConsoleSession).where(ConsoleSession.id == found.id)
        connection.execute(used.values({ConsoleSession.last_used_at: func.now()}))
    return found


def is_from(connection: Connection, email: str, network: str) -> bool:
    """Whether a person has a session that began in this network."""
    query = select(ConsoleSession.id).join(Person, Person.id == ConsoleSession.person_id)
    found = connection.execute(query.where(Person.email == email, ConsoleSession.network == network, _is_live).limit(1))
    return found.one_or_none() is not None


_MEMBERSHIPS = (
    select(
        Workspace.id,
        Workspace.name,
        Member.role,
        Workspace.plan,
        Workspace.suspended_at.is_not(None),
        Workspace.default_options,
    )
    .join(Member, Member.workspace_id == Workspace.id)
    .where(Member.email == bindparam("email"), Member.has_joined)
    .order_by(Workspace.name, Workspace.id)
)


def memberships(connection: Connection, email: str) -> list[Membership]:
    """The workspaces of a person, by name."""
    return [Membership(*row) for row in connection.execute(_MEMBERSHIPS, {"email": email})]


def caller_of(session: SessionRow, membership: Membership) -> Caller:
    """The caller of the REST API that a signed-in member of a workspace is. It has the rights of a secret key."""
    return Caller(
        key_id=session.id, kind=KIND, domains=(), workspace_id=membership.workspace_id, plan=membership.plan,
        suspended=membership.suspended, default_options=membership.default_options,
    )  # fmt: skip


class OpenSession(NamedTuple):
    """A session of a person, as it is listed."""

    id: UUID
    network: str
    agent: str
    created_at: datetime
    last_used_at: datetime


def list_of(connection: Connection, person_id: UUID) -> list[OpenSession]:
    """The sessions of a person that have not ended, the last used first."""
    query = select(*columns_of(ConsoleSession, OpenSession)).where(ConsoleSession.person_id == person_id, _is_live)
    return [OpenSession(*row) for row in connection.execute(query.order_by(ConsoleSession.last_used_at.desc()))]


def end_own(connection: Connection, person_id: UUID, session_id: UUID) -> None:
    """End one session of a person. Sessions of other people remain."""
    own = (ConsoleSession.id == session_id, ConsoleSession.person_id == person_id)
    connection.execute(delete(ConsoleSession).where(*own))


def end(connection: Connection, session_id: UUID) -> None:
    """End one session."""
    connection.execute(delete(ConsoleSession).where(ConsoleSession.id == session_id))


def end_all(connection: Connection, person_id: UUID) -> None:
    """End all sessions of a person."""
    connection.execute(delete(ConsoleSession).where(ConsoleSession.person_id == person_id))


def delete_expired(connection: Connection) -> None:
    """Delete the sessions that have expired."""
    connection.execute(delete(ConsoleSession).where(~_is_live))
