"""The audit list: who changed keys, members and roles of a workspace, and when. Entries are never changed or deleted.

An entry is written in the transaction of its change.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, Index, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, JsonObject, columns_of, created_at, new_id

# The actor of changes that are made on the command line. A member's e-mail address stands for the member.
OPERATOR = "operator"
LISTED_MAX = 200


class AuditEntry(Base):
    """One change."""

    __tablename__ = "audit_entry"
    __table_args__ = (Index("ix_audit_entry_workspace", "workspace_id", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    actor: Mapped[str]
    action: Mapped[str]
    subject: Mapped[str]
    details: Mapped[JsonObject] = mapped_column(JSONB, server_default="{}")
    created_at: Mapped[datetime] = created_at()


class AuditRow(NamedTuple):
    """One change, as it is listed."""

    id: UUID
    actor: str
    action: str
    subject: str
    details: dict[str, Any]
    created_at: datetime


def add(
    connection: Connection, workspace_id: UUID, actor: str, action: str, subject: str, **details: Any
) -> None:  # fmt: skip
    """Add an entry, for example `add(c, id, OPERATOR, "key.created", key_id, kind="secret")`."""
    values = {
        AuditEntry.id: new_id(), AuditEntry.workspace_id: workspace_id, AuditEntry.actor: actor,
        AuditEntry.action: action, AuditEntry.subject: subject, AuditEntry.details: details,
    }  # fmt: skip
    connection.execute(insert(AuditEntry).values(values))


def newest(
    connection: Connection, workspace_id: UUID, limit: int = LISTED_MAX, *, before: UUID | None = None
) -> list[AuditRow]:
    """The newest entries of a workspace, or those older than the entry `before`, newest first."""
    query = select(*columns_of(AuditEntry, AuditRow)).where(AuditEntry.workspace_id == workspace_id)
    if before is not None:
        query = query.where(AuditEntry.id < before)
    return [AuditRow(*row) for row in connection.execute(query.order_by(AuditEntry.id.desc()).limit(limit))]
