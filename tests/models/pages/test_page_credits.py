"""Credits of many pages in one statement: never more than the balance, each charge once in the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, select, text, update
from sqlalchemy.exc import IntegrityError

from models.accounts import credits, workspace
from models.accounts.credits import Charge, LedgerEntry
from models.accounts.workspace import Workspace
from models.pages import page_credits
from tests.service import wait_until


@pytest.fixture
def payer(database: Engine) -> Iterator[UUID]:
    with database.begin() as connection:
        made = workspace.create(connection, "pages")
        credits.grant(connection, made, 10, key="first")
    yield made
    with database.begin() as connection:  # No job holds what these tests reserve, and other tests compare all books.
        connection.execute(update(Workspace).where(Workspace.id == made).values({Workspace.reserved: 0}))


def keys(number: int) -> list[str]:
    job = uuid4()
    return [f"{job}:{page}" for page in range(number)]


@pytest.mark.parametrize(("pages", "price", "granted"), [(5, 3, 3), (3, 3, 3), (1, 11, 0), (4, 0, 4), (0, 1, 0)])
def test_pages_are_paid_until_the_credits_end(
    database: Engine, payer: UUID, pages: int, price: int, granted: int
) -> None:
    with database.begin() as connection:
        assert page_credits.reserve(connection, payer, pages, price) == granted
        assert workspace.require(connection, payer).reserved == granted * price
        if price:
            assert page_credits.reserve(connection, payer, 20, price) == 10 // price - granted


def test_credits_released_at_the_same_time_are_available(database: Engine, payer: UUID) -> None:
    """Postgres checks a table's constraints on the row as it was before the wait."""
    with database.begin() as connection:
        page_credits.reserve(connection, payer, 10, 1)

    def reserve() -> int:
        with database.begin() as connection:
            return page_credits.reserve(connection, payer, 3, 1)

    with ThreadPoolExecutor(1) as pool:
        with database.begin() as connection:
            page_credits.settle(connection, payer, {}, released=10)
            reserved = pool.submit(reserve)
            wait_for_lock(database)

        assert reserved.result(10) == 3
    with database.connect() as connection:
        assert workspace.require(connection, payer).reserved == 3


def wait_for_lock(database: Engine) -> None:
    """Return when a statement waits for a lock."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        wait_until(lambda: connection.execute(waiting).scalar_one(), seconds=90, what="a wait for a lock")


def test_the_ledger_shows_the_balance_after_each_charge(database: Engine, payer: UUID) -> None:
    first, second, third = keys(3)
    with database.begin() as connection:
        page_credits.reserve(connection, payer, 3, 3)

        charges = page_credits.settle(connection, payer, {first: 3, second: 0, third: 2}, released=9)
        assert charges == {first: Charge(3, 7), second: Charge(0, 7), third: Charge(2, 5)}

        entries = select(LedgerEntry.key, LedgerEntry.delta, LedgerEntry.balance_after).order_by(LedgerEntry.id)
        rows = connection.execute(entries.where(LedgerEntry.workspace_id == payer)).all()
        assert rows == [("first", 10, 10), (first, -3, 7), (third, -2, 5)]
        assert workspace.require(connection, payer).reserved == 0


def test_a_page_cannot_be_charged_twice(database: Engine, payer: UUID) -> None:
    [page] = keys(1)
    with database.begin() as connection:
        page_credits.reserve(connection, payer, 2, 1)
        page_credits.settle(connection, payer, {page: 1}, released=1)

    with pytest.raises(IntegrityError), database.begin() as connection:
        page_credits.settle(connection, payer, {page: 1}, released=1)

    with database.connect() as connection:
        row = workspace.require(connection, payer)
        assert (row.balance, row.reserved) == (9, 1)


def test_nothing_held_and_no_charges_change_nothing(database: Engine, payer: UUID) -> None:
    with database.begin() as connection:
        assert page_credits.settle(connection, payer, {}, released=0) == {}
        assert workspace.require(connection, payer).balance == 10
