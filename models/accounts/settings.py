"""Settings of a workspace, which its owner and admins change: name, webhook secret, default options."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, func, select, update

from contract.errors import Forbidden, InvalidRequest
from models import notices
from models.accounts import audit, member, workspace
from models.accounts.workspace import Workspace, new_webhook_secret
from models.base import JsonObject

NAME_MAX_CHARS = 100
# How long the former secret signs beside the new one.
FORMER_SECRET_VALID = timedelta(days=1)


class SettingsRow(NamedTuple):
    """The settings of a workspace. `former_secret_until` is None when only one secret signs."""

    name: str
    default_options: JsonObject
    former_secret_until: datetime | None


def read(connection: Connection, workspace_id: UUID) -> SettingsRow:
    """The settings of an existing workspace."""
    until = func.nullif(
        func.greatest(Workspace.former_webhook_secret_until, func.now()), func.now(), type_=Workspace.created_at.type
    )
    query = select(Workspace.name, Workspace.default_options, until).where(Workspace.id == workspace_id)
    return SettingsRow._make(connection.execute(query).one())


def rename(connection: Connection, workspace_id: UUID, name: str, actor: str) -> None:
    """Give a workspace another name.

    Raises:
        Forbidden: the actor is not an admin.
        InvalidRequest: the name is blank, too long or has control characters.
    """
    _require_admin(connection, workspace_id, actor)
    new_name = name.strip()
    if not 1 <= len(new_name) <= NAME_MAX_CHARS or not new_name.isprintable():
        raise InvalidRequest.of("name", f"must have 1 to {NAME_MAX_CHARS} printable characters")
    before = workspace.require(connection, workspace_id, lock=True).name
    if before != new_name:
        _change(connection, workspace_id, {Workspace.name: new_name})
        audit.add(connection, workspace_id, actor, "workspace.renamed", str(workspace_id), before=before, name=new_name)


def show_secret(connection: Connection, workspace_id: UUID, actor: str) -> str:
    """The webhook secret. That it was read is in the audit list.

    Raises:
        Forbidden: the actor is not an admin.
    """
    _require_admin(connection, workspace_id, actor)
    audit.add(connection, workspace_id, actor, "webhook_secret.shown", str(workspace_id))
    return workspace.require(connection, workspace_id).webhook_secret


def rotate_secret(connection: Connection, workspace_id: UUID, actor: str) -> str:
    """A new webhook secret. The former one signs beside it for a day; an even older one no longer does.

    Raises:
        Forbidden: the actor is not an admin.
    """
    _require_admin(connection, workspace_id, actor)
    former, made = workspace.require(connection, workspace_id, lock=True).webhook_secret, new_webhook_secret()
    values = {
        Workspace.webhook_secret: made, Workspace.former_webhook_secret: former,
        Workspace.former_webhook_secret_until: func.now() + FORMER_SECRET_VALID,
    }  # fmt: skip
    _change(connection, workspace_id, values)
    audit.add(connection, workspace_id, actor, "webhook_secret.rotated", str(workspace_id))
    return made


def set_default_options(connection: Connection, workspace_id: UUID, options: JsonObject, actor: str) -> None:
    """Store the page options that calls get which omit them. Takes effect with the next call. The caller has checked them.

    Raises:
        Forbidden: the actor is not an admin.
    """
    _require_admin(connection, workspace_id, actor)
    _change(connection, workspace_id, {Workspace.default_options: options})
    audit.add(connection, workspace_id, actor, "default_options.changed", str(workspace_id), options=sorted(options))
    notices.send(connection, notices.KEYS, str(workspace_id))


def _change(connection: Connection, workspace_id: UUID, values: dict[Any, Any]) -> None:
    connection.execute(update(Workspace).where(Workspace.id == workspace_id).values(values))


def _require_admin(connection: Connection, workspace_id: UUID, actor: str) -> None:
    if not member.manages(member.find(connection, workspace_id, actor)):
        raise Forbidden("Only admins and the owner of the workspace may change its settings.")
