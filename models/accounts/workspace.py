"""Workspaces and their API keys."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    ForeignKey,
    LargeBinary,
    String,
    bindparam,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from contract.errors import InvalidRequest, NotFound
from contract.fields.brand_domain import parse
from models import notices
from models.accounts import audit
from models.accounts.audit import OPERATOR
from models.accounts.token import digest_of, new_token
from models.base import Base, JsonObject, columns_of, created_at, new_id

PLANS = ("free", "standard")
# The kind of key that a program gets with a person's consent. It works at the MCP interface only (`oauth_code.py`).
ACCESS = "access"
PREFIXES = {"secret": "ow_sk_", "publishable": "ow_pk_", ACCESS: "ow_at_"}


def new_webhook_secret() -> str:
    """A Standard Webhooks secret of 24 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


class Workspace(Base):
    """The account that is charged. `reserved` is the part of `balance` held for running work."""

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
    # Signs callbacks of webhooks without their own secret. Stored in plain text, because signing needs it.
    webhook_secret: Mapped[str] = mapped_column(default=new_webhook_secret)
    # The secret before the last rotation, which signs beside the new one until then.
    former_webhook_secret: Mapped[str | None]
    former_webhook_secret_until: Mapped[datetime | None]
    # Values of page options that a call omits, by wire name.
    default_options: Mapped[JsonObject] = mapped_column(JSONB, server_default="{}")
    created_at: Mapped[datetime] = created_at()


class Key(Base):
    """An API key. Only its digest is stored (`token.py`)."""

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
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


is_active = Key.revoked_at.is_(None) & or_(Key.expires_at.is_(None), Key.expires_at > func.now())


@dataclass(frozen=True, kw_only=True)
class NewKey:
    """A new key. `key` is its full value, which is shown only once."""

    id: UUID
    workspace_id: UUID
    key: str


def create(connection: Connection, name: str, *, plan: str = "standard") -> UUID:
    """The id of a new workspace with no credits.

    Raises:
        InvalidRequest: the name is blank, or the plan is unknown.
    """
    if not name.strip():
        raise InvalidRequest.of("name", "must not be blank")
    if plan not in PLANS:
        raise InvalidRequest.of("plan", f"must be one of {', '.join(PLANS)}")
    return connection.execute(
        insert(Workspace)
        .values({Workspace.id: new_id(), Workspace.name: name, Workspace.plan: plan})
        .returning(Workspace.id)
    ).scalar_one()


class WorkspaceSummary(NamedTuple):
    """A workspace without its webhook secret."""

    id: UUID
    name: str
    plan: str
    balance: int
    reserved: int
    suspended_at: datetime | None
    created_at: datetime


_SUMMARIES = select(*columns_of(Workspace, WorkspaceSummary))


def list_all(connection: Connection) -> list[WorkspaceSummary]:
    """All workspaces, oldest first."""
    rows = connection.execute(_SUMMARIES.order_by(Workspace.created_at, Workspace.id))
    return [WorkspaceSummary(*row) for row in rows]


class WorkspaceRow(NamedTuple):
    """A workspace with the secret that signs its webhooks."""

    id: UUID
    name: str
    plan: str
    balance: int
    reserved: int
    suspended_at: datetime | None
    webhook_secret: str
    created_at: datetime


_ROW = select(*columns_of(Workspace, WorkspaceRow)).where(Workspace.id == bindparam("workspace"))


def require(connection: Connection, workspace_id: UUID, *, lock: bool = False) -> WorkspaceRow:
    """The workspace, locked until the transaction ends if `lock` is set.

    Raises:
        NotFound: no such workspace.
    """
    query = _ROW.with_for_update() if lock else _ROW
    row = connection.execute(query, {"workspace": workspace_id}).one_or_none()
    if row is None:
        raise NotFound(f"No workspace {workspace_id}.")
    return WorkspaceRow(*row)


def try_lock(connection: Connection, workspace_id: UUID) -> bool:
    """Lock a workspace until the transaction ends, without waiting; False when another transaction has locked it."""
    locked = select(Workspace.id).where(Workspace.id == workspace_id).with_for_update(key_share=True, skip_locked=True)
    return connection.execute(locked).one_or_none() is not None


def set_suspended(connection: Connection, workspace_id: UUID, suspended: bool) -> None:
    """Suspend or restore a workspace. Takes effect with the next request."""
    require(connection, workspace_id)
    when = func.now() if suspended else None
    connection.execute(update(Workspace).where(Workspace.id == workspace_id).values({Workspace.suspended_at: when}))
    action = "workspace.suspended" if suspended else "workspace.restored"
    audit.add(connection, workspace_id, OPERATOR, action, str(workspace_id))
    notices.send(connection, notices.KEYS, str(workspace_id))


def create_key(
    connection: Connection, workspace_id: UUID, *, kind: str = "secret", name: str = "", domains: Iterable[str] = (),
    valid_days: int | None = None, actor: str = OPERATOR,
) -> NewKey:  # fmt: skip
    """A new key of a workspace, with its full value.

    Args:
        valid_days: the days after which the key expires; None for never.
    Raises:
        NotFound: no such workspace.
        InvalidRequest: the workspace has the maximum number of active keys, or a domain is not valid.
    """
    locked = parse_domains(domains)
    require(connection, workspace_id, lock=True)
    active = select(func.count()).where(Key.workspace_id == workspace_id, is_active)
    if connection.execute(active).scalar_one() >= limits.ACTIVE_KEYS_MAX:
        raise InvalidRequest.of(
            "workspace", f"must have fewer than {limits.ACTIVE_KEYS_MAX} active keys. Revoke one first."
        )
    key = PREFIXES[kind] + new_token()
    key_id = new_id()
    values = {
        Key.id: key_id, Key.workspace_id: workspace_id, Key.kind: kind, Key.name: name, Key.digest: digest_of(key),
        Key.hint: key[-4:], Key.domains: list(locked),
        Key.expires_at: None if valid_days is None else func.now() + timedelta(days=valid_days),
    }  # fmt: skip
    connection.execute(insert(Key).values(values))
    audit.add(connection, workspace_id, actor, "key.created", str(key_id), kind=kind, name=name, domains=locked)
    return NewKey(id=key_id, workspace_id=workspace_id, key=key)


def parse_domains(domains: Iterable[str]) -> tuple[str, ...]:
    """The hosts of domains or URLs, without `www.`: a key that is locked to a host also serves the hosts below it."""
    hosts = []
    for domain in domains:
        try:
            hosts.append(parse(domain).host)
        except ValueError as error:
            raise InvalidRequest.of("domain", str(error)) from error
    return tuple(dict.fromkeys(hosts))


class KeyRow(NamedTuple):
    """A key without its value. It is active until it is revoked or expires."""

    id: UUID
    workspace_id: UUID
    kind: str
    name: str
    hint: str
    domains: list[str]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None
    is_active: bool


def list_keys(connection: Connection, workspace_id: UUID) -> list[KeyRow]:
    """The workspace's keys, oldest first."""
    require(connection, workspace_id)
    query = select(*columns_of(Key, KeyRow, is_active))
    rows = connection.execute(query.where(Key.workspace_id == workspace_id).order_by(Key.created_at, Key.id))
    return [KeyRow(*row) for row in rows]


def revoke_key(connection: Connection, key_id: UUID, *, actor: str = OPERATOR) -> None:
    """Revoke a key permanently. Takes effect with the next request. Revoking it again changes nothing."""
    if connection.execute(select(Key.id).where(Key.id == key_id)).one_or_none() is None:
        raise NotFound(f"No key {key_id}.")
    revoke = update(Key).where(Key.id == key_id, Key.revoked_at.is_(None)).values({Key.revoked_at: func.now()})
    workspace_id = connection.execute(revoke.returning(Key.workspace_id)).scalar_one_or_none()
    if workspace_id is not None:
        audit.add(connection, workspace_id, actor, "key.revoked", str(key_id))
    notices.send(connection, notices.KEYS, str(key_id))
