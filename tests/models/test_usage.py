"""The summary of used credits."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import Connection, Engine, delete, func, insert, update

from models import usage
from models.accounts import credits
from models.accounts.credits import LedgerEntry
from models.base import new_id
from models.jobs.job import Job
from tests.conftest import Account

EPOCH = date(2000, 1, 1)


def charge(connection: Connection, account: Account, operation: str, *amounts: int) -> str:
    """Charge pages of a new job; the id of the job."""
    job_id = new_id()
    values = {
        Job.id: job_id, Job.workspace_id: account.workspace_id, Job.operation: operation, Job.options: {}, Job.path: "/",
        Job.in_background: False,
    }  # fmt: skip
    connection.execute(insert(Job).values(values))
    for number, amount in enumerate(amounts):
        key = f"{job_id}:{number}"
        assert credits.reserve(connection, account.workspace_id, key, amount)
        credits.capture(connection, key, amount)
    return str(job_id)


def grow_old(connection: Connection, account: Account, by: timedelta = usage.SETTLED_AFTER) -> None:
    mine = LedgerEntry.workspace_id == account.workspace_id
    earlier = {LedgerEntry.created_at: LedgerEntry.created_at - by}
    connection.execute(update(LedgerEntry).where(mine).values(earlier))


def summarize(connection: Connection, entries: int = usage.ENTRIES) -> None:
    while usage.summarize(connection, entries):
        pass


@pytest.fixture
def others_settled(database: Engine) -> None:
    """Entries of other tests do not hold up the summary."""
    with database.begin() as connection:
        old = {LedgerEntry.created_at: func.now() - timedelta(days=1)}
        recent = LedgerEntry.created_at > func.now() - usage.SETTLED_AFTER
        connection.execute(update(LedgerEntry).where(recent).values(old))


@pytest.mark.usefixtures("others_settled")
@pytest.mark.parametrize("entries", [1, 3, usage.ENTRIES])
def test_charges_are_summed_once_by_day_and_operation(database: Engine, account: Account, entries: int) -> None:
    with database.begin() as connection:
        charge(connection, account, "scrape", 1, 1, 5)
        job_id = charge(connection, account, "brand", 5, 5)
        credits.refund(connection, account.workspace_id, f"{job_id}:1")
        key = f"{usage.WATCH_KEY}{new_id()}:0"
        assert credits.reserve(connection, account.workspace_id, key, 2) and credits.capture(connection, key, 2)
        assert usage.summarize(connection) in (True, False)
        assert usage.by_day(connection, account.workspace_id, EPOCH) == [], "recent entries wait"
        grow_old(connection, account)
        summarize(connection, entries)
        summarize(connection, entries)

        found = usage.by_day(connection, account.workspace_id, EPOCH)

    assert {(each.operation, each.credits) for each in found} == {("scrape", 7), ("brand", 5), ("watch", 2)}
    assert {each.day for each in found} <= {datetime.now(UTC).date() - timedelta(days=n) for n in (0, 1)}


@pytest.mark.usefixtures("others_settled")
def test_charges_of_a_deleted_job_are_counted(database: Engine, account: Account) -> None:
    with database.begin() as connection:
        job_id = charge(connection, account, "map", 2)
        connection.execute(delete(Job).where(Job.id == job_id))
        grow_old(connection, account)
        summarize(connection)

        found = usage.by_day(connection, account.workspace_id, EPOCH)

    assert [(each.operation, each.credits) for each in found] == [(usage.UNKNOWN, 2)]


@pytest.mark.usefixtures("others_settled")
def test_uncommitted_entries_are_not_skipped(database: Engine, account: Account) -> None:
    with database.connect() as slow, database.connect() as quick:
        with slow.begin():
            charge(slow, account, "scrape", 3)
            with quick.begin():
                summarize(quick)
        with quick.begin():
            grow_old(quick, account)
            summarize(quick)

            found = usage.by_day(quick, account.workspace_id, EPOCH)

    assert [each.credits for each in found] == [3]
