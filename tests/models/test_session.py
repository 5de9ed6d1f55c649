"""Migrations, and transactions that survive a lost connection."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from contract.environment import Environment
from models import capture, day_slots, model_answers, schema, session, stored_result, usage, weeks, worker
from models.accounts import (
    audit,
    call_log,
    console_session,
    credits,
    invitation,
    join_request,
    member,
    oauth_code,
    person,
    shown_once,
    workspace,
)
from models.base import Base
from models.brands import allowance, attempt, brand, styleguide
from models.jobs import job, waiting_process
from models.pages import event, page
from models.queues import pause
from models.schedule import host, robots_copy, slice, visit
from models.search import search_page
from models.watches import check, history, picture, version, watch

TABLES = {
    table.__tablename__
    for table in (
        allowance.LogoUse,
        waiting_process.WaitingProcess,
        audit.AuditEntry,
        console_session.ConsoleSession,
        invitation.Invitation,
        join_request.JoinRequest,
        member.Member,
        oauth_code.OauthCode,
        person.Person,
        model_answers.ModelAnswer,
        search_page.SearchPage,
        attempt.BrandAttempt,
        brand.BrandHost,
        brand.StoredBrand,
        brand.StoredLogo,
        styleguide.StoredStyleguide,
        capture.Capture,
        history.PageHistory,
        credits.Hold,
        credits.LedgerEntry,
        event.Event,
        host.Host,
        robots_copy.RobotsCopy,
        visit.Visit,
        call_log.Call,
        job.Job,
        page.Page,
        pause.QueuePause,
        shown_once.ShownOnce,
        slice.Slice,
        stored_result.StoredResult,
        usage.UsageDay,
        usage.UsageProgress,
        version.WatchedPage,
        picture.Picture,
        version.Version,
        check.Check,
        watch.Watch,
        worker.Worker,
        workspace.Key,
        workspace.Workspace,
    )
}

# Of the previous version, whose workers may still write to them; the next migration drops them.
LEFT_OVER = {"capture"}


def test_migrated_schema_is_the_models_schema(empty_database: str) -> None:
    schema.migrate(empty_database)

    engine = create_engine(empty_database)
    with engine.connect() as connection:
        found = set(inspect(connection).get_table_names())
        partitions = {name for name in found if day_slots.is_partition(name)}
        opts = {
            "compare_type": True, "compare_server_default": True,
            "include_name": lambda name, *about: name not in partitions | LEFT_OVER,
        }  # fmt: skip
        assert compare_metadata(MigrationContext.configure(connection, opts=opts), Base.metadata) == []
        assert found - partitions == TABLES | {"alembic_version", *LEFT_OVER}
        # Pages and events have one for the weeks until now, and one for ids without a time. The sweeper creates the others.
        assert len(partitions) == capture.SLOTS.slots + stored_result.SLOTS.slots + 2 * len(weeks.TABLES)
    engine.dispose()


def test_migrations_can_be_undone_and_done_again(empty_database: str) -> None:
    schema.migrate(empty_database)
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    engine = create_engine(empty_database)

    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    schema.migrate(empty_database)

    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) >= TABLES
    engine.dispose()


def test_processes_may_migrate_at_once_and_again(empty_database: str) -> None:
    assert schema.pending_migrations(empty_database)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(schema.migrate, [empty_database] * 3))
    schema.migrate(empty_database)

    assert schema.pending_migrations(empty_database) == []


def test_transaction_is_repeated_when_its_connection_is_lost(environment: object, database: Engine) -> None:
    tries: list[int] = []

    def work(connection: Connection) -> int:
        pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        tries.append(pid)
        if len(tries) == 1:
            with database.connect() as killer:
                killer.execute(text("SELECT pg_terminate_backend(:pid, 2000)"), {"pid": pid})
        return int(connection.execute(text("SELECT 7")).scalar_one())

    assert session.transact(database, work) == 7
    assert len(tries) == 2


WAYS = (session.transact, session.ask, session.snapshot)


@pytest.mark.parametrize("how", WAYS)
def test_lost_connections_leave_their_places_in_the_pool(
    environment: Environment, database: Engine, how: Callable[..., int]
) -> None:
    """Lost right after the work, in the middle of it, and while it idled."""
    engine = session.create(environment.database_url, pool_size=1)
    calls: list[int] = []

    def end(pid: int) -> None:
        with database.begin() as killer:
            killer.execute(text("SELECT pg_terminate_backend(:pid, 2000)"), {"pid": pid})

    def work(connection: Connection) -> int:
        calls.append(1)
        pid = int(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
        if len(calls) % 4 in (2, 3):
            end(pid)
        if len(calls) % 4 == 3:
            connection.execute(text("SELECT 1"))
        return pid

    for _ in range(8):
        pid = how(engine, work)
        if len(calls) % 4 == 0:
            end(pid)

    engine.dispose()


def test_single_statement_is_committed_and_the_next_transaction_is_whole(environment: Environment) -> None:
    engine = session.create(environment.database_url, pool_size=1)
    insert = text("INSERT INTO worker (id, about) VALUES ('one', '{}')")
    many = text("SELECT count(*) FROM worker WHERE id = 'one'")

    session.ask(engine, lambda connection: connection.execute(insert))
    with pytest.raises(ZeroDivisionError):
        session.transact(
            engine, lambda connection: connection.execute(text("DELETE FROM worker WHERE id = 'one'")).rowcount / 0
        )

    assert session.ask(engine, lambda connection: connection.execute(many).scalar_one()) == 1
    session.ask(engine, lambda connection: connection.execute(text("DELETE FROM worker WHERE id = 'one'")))
    engine.dispose()


def test_snapshot_sees_one_moment(database: Engine) -> None:
    many = text("SELECT count(*) FROM worker")

    def work(connection: Connection) -> int:
        before = connection.execute(many).scalar_one()
        with database.begin() as other:
            worker.beat(other, f"snapshot-{time.monotonic()}", {})
        return int(connection.execute(many).scalar_one()) - int(before)

    assert session.snapshot(database, work) == 0


def test_who_freezes_in_a_transaction_holds_nobody_up_for_half_a_minute(database: Engine) -> None:
    with database.connect() as connection:
        given = connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one()
    assert given == "15s"


def test_broken_statement_is_not_repeated(database: Engine) -> None:
    tries: list[int] = []

    def work(connection: Connection) -> None:
        tries.append(1)
        connection.execute(text("INSERT INTO workspace (id, name) VALUES (gen_random_uuid(), NULL)"))

    with pytest.raises(IntegrityError):
        session.transact(database, work)
    assert len(tries) == 1


def test_absent_postgres_fails_after_the_retry_time() -> None:
    engine = session.create("postgresql+psycopg2://postgres@127.0.0.1:9/orbweaver")
    started = time.monotonic()

    with pytest.raises(OperationalError):
        session.transact(engine, lambda connection: None, retry_seconds=0.5)

    assert time.monotonic() - started < 10


def test_failing_statement_is_reported_without_its_values(environment: Environment) -> None:
    """They hold what callers send: such an error is logged, and a caller's Authorization header must not be."""
    engine = session.create(environment.database_url)

    with pytest.raises(DBAPIError) as caught:
        session.ask(
            engine,
            lambda connection: connection.execute(
                text("SELECT CAST(:given AS jsonb) ->> 0 / 0"), {"given": '{"a": "s3cret"}'}
            ),
        )

    engine.dispose()
    assert "s3cret" not in str(caught.value) and "CAST" in str(caught.value)
