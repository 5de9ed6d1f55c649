"""Authorization codes of OAuth: a person's consent that a program may act for a workspace. Used once, within a minute.

The program exchanges its code for an access token, which is a key of the workspace of the kind `access`: it is listed, limited,
revoked and expires like other keys, and works at the MCP interface only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Connection, ForeignKey, LargeBinary, String, cast, delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from models.accounts import workspace
from models.accounts.audit import AuditEntry
from models.accounts.token import digest_of, new_token
from models.accounts.workspace import ACCESS, Key
from models.base import Base, columns_of

# RFC 6749 recommends at most ten minutes. A program uses its code at once.
VALID = timedelta(minutes=1)


class OauthCode(Base):
    """A code that was not used yet. Only its digest is stored."""

    __tablename__ = "oauth_code"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"), index=True)
    email: Mapped[str]
    client_id: Mapped[str]
    client_name: Mapped[str]
    redirect_uri: Mapped[str]
    challenge: Mapped[str]
    expires_at: Mapped[datetime]


@dataclass(frozen=True, kw_only=True)
class Consent:
    """What a person agreed to. `challenge` is the digest of the secret that the program proves with (PKCE, S256)."""

    workspace_id: UUID
    email: str
    client_id: str
    client_name: str
    redirect_uri: str
    challenge: str


def create(connection: Connection, consent: Consent) -> str:
    """A new code. Codes that nobody used in time are deleted."""
    connection.execute(delete(OauthCode).where(OauthCode.expires_at < func.now()))
    code = new_token()
    values = {getattr(OauthCode, name): value for name, value in vars(consent).items()}
    connection.execute(
        insert(OauthCode).values(
            {**values, OauthCode.digest: digest_of(code), OauthCode.expires_at: func.now() + VALID}
        )
    )
    return code


def use(connection: Connection, code: str) -> Consent | None:
    """The consent that a code was issued for. Deletes both. None if the code does not exist, was used or has expired.

    The workspace is locked until the transaction ends: a member who is removed meanwhile gets no token.
    """
    chosen = (OauthCode.digest == digest_of(code), OauthCode.expires_at > func.now())
    workspace_id = connection.execute(select(OauthCode.workspace_id).where(*chosen)).scalar_one_or_none()
    if workspace_id is None:
        return None
    workspace.require(connection, workspace_id, lock=True)  # Before the code, as in `withdraw`.
    used = delete(OauthCode).where(*chosen).returning(*columns_of(OauthCode, Consent))
    row = connection.execute(used).one_or_none()
    return None if row is None else Consent(**row._mapping)


def withdraw(connection: Connection, workspace_id: UUID, email: str, actor: str) -> None:
    """End what programs got with the consent of a person in a workspace: codes and access tokens.

    The caller has locked the workspace. Who consented is in the audit list, whose entries are never deleted.
    """
    own = (OauthCode.workspace_id == workspace_id, OauthCode.email == email)
    connection.execute(delete(OauthCode).where(*own))
    consented = exists().where(
        AuditEntry.workspace_id == workspace_id, AuditEntry.action == "key.created", AuditEntry.actor == email,
        AuditEntry.subject == cast(Key.id, String),
    )  # fmt: skip
    tokens = select(Key.id).where(Key.workspace_id == workspace_id, Key.kind == ACCESS, workspace.is_active, consented)
    for key_id in connection.execute(tokens).scalars().all():
        workspace.revoke_key(connection, key_id, actor=actor)
