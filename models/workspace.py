"""Workspaces and their API keys."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    Engine,
    ForeignKey,
    LargeBinary,
    String,
    Uuid,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from contract.errors import InvalidRequest, NotFound
from models.base import Base, created_at, new_id

PLANS = ("free", "standard")
PREFIXES = {"secret": "ow_sk_", "publishable": "ow_pk_"}
FIRST_CREDITS = 100_000


def new_webhook_secret() -> str:
    """A Standard Webhooks secret of 24 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


class Workspace(Base):
    """Who pays. `reserved` is the part of `balance` that running work holds."""

    __tablename__ = "workspace"
    __table_args__ = (
        CheckConstraint("balance >= 0", name="balance_not_negative"),
        CheckConstraint("reserved >= 0 AND reserved <= balance", name="reserved_within_balance"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str]
    plan: Mapped[str] = mapped_column(server_default="standard")
    balance: Mapped[int] = mapped_column(BigInteger, server_default="0")
    reserved: Mapped[int] = mapped_column(BigInteger, server_default="0")
    suspended_at: Mapped[datetime | None]
    # Signs callbacks whose webhook names no secret of its own; kept readable, since signing needs it.
    webhook_secret: Mapped[str] = mapped_column(default=new_webhook_secret)
    created_at: Mapped[datetime] = created_at()


class Key(Base):
    """An API key: only its SHA-256 is kept. A random 256-bit value needs no slow hash."""

    __tablename__ = "api_key"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str]
    name: Mapped[str] = mapped_column(server_default="")
    digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    hint: Mapped[str]
    domains: Mapped[list[str]] = mapped_column(ARRAY(String), server_default="{}")
    created_at: Mapped[datetime] = created_at()
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who a key speaks for."""

    key_id: UUID
    kind: str
    domains: tuple[str, ...]
    workspace_id: UUID
    plan: str
    suspended: bool


@dataclass(frozen=True, kw_only=True)
class NewKey:
    """A key just made; `key` is its full value, shown this once."""

    id: UUID
    workspace_id: UUID
    key: str


def create(connection: Connection, name: str, *, plan: str = "standard") -> UUID:
    """The id of a new workspace with no credits.

    Raises:
        InvalidRequest: the name is blank, or there is no such plan.
    """
    if not name.strip():
        raise InvalidRequest.of("name", "Needs a name.")
    if plan not in PLANS:
        raise InvalidRequest.of("plan", f"Needs one of {', '.join(PLANS)}.")
    return connection.execute(
        insert(Workspace).values(id=new_id(), name=name, plan=plan).returning(Workspace.id)
    ).scalar_one()


def listed(connection: Connection) -> list[dict[str, Any]]:
    """All workspaces without their webhook secrets, oldest first."""
    columns = [column for column in Workspace.__table__.columns if column.name != "webhook_secret"]
    rows = connection.execute(select(*columns).order_by(Workspace.created_at, Workspace.id))
    return [dict(row._mapping) for row in rows]


def require(connection: Connection, workspace_id: UUID, *, lock: bool = False) -> Any:
    """The workspace's row, locked against changes when asked.

    Raises:
        NotFound: no such workspace.
    """
    query = select(Workspace.__table__).where(Workspace.id == workspace_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"No workspace {workspace_id}.")
    return row


def set_suspended(connection: Connection, workspace_id: UUID, suspended: bool) -> None:
    """Suspend or restore; takes effect with the next request."""
    require(connection, workspace_id)
    when = func.now() if suspended else None
    connection.execute(update(Workspace).where(Workspace.id == workspace_id).values(suspended_at=when))


def digest_of(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def create_key(
    connection: Connection, workspace_id: UUID, *, kind: str = "secret", name: str = "", domains: tuple[str, ...] = ()
) -> NewKey:
    """A new key of a workspace, with its full value.

    Raises:
        NotFound: no such workspace.
        InvalidRequest: the workspace holds the most active keys it may.
    """
    require(connection, workspace_id, lock=True)
    active = select(func.count()).where(Key.workspace_id == workspace_id, Key.revoked_at.is_(None))
    if connection.execute(active).scalar_one() >= limits.ACTIVE_KEYS_MAX:
        raise InvalidRequest.of("workspace", f"Holds {limits.ACTIVE_KEYS_MAX} active keys already: revoke one first.")
    key = PREFIXES[kind] + secrets.token_urlsafe(32)
    key_id = new_id()
    connection.execute(
        insert(Key).values(
            id=key_id, workspace_id=workspace_id, kind=kind, name=name, digest=digest_of(key), hint=key[-4:],
            domains=[domain.lower() for domain in domains],
        )
    )  # fmt: skip
    return NewKey(id=key_id, workspace_id=workspace_id, key=key)


def keys_of(connection: Connection, workspace_id: UUID) -> list[dict[str, Any]]:
    """The workspace's keys without their values, oldest first."""
    require(connection, workspace_id)
    columns = [column for column in Key.__table__.columns if column.name != "digest"]
    query = select(*columns).where(Key.workspace_id == workspace_id).order_by(Key.created_at, Key.id)
    return [dict(row._mapping) for row in connection.execute(query)]


def revoke_key(connection: Connection, key_id: UUID) -> None:
    """Revoke for good; takes effect with the next request. Revoking again changes nothing."""
    if connection.execute(select(Key.id).where(Key.id == key_id)).one_or_none() is None:
        raise NotFound(f"No key {key_id}.")
    connection.execute(update(Key).where(Key.id == key_id, Key.revoked_at.is_(None)).values(revoked_at=func.now()))


_CALLER = text("""
    SELECT api_key.id, kind, domains, workspace_id, plan, suspended_at,
           last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
    FROM api_key JOIN workspace ON workspace.id = workspace_id
    WHERE digest = :digest AND revoked_at IS NULL
""").columns(id=Uuid(), workspace_id=Uuid())


def caller_of(connection: Connection, key: str) -> Caller | None:
    """Who the key speaks for, or None for a key that does not exist or was revoked. Notes the use, once a minute."""
    row = connection.execute(_CALLER, {"digest": digest_of(key)}).one_or_none()
    if row is None:
        return None
    if row.stale:
        connection.execute(update(Key).where(Key.id == row.id).values(last_used_at=func.now()))
    return Caller(
        key_id=row.id, kind=row.kind, domains=tuple(row.domains), workspace_id=row.workspace_id, plan=row.plan,
        suspended=row.suspended_at is not None,
    )  # fmt: skip


def ensure_first(engine: Engine) -> NewKey | None:
    """On an empty installation: a workspace with credits and its first secret key. Else None."""
    from models import credits

    with engine.begin() as connection:
        if connection.execute(select(Workspace.id).limit(1)).one_or_none() is not None:
            return None
        workspace_id = create(connection, "default")
        credits.grant(connection, workspace_id, FIRST_CREDITS, key=f"first:{workspace_id}")
        return create_key(connection, workspace_id, name="first")
