"""`orbweaver key` from the command line."""

from __future__ import annotations

from sqlalchemy import Engine

from contract import limits
from models.accounts import workspace
from tests.conftest import Account
from tests.orbweaver.command_output import Run, failed


def test_26th_key_is_rejected_as_json(of_service: Run, database: Engine, account: Account) -> None:
    with database.begin() as connection:
        for _ in range(limits.ACTIVE_KEYS_MAX - 1):
            workspace.create_key(connection, account.workspace_id)

    code, message = failed(of_service("key", "create", "--workspace", str(account.workspace_id), "--json"))

    assert code == "VALIDATION_ERROR" and "Revoke one first" in message
