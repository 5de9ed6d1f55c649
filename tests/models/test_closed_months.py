"""The ledger's closed months: one entry for each workspace and month, with the same balances as before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import pytest
from sqlalchemy import Connection, Engine, text

from api.resources.account import entry
from models import books, closed_months
from models.accounts import credits, workspace
from models.base import new_id

THIS_MONTH = "date_trunc('month', now())"


@pytest.fixture
def connection(database: Engine) -> Iterator[Connection]:
    """A transaction that is rolled back, in which the entries of other tests were looked at."""
    with database.connect() as connection:
        last = text("INSERT INTO usage_progress (id, ledger_id) SELECT :row, coalesce(max(id), 0) FROM ledger"
                    " ON CONFLICT (id) DO UPDATE SET ledger_id = excluded.ledger_id")  # fmt: skip
        for row in (1, 2):
            connection.execute(last, {"row": row})
        yield connection
        connection.rollback()


@pytest.fixture
def payer(connection: Connection) -> UUID:
    return workspace.create(connection, "closed months")


def add(connection: Connection, payer: UUID, delta: int, months_ago: int, key: str | None = None) -> str:
    """Add an entry of a month; its key."""
    key = key or f"{new_id()}:{-delta}"
    credits.grant(connection, payer, delta, key=key)
    values = {"key": key, "ago": months_ago, "delta": delta}
    # In the order of the entries within the month.
    moment = f"{THIS_MONTH} - make_interval(months => :ago) + make_interval(days => 3, secs => id::int % 86400)"
    connection.execute(text(f"UPDATE ledger SET created_at = {moment} WHERE key = :key"), values)
    return key


def add_up(connection: Connection, rows: int) -> None:
    # The entries were summarized long ago.
    connection.execute(
        text("UPDATE usage_progress SET ledger_id = (SELECT max(ledger.id) FROM ledger) WHERE usage_progress.id = 1")
    )
    while closed_months.add_up(connection, rows):
        pass


def listed(connection: Connection, payer: UUID) -> list[tuple[str, int, int]]:
    """The key, the amount and the balance after it of all entries, oldest first."""
    rows = credits.list_movements(connection, payer, 100)[::-1]
    return [(row.key, row.delta, row.balance_after) for row in rows]


def name_of(connection: Connection, months_ago: int) -> str:
    at = f"to_char({THIS_MONTH} - make_interval(months => :ago), 'YYYY-MM')"
    return f"charges:{connection.execute(text(f'SELECT {at}'), {'ago': months_ago}).scalar_one()}"


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_charges_of_closed_months_become_one_entry_and_the_balances_stay(
    connection: Connection, payer: UUID, rows: int
) -> None:
    add(connection, payer, 100, 15, "grant-1")
    for delta in (-1, -2, -3):
        add(connection, payer, delta, 15)
    add(connection, payer, 50, 14, "grant-2")
    job = add(connection, payer, -10, 14)
    add(connection, payer, 10, 14, f"{job}:refund")
    add(connection, payer, -4, 13)
    add(connection, payer, -1, 13, f"watch:{new_id()}:0")
    young = [add(connection, payer, delta, months) for delta, months in ((-7, 12), (-8, 1), (-9, 0))]

    add_up(connection, rows)

    assert listed(connection, payer) == [
        ("grant-1", 100, 100),
        (name_of(connection, 15), -6, 94),
        ("grant-2", 50, 144),
        (name_of(connection, 14), 0, 144),
        (name_of(connection, 13), -5, 139),
        (young[0], -7, 132),
        (young[1], -8, 124),
        (young[2], -9, 115),
    ]
    assert books.drift(connection) == []
    add_up(connection, rows)
    assert len(listed(connection, payer)) == 8


def test_each_workspace_has_its_own_entry(connection: Connection, payer: UUID) -> None:
    other = workspace.create(connection, "another")
    for owner in (payer, other, payer):
        add(connection, owner, 10, 20, f"grant-{new_id()}")
        add(connection, owner, -4, 20)

    add_up(connection, 4)

    sums = [
        [delta for key, delta, _ in listed(connection, one) if key.startswith("charges:")] for one in (payer, other)
    ]
    assert sums == [[-8], [-4]] and books.drift(connection) == []


def test_entries_that_the_daily_summary_does_not_contain_yet_wait(connection: Connection, payer: UUID) -> None:
    add(connection, payer, 10, 20, "grant")
    key = add(connection, payer, -4, 20)

    assert not closed_months.add_up(connection)
    assert [each[0] for each in listed(connection, payer)] == ["grant", key]


@pytest.mark.parametrize("key", ["charges:2025-10", f"watch:{UUID(int=1)}:0"])
def test_the_entry_of_a_month_or_a_check_is_a_charge_without_a_job(key: str) -> None:
    moved = credits.Movement(id=7, key=key, delta=-6, balance_after=94, created_at=datetime.now(UTC))

    shown = entry(moved)
    assert (shown.kind, shown.amount, shown.job_id, shown.page_number) == ("charge", -6, None, None)
