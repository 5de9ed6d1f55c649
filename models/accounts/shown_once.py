"""Secrets that one page shows once: a new key, the link of an invitation, a link to set a password.

The form that makes a secret redirects to that page, so that a reload makes no other one. Until the page takes the secret, for 5
minutes at most, it is stored encrypted. The key of the encryption is derived from the cookie of the session, of which only
the hash is stored. So neither the database nor a backup reveals the secret.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, ForeignKey, LargeBinary, delete, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, created_at, new_id

LIFETIME = timedelta(minutes=5)
NONCE_BYTES = 12


class ShownOnce(Base):
    """One encrypted secret of a session."""

    __tablename__ = "shown_once"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    session_id: Mapped[UUID] = mapped_column(ForeignKey("console_session.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str]
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = created_at()


def keep(connection: Connection, session_id: UUID, token: str, purpose: str, text: str) -> UUID:
    """Store a secret for the session with this token. Returns the id with which `take` finds it.

    Args:
        purpose: what the secret is and for which workspace. Only a page of the same purpose can take it.
    """
    key, nonce = new_id(), secrets.token_bytes(NONCE_BYTES)
    sealed = nonce + AESGCM(_cipher_key(token)).encrypt(nonce, text.encode(), purpose.encode())
    values = {
        ShownOnce.id: key, ShownOnce.session_id: session_id, ShownOnce.purpose: purpose, ShownOnce.sealed: sealed,
    }  # fmt: skip
    connection.execute(insert(ShownOnce).values(values))
    return key


def take(connection: Connection, session_id: UUID, token: str, purpose: str, key: UUID) -> str | None:
    """The secret, which is then deleted. None when it was read before, has expired, or is of another session or purpose."""
    conditions = (
        ShownOnce.id == key, ShownOnce.session_id == session_id, ShownOnce.purpose == purpose,
        ShownOnce.created_at > func.now() - LIFETIME,
    )  # fmt: skip
    sealed = connection.execute(delete(ShownOnce).where(*conditions).returning(ShownOnce.sealed)).scalar_one_or_none()
    if sealed is None:
        return None
    nonce, encrypted = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    return AESGCM(_cipher_key(token)).decrypt(nonce, encrypted, purpose.encode()).decode()


def delete_expired(connection: Connection) -> None:
    """Delete the expired secrets."""
    connection.execute(delete(ShownOnce).where(ShownOnce.created_at <= func.now() - LIFETIME))


def _cipher_key(token: str) -> bytes:
    return hmac.digest(token.encode(), b"orbweaver shown once", "sha256")
