"""Answers of a language model, by a key of everything that they depend on: page, question and model.

Answers about a private page belong to a workspace, whose id is part of the key.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, LargeBinary, String, bindparam, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models import packing
from models.base import Base

RETENTION = timedelta(seconds=limits.MODEL_ANSWER_RETENTION_SECONDS)


class ModelAnswer(Base):
    """One answer: JSON text, packed. `workspace_id` is set on answers about private pages."""

    __tablename__ = "model_answer"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[UUID | None] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    answer: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(index=True)


_FIND = select(ModelAnswer.answer).where(
    ModelAnswer.key == bindparam("sought"), ModelAnswer.created_at > func.now() - RETENTION
)
_STORE = insert(ModelAnswer).values({ModelAnswer.created_at: func.now()})
_STORE = _STORE.on_conflict_do_update(
    index_elements=[ModelAnswer.key], set_={"answer": _STORE.excluded.answer, "created_at": _STORE.excluded.created_at}
)


def find(connection: Connection, key: str) -> str | None:
    """The answer under that key, unless it has expired."""
    packed = connection.execute(_FIND, {"sought": key}).scalar_one_or_none()
    return None if packed is None else packing.unpack(packed).decode()


def store(connection: Connection, key: str, answer: str, workspace_id: UUID | None) -> None:
    """Store an answer, which replaces an earlier one."""
    values = {"key": key, "workspace_id": workspace_id, "answer": packing.pack(answer.encode())}
    connection.execute(_STORE, values)
