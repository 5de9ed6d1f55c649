"""The charges of a workspace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, func, select

from models.accounts import credits, workspace
from models.accounts.credits import LedgerEntry
from tests.conftest import Account


@pytest.fixture
def spent(database: Engine, account: Account) -> Callable[[], int]:
    """`spent()`: the credits charged to the workspace. Checks that balance and ledger agree."""

    def look() -> int:
        with database.connect() as connection:
            row = workspace.require(connection, account.workspace_id)
            total = select(func.sum(LedgerEntry.delta)).where(LedgerEntry.workspace_id == account.workspace_id)
            assert connection.execute(total).scalar_one() == row.balance
            assert account.workspace_id not in {drifting for drifting, _, _ in credits.drift(connection)}
            assert row.reserved == 0, "credits are still held"
            return 1_000 - int(row.balance)

    return look
