"""A browser, and what the books of a workspace say."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, func, select

from contract.environment import Environment
from crawler.browser import REMEDY, find
from models import credits, workspace
from models.credits import LedgerEntry
from tests.conftest import Account


@pytest.fixture(scope="session")
def browser() -> str:
    """Path of a browser. Root (the build) can install one, so its absence is a failure there."""
    path = find(Environment())
    if path is None:
        if os.geteuid() == 0:
            pytest.fail(f"{REMEDY} Or: apt-get install chromium-headless-shell.")
        pytest.skip(REMEDY)
    return path


@pytest.fixture
def spent(database: Engine, account: Account) -> Callable[[], int]:
    """`spent()`: credits that the workspace has been charged, after looking that its books agree."""

    def look() -> int:
        with database.connect() as connection:
            row = workspace.require(connection, account.workspace_id)
            total = select(func.sum(LedgerEntry.delta)).where(LedgerEntry.workspace_id == account.workspace_id)
            assert connection.execute(total).scalar_one() == row.balance
            assert account.workspace_id not in {drifting for drifting, _, _ in credits.drift(connection)}
            assert row.reserved == 0, "credits are still held"
            return 1_000 - int(row.balance)

    return look
