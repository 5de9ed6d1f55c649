"""Migrations beside a running service, and the limits of its role."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from alembic import command
from sqlalchemy import Engine, column, create_engine, func, literal_column, select, text
from sqlalchemy.dialects.postgresql import JSONB

from models import schema, session
from models.jobs import job, outcome
from models.page_jobs import job_end, page_job
from models.session import AdvisoryLocks
from models.weeks import first_id
from tests.models.claims import claim_job
from tests.service import wait_until

LOCKED = "LOCK TABLE workspace IN ACCESS SHARE MODE"
# It takes a strong lock on a table that the service reads and writes.
NEEDS_LOCK = "0002"


def upgrade(url: str, revision: str) -> None:
    engine = create_engine(url)
    with engine.connect() as connection:
        command.upgrade(schema.config_of(connection), revision)
    engine.dispose()


@pytest.fixture
def before_lock(empty_database: str) -> Iterator[Engine]:
    """A database at the revision before `NEEDS_LOCK`."""
    upgrade(empty_database, "0001")
    engine = create_engine(empty_database)
    yield engine
    engine.dispose()


def test_migration_does_not_queue_the_service_behind_a_locked_table(empty_database: str, before_lock: Engine) -> None:
    with before_lock.connect() as holder, ThreadPoolExecutor(1) as pool:
        holder.execute(text(LOCKED))
        migrating = pool.submit(schema.migrate, empty_database, pauses=(0.1,))
        waits = []
        while not migrating.done():
            started = time.monotonic()
            with before_lock.connect() as other:
                other.execute(text("SELECT count(*) FROM workspace"))
            waits.append(time.monotonic() - started)

        with pytest.raises(schema.MigrationBlocked, match=r"within 2s, 2 times.*Oldest transactions: pid"):
            migrating.result()

    assert 0.5 < max(waits) < 20, "a statement waits for one attempt at most"
    assert schema.pending_migrations(empty_database)[0] == NEEDS_LOCK


def test_migration_is_tried_again_until_the_table_is_free(empty_database: str, before_lock: Engine) -> None:
    with before_lock.connect() as holder:
        holder.execute(text(LOCKED))
        release = threading.Timer(2.5, holder.rollback)
        release.start()
        schema.migrate(empty_database, pauses=(0.1,) * 5)
        release.join()

    assert schema.pending_migrations(empty_database) == []


def test_migration_that_lost_a_deadlock_is_tried_again(empty_database: str) -> None:
    """A worker ends a page and stores its capture; the migration has locked the captures and waits for the pages."""
    upgrade(empty_database, "0005")
    engine = create_engine(empty_database)
    waits = text("SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'page'::regclass AND NOT granted)")
    with engine.connect() as worker, engine.connect() as observer, ThreadPoolExecutor(1) as pool:
        worker.execute(text("LOCK TABLE page IN ROW EXCLUSIVE MODE"))
        migrating = pool.submit(schema.migrate, empty_database, pauses=(0.1,) * 5)
        wait_until(lambda: observer.execute(waits).scalar_one(), seconds=90, what="the migration to wait for the table")
        worker.execute(text("LOCK TABLE capture IN ROW EXCLUSIVE MODE"))
        worker.rollback()
        migrating.result()
    engine.dispose()

    assert schema.pending_migrations(empty_database) == []


def test_check_of_a_migration_that_failed_is_dropped_or_named(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was committed before the tables could be locked, and would refuse rows later."""
    monkeypatch.setattr(schema, "LOCK_TIMEOUT", "200ms")
    upgrade(empty_database, "0038")
    engine = create_engine(empty_database)
    checked = text("SELECT conrelid::regclass::text FROM pg_constraint WHERE conname = :name")
    with engine.connect() as observer:
        for table, left, told in (("event", [], "It changed nothing"), ("page", ["page"], schema.TEMPORARY_CHECK)):
            with engine.connect() as holder:
                if left:
                    observer.execute(text(f"ALTER TABLE page ADD CONSTRAINT {schema.TEMPORARY_CHECK} CHECK (true)"))
                    observer.commit()
                holder.execute(text(f"LOCK TABLE {table} IN ACCESS SHARE MODE"))
                with pytest.raises(schema.MigrationBlocked, match=told):
                    schema.migrate(empty_database, pauses=())
            assert observer.execute(checked, {"name": schema.TEMPORARY_CHECK}).scalars().all() == left
            observer.commit()

        # A row of a process whose clock is five weeks ahead.
        event_id = first_id(datetime.now(UTC) + timedelta(weeks=5))
        observer.execute(text("INSERT INTO event (id, type, host) VALUES (:id, 'a', 'a')"), {"id": event_id})
        observer.commit()
        with pytest.raises(schema.MigrationBlocked, match=f"event.* id {event_id}.*It changed nothing") as raised:
            schema.migrate(empty_database, pauses=())
        assert observer.execute(checked, {"name": schema.TEMPORARY_CHECK}).scalars().all() == []
        named = re.search(r"DELETE FROM event WHERE \S+ >= '\S+'::uuid", str(raised.value))
        assert named is not None and observer.execute(text(named[0].replace("::", "\\:\\:"))).rowcount == 1
        observer.commit()
        schema.migrate(empty_database, pauses=())
        assert observer.execute(checked, {"name": schema.TEMPORARY_CHECK}).scalars().all() == []
    engine.dispose()


def test_part_of_an_index_is_replaced(empty_database: str, before_lock: Engine) -> None:
    """A cancelled CREATE INDEX CONCURRENTLY leaves an index that no query uses."""
    with before_lock.begin() as connection:
        connection.execute(text("CREATE INDEX ix_job_running ON job (id) WHERE status = 'running'"))
        connection.execute(text("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_job_running'::regclass"))

    schema.migrate(empty_database)

    with before_lock.connect() as connection:
        valid = text("SELECT indisvalid FROM pg_index WHERE indexrelid = 'ix_job_running'::regclass")
        assert connection.execute(valid).scalar_one()


def test_other_migration_is_not_awaited_without_limit(empty_database: str, before_lock: Engine) -> None:
    with before_lock.begin() as other:
        other.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": AdvisoryLocks.MIGRATION})

        with pytest.raises(schema.MigrationBlocked, match="Another process has been migrating"):
            schema.migrate(empty_database, other_seconds=0.3)


def test_role_has_limits_and_keeps_those_of_its_operator(empty_database: str) -> None:
    plain = create_engine(empty_database)
    with plain.begin() as connection:
        connection.execute(
            text(f"ALTER ROLE CURRENT_USER IN DATABASE {plain.url.database} SET statement_timeout TO '7s'")
        )

    schema.migrate(empty_database)

    engine = session.create(empty_database)
    with engine.connect() as connection:
        now = {name: connection.execute(text(f"SHOW {name}")).scalar_one() for name in schema.ROLE_SETTINGS}
    assert now["statement_timeout"] == "7s"
    assert (now["idle_in_transaction_session_timeout"], now["timezone"]) == ("15s", "UTC")
    engine.dispose()
    plain.dispose()


def test_jobs_of_the_previous_version_end_after_an_upgrade(empty_database: str) -> None:
    """Rows as the previous version writes them: new columns get their defaults, and the work continues."""
    latest = schema.pending_migrations(empty_database)
    upgrade(empty_database, latest[-2])
    engine = session.create(empty_database)
    payer, scrape, crawl = uuid4(), uuid4(), uuid4()
    with engine.begin() as connection:
        for statement in OLD_ROWS:
            connection.execute(text(statement), {"payer": payer, "scrape": scrape, "crawl": crawl})

    schema.migrate(empty_database)

    with engine.begin() as connection:
        task = claim_job(connection, scrape, "new worker")
        assert task is not None and job.lock(connection, task)
        job.complete(connection, task, "{}")
        assert outcome.ended(connection, [scrape]) == [scrape]
        assert job_end.cancel(connection, crawl, payer, "crawl") is True
        assert page_job.find(connection, crawl).status == "cancelled"  # type: ignore[union-attr]
    engine.dispose()


def test_the_previous_version_reads_the_options_of_jobs_after_an_upgrade(database: Engine) -> None:
    """Its workers and APIs run until they are restarted. Options are `json` now; they were `jsonb`."""
    options = text('SELECT CAST(\'{"url": "a", "webhook": {"url": "b"}}\' AS json) AS options')

    with database.connect() as connection:
        url, webhook, none = connection.execute(
            select(
                func.jsonb_extract_path_text(literal_column("options"), "url"),
                func.jsonb_extract_path(literal_column("options"), "webhook", type_=JSONB),
                func.jsonb_extract_path_text(literal_column("options"), "webhook", "secret"),
            ).select_from(options.columns(column("options")).subquery())
        ).one()

    assert (url, webhook, none) == ("a", {"url": "b"}, None)


OLD_ROWS = (
    "INSERT INTO workspace (id, name, balance, reserved, webhook_secret) VALUES (:payer, 'old', 10, 1, 'whsec_x')",
    "INSERT INTO hold (key, workspace_id, amount) VALUES (CAST(:scrape AS text), :payer, 1)",
    "INSERT INTO job (id, workspace_id, operation, options, path, in_background, status, attempts, lease_owner, lease_until)"
    " VALUES (:scrape, :payer, 'scrape', '{}', '/', false, 'active', 1, 'old worker', now() - interval '1 s')",
    "INSERT INTO job (id, workspace_id, operation, options, path, in_background, status, price, pages_max, met)"
    " VALUES (:crawl, :payer, 'crawl', '{}', '/', true, 'running', 1, 5, 1)",
    "INSERT INTO page (job_id, number, key, url, host, depth, rank)"
    " VALUES (:crawl, 0, gen_random_uuid(), 'http://old.example/', 'old.example', 0, 0)",
)


@pytest.mark.parametrize("migration", sorted(schema.MIGRATIONS.glob("versions/*.py")), ids=lambda path: path.stem)
def test_migration_does_not_stop_a_running_service(migration: Path) -> None:
    """What Postgres builds while it holds a table's lock is built on new tables only; new columns fit old rows."""
    upgrade_only = migration.read_text(encoding="utf-8").split("def downgrade")[0]
    new_tables = set(re.findall(r"(?:op\.create_table\(\s*'|CREATE (?:UNLOGGED )?TABLE )(\w+)", upgrade_only))
    indexed = set(re.findall(r"(?:op\.create_index\([^,]+,\s*'|CREATE (?:UNIQUE )?INDEX \w+ ON )(\w+)", upgrade_only))
    columns = re.findall(r"op\.add_column\('(\w+)', (.+)\)$", upgrade_only, re.M)

    assert indexed <= new_tables, "use schema.create_index for tables that exist"
    assert [
        column for table, column in columns
        if table not in new_tables and "nullable=False" in column and "server_default" not in column
    ] == []  # fmt: skip
