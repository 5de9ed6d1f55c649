"""The charges of a workspace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, func, select

from models import books
from models.accounts import workspace
from models.accounts.credits import LedgerEntry
from tests.conftest import Account
from tests.service import wait_until


@pytest.fixture
def spent(database: Engine, account: Account) -> Callable[[], int]:
    """`spent()`: the credits charged to the workspace. Waits until none is held, and checks that balance and ledger agree.

    A call that exceeds its timeout may be answered a moment before its job ends and releases its credits.
    """

    def is_settled() -> bool:
        with database.connect() as connection:
            return workspace.require(connection, account.workspace_id).reserved == 0

    def look() -> int:
        wait_until(is_settled, seconds=60, what="the release of all credits")
        with database.connect() as connection:
            row = workspace.require(connection, account.workspace_id)
            total = select(func.sum(LedgerEntry.delta)).where(LedgerEntry.workspace_id == account.workspace_id)
            assert connection.execute(total).scalar_one() == row.balance
            assert account.workspace_id not in {drifting for drifting, _, _ in books.drift(connection)}
            return 1_000 - int(row.balance)

    return look
