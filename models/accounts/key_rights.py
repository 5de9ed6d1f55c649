"""Changes of a workspace's keys by its members. `workspace` creates and reads the keys."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import Connection, select, update

from contract.errors import InvalidRequest, NotFound
from models import notices
from models.accounts import audit, workspace
from models.accounts.workspace import Key


def set_domains(connection: Connection, workspace_id: UUID, key_id: UUID, domains: Iterable[str], actor: str) -> None:
    """Lock a publishable key to domains, or to none. Takes effect with the next request.

    Raises:
        NotFound: the workspace has no such active key.
        InvalidRequest: the key is a secret key, or a domain is not valid.
    """
    hosts = workspace.parse_domains(domains)
    if _kind(connection, workspace_id, key_id) != "publishable":
        raise InvalidRequest.of("domains", "can only lock a publishable key")
    connection.execute(update(Key).where(Key.id == key_id).values({Key.domains: list(hosts)}))
    audit.add(connection, workspace_id, actor, "key.domains_changed", str(key_id), domains=hosts)
    notices.send(connection, notices.KEYS, str(key_id))


def rename(connection: Connection, workspace_id: UUID, key_id: UUID, name: str, actor: str) -> None:
    """Give a key another name.

    Raises:
        NotFound: the workspace has no such active key.
    """
    _kind(connection, workspace_id, key_id)
    connection.execute(update(Key).where(Key.id == key_id).values({Key.name: name}))
    audit.add(connection, workspace_id, actor, "key.renamed", str(key_id), name=name)


def revoke(connection: Connection, workspace_id: UUID, key_id: UUID, actor: str) -> None:
    """Revoke a key of the workspace permanently.

    Raises:
        NotFound: the workspace has no such active key.
    """
    _kind(connection, workspace_id, key_id)
    workspace.revoke_key(connection, key_id, actor=actor)


def _kind(connection: Connection, workspace_id: UUID, key_id: UUID) -> str:
    """The kind of an active key, which is then locked."""
    own = (Key.id == key_id, Key.workspace_id == workspace_id, workspace.is_active)
    kind = connection.execute(select(Key.kind).where(*own).with_for_update()).scalar_one_or_none()
    if kind is None:
        raise NotFound(f"No active key {key_id}.")
    return kind
