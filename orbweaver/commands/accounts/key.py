"""`orbweaver key`: API keys."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import click

from orbweaver.database import Id, transaction
from orbweaver.output import json_option, show

if TYPE_CHECKING:
    from models.accounts.workspace import KeyRow


@click.group()
def command() -> None:
    """Manage API keys: create, list, revoke."""


@command.command()
@click.option(
    "--workspace", "workspace_id", type=Id(), required=True, help="Id of the workspace that the key belongs to."
)
@click.option(
    "--publishable", is_flag=True, help="Create a publishable key, for client-side markup. It only serves logos."
)
@click.option("--domain", "domains", multiple=True, help="Lock the publishable key to this domain. May be repeated.")
@click.option("--name", default="", help="Name of the key, shown in lists.")
@click.option(
    "--valid-days", type=click.IntRange(1, 3650), help="Days after which the key expires. Never when omitted."
)
@json_option
def create(
    workspace_id: UUID, publishable: bool, domains: tuple[str, ...], name: str, valid_days: int | None, as_json: bool
) -> None:
    """Create a key. Its value is shown once."""
    from models.accounts import workspace

    if domains and not publishable:
        raise click.ClickException("--domain requires --publishable.")
    kind = "publishable" if publishable else "secret"
    with transaction() as connection:
        made = workspace.create_key(
            connection, workspace_id, kind=kind, name=name, domains=domains, valid_days=valid_days
        )
    show(
        as_json,
        {"id": made.id, "key": made.key},
        f"{made.key}\nThe value is shown once. The id of the key is {made.id}.",
    )


def _state(row: KeyRow) -> str:
    return "revoked" if row.revoked_at else "active" if row.is_active else "expired"


@command.command("list")
@click.option("--workspace", "workspace_id", type=Id(), required=True, help="Id of the workspace.")
@json_option
def list_all(workspace_id: UUID, as_json: bool) -> None:
    """List a workspace's keys, without their values."""
    from models.accounts import workspace

    with transaction() as connection:
        rows = workspace.list_keys(connection, workspace_id)
    lines = [f"{row.id}  {row.kind:<11} …{row.hint}  {_state(row):<8} {row.name}" for row in rows]
    show(as_json, {"keys": [row._asdict() for row in rows]}, "\n".join(lines) or "The workspace has no keys.")


@command.command()
@click.argument("key_id", type=Id())
@json_option
def revoke(key_id: UUID, as_json: bool) -> None:
    """Revoke a key. It takes effect immediately and cannot be undone."""
    from models.accounts import workspace

    with transaction() as connection:
        workspace.revoke_key(connection, key_id)
    show(as_json, {"id": key_id, "status": "revoked"}, f"Key {key_id} is revoked.")
