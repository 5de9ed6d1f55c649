"""Who calls: the workspace and the rights of a key, read with each call."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, bindparam, func, or_, select, update

from models.accounts.token import digest_of
from models.accounts.workspace import Key, Workspace, is_active
from models.base import JsonObject

# The last use of a key is stored at most this often.
USE_STORED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class Caller:
    """A key's workspace and permissions.

    `default_options` are the workspace's values of page options that a call omits, by wire name.
    """

    key_id: UUID
    kind: str
    domains: tuple[str, ...]
    workspace_id: UUID
    plan: str
    suspended: bool
    expires_at: datetime | None = None
    default_options: JsonObject = field(default_factory=dict, hash=False)

    @property
    def has_expired(self) -> bool:
        """Whether the key's time is over since it was read."""
        return self.expires_at is not None and self.expires_at <= datetime.now(UTC)


_ROWS = (
    select(
        Key.id, Key.kind, Key.domains, Key.workspace_id, Workspace.plan, Workspace.suspended_at.is_not(None),
        Key.expires_at, Workspace.default_options, Key.digest,
        or_(Key.last_used_at.is_(None), Key.last_used_at < func.now() - USE_STORED_EVERY),
    )
    .join(Workspace, Workspace.id == Key.workspace_id)
    .where(is_active)
)  # fmt: skip
_CALLER = _ROWS.where(Key.digest == bindparam("digest"))
_SIGNER = _ROWS.where(Key.id == bindparam("key"))


def _of(row: Row[*tuple[Any, ...]]) -> Caller:
    key_id, kind, domains, workspace_id, plan, suspended, expires_at, default_options, *_ = row
    return Caller(
        key_id=key_id, kind=kind, domains=tuple(domains), workspace_id=workspace_id, plan=plan, suspended=suspended,
        expires_at=expires_at, default_options=default_options,
    )  # fmt: skip


def find_signer(connection: Connection, key_id: UUID) -> tuple[Caller, bytes] | None:
    """The caller with the key of this id, and the digest that it signs with. None for a key that is not active."""
    row = connection.execute(_SIGNER, {"key": key_id}).one_or_none()
    return None if row is None else (_of(row), row.digest)


def find_caller(connection: Connection, key: str) -> Caller | None:
    """The caller with that key, or None for a key that does not exist, is revoked or has expired. Stores the use, once a minute."""
    row = connection.execute(_CALLER, {"digest": digest_of(key)}).one_or_none()
    if row is None:
        return None
    found, store_use = _of(row), row[-1]
    if store_use:
        connection.execute(update(Key).where(Key.id == found.key_id).values({Key.last_used_at: func.now()}))
    return found
