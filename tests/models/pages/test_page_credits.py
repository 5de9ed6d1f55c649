"""Credits of many pages in one statement: the same rules as for one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, select, text

from models.accounts import credits, workspace
from models.accounts.credits import Charge, LedgerEntry
from models.pages import page_credits
from tests.service import wait_until


@pytest.fixture
def payer(database: Engine) -> UUID:
    with database.begin() as connection:
        made = workspace.create(connection, "pages")
        credits.grant(connection, made, 10, key="first")
        return made


def keys(number: int) -> list[str]:
    job = uuid4()
    return [f"{job}:{page}" for page in range(number)]


def test_holds_are_granted_in_order_until_the_credits_end(database: Engine, payer: UUID) -> None:
    wanted = keys(5)
    with database.begin() as connection:
        assert page_credits.reserve_each(connection, payer, wanted, 3) == set(wanted[:3])
        assert workspace.require(connection, payer).reserved == 9
        assert page_credits.reserve_each(connection, payer, wanted[3:], 3) == set()


def test_credits_released_at_the_same_time_are_available(database: Engine, payer: UUID) -> None:
    """Postgres checks a table's constraints on the row as it was before the wait."""
    held, wanted = keys(10), keys(3)
    with database.begin() as connection:
        page_credits.reserve_each(connection, payer, held, 1)

    def reserve() -> set[str]:
        with database.begin() as connection:
            return page_credits.reserve_each(connection, payer, wanted, 1)

    with ThreadPoolExecutor(1) as pool:
        with database.begin() as connection:
            page_credits.capture_each(connection, dict.fromkeys(held, 0))
            reserved = pool.submit(reserve)
            wait_for_lock(database)

        assert reserved.result(10) == set(wanted)
    with database.connect() as connection:
        assert workspace.require(connection, payer).reserved == 3


def wait_for_lock(database: Engine) -> None:
    """Return when a statement waits for a lock."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        wait_until(lambda: connection.execute(waiting).scalar_one(), seconds=90, what="a wait for a lock")


def test_each_hold_is_charged_once_and_the_ledger_shows_each_balance(database: Engine, payer: UUID) -> None:
    first, second, third = keys(3)
    with database.begin() as connection:
        page_credits.reserve_each(connection, payer, [first, second, third], 3)

        charges = page_credits.capture_each(connection, {first: 3, second: 0, third: 2})
        assert charges == {first: Charge(3, 7), second: Charge(0, 7), third: Charge(2, 5)}
        assert page_credits.capture_each(connection, {first: 3, third: 2}) == {}

        entries = select(LedgerEntry.key, LedgerEntry.delta, LedgerEntry.balance_after).order_by(LedgerEntry.id)
        rows = connection.execute(entries.where(LedgerEntry.workspace_id == payer)).all()
        assert rows == [("first", 10, 10), (first, -3, 7), (third, -2, 5)]
        assert payer not in {drift.workspace_id for drift in credits.drift(connection)}


def test_a_hold_that_was_given_back_may_be_taken_again_and_a_charged_one_may_not(database: Engine, payer: UUID) -> None:
    released, charged = keys(2)
    with database.begin() as connection:
        page_credits.reserve_each(connection, payer, [released, charged], 1)
        page_credits.capture_each(connection, {released: 0, charged: 1})

        assert page_credits.reserve_each(connection, payer, [released, charged], 1) == {released}
        assert workspace.require(connection, payer).reserved == 1


def test_no_holds_are_no_charges(database: Engine) -> None:
    with database.begin() as connection:
        assert page_credits.capture_each(connection, {}) == {}
