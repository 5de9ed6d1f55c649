"""`orbweaver workspace`: workspaces, which hold keys and credits."""

from __future__ import annotations

from uuid import UUID

import click

from contract.prices import format_credits
from orbweaver.database import Id, transaction
from orbweaver.output import json_option, show


@click.group()
def command() -> None:
    """Manage workspaces: create, list, show, suspend, restore."""


@command.command()
@click.argument("name")
@click.option("--credits", "amount", type=click.IntRange(0, 2**53), default=0, help="Initial credits.")
@click.option("--plan", default="standard", help="Plan that sets the rate limits: free or standard.", show_default=True)
@json_option
def create(name: str, amount: int, plan: str, as_json: bool) -> None:
    """Create a workspace."""
    from models.accounts import credits, workspace

    with transaction() as connection:
        workspace_id = workspace.create(connection, name, plan=plan)
        if amount:
            credits.grant(connection, workspace_id, amount, key=f"first:{workspace_id}")
    show(
        as_json,
        {"id": workspace_id},
        f"Created workspace {name} with {format_credits(amount)}. Its id is {workspace_id}.",
    )


@command.command("list")
@json_option
def list_all(as_json: bool) -> None:
    """List all workspaces."""
    from models.accounts import workspace

    with transaction() as connection:
        rows = workspace.list_all(connection)
    lines = [
        f"{row.id}  {format_credits(row.balance):>20}  {row.plan:<9} {_state(row.suspended_at):<10} {row.name}"
        for row in rows
    ]
    show(as_json, {"workspaces": [row._asdict() for row in rows]}, "\n".join(lines) or "There are no workspaces.")


@command.command("show")
@click.argument("workspace_id", type=Id())
@json_option
def show_one(workspace_id: UUID, as_json: bool) -> None:
    """Show a workspace, with the secret that signs its webhooks."""
    from models.accounts import workspace

    with transaction() as connection:
        row = workspace.require(connection, workspace_id)._asdict()
    lines = [f"{name.replace('_', ' '):<16}{value}" for name, value in row.items() if value is not None]
    show(as_json, row, "\n".join(lines))


def _state(suspended_at: object) -> str:
    return "suspended" if suspended_at else "active"


def _set_suspended(workspace_id: UUID, suspended: bool, as_json: bool) -> None:
    from models.accounts import workspace

    with transaction() as connection:
        workspace.set_suspended(connection, workspace_id, suspended)
    state = "suspended" if suspended else "active"
    show(as_json, {"id": workspace_id, "status": state}, f"Workspace {workspace_id} is {state}.")


@command.command()
@click.argument("workspace_id", type=Id())
@json_option
def suspend(workspace_id: UUID, as_json: bool) -> None:
    """Suspend a workspace. Its requests fail with WORKSPACE_BANNED."""
    _set_suspended(workspace_id, True, as_json)


@command.command()
@click.argument("workspace_id", type=Id())
@json_option
def restore(workspace_id: UUID, as_json: bool) -> None:
    """Restore a suspended workspace."""
    _set_suspended(workspace_id, False, as_json)
