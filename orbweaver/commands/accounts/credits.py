"""`orbweaver credits`: credits of workspaces."""

from __future__ import annotations

from uuid import UUID

import click

from contract.prices import format_credits
from orbweaver.database import Id, transaction
from orbweaver.output import json_option, show


@click.group()
def command() -> None:
    """Manage credits: grant, show."""


@command.command()
@click.argument("workspace_id", type=Id())
@click.argument("amount", type=click.IntRange(-(2**53), 2**53))
@json_option
def grant(workspace_id: UUID, amount: int, as_json: bool) -> None:
    """Add credits to a workspace. A negative AMOUNT removes credits; write it after `--`."""
    from models.accounts import credits
    from models.base import new_id

    with transaction() as connection:
        balance = credits.grant(connection, workspace_id, amount, key=f"grant:{new_id()}")
    show(as_json, {"id": workspace_id, "balance": balance}, f"The balance is {format_credits(balance)}.")


@command.command("show")
@click.argument("workspace_id", type=Id())
@json_option
def show_balance(workspace_id: UUID, as_json: bool) -> None:
    """Show the balance and the credits that running jobs hold."""
    from models.accounts import workspace

    with transaction() as connection:
        row = workspace.require(connection, workspace_id)
    record = {"id": workspace_id, "balance": row.balance, "reserved": row.reserved}
    show(
        as_json, record, f"The balance is {format_credits(row.balance)}, {row.reserved} of them held for running jobs."
    )
