"""What operators see of the queues, and how cheap it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, event, text

from contract.errors import InternalServerError, InvalidRequest, UpstreamUnreachable
from contract.queues import QUEUES
from models.accounts import credits, workspace
from models.base import new_id
from models.jobs import background, job, new_job
from models.jobs.background import POSTED_MAX
from models.queues import backlog, dead_letter, pause, running
from tests.models.claims import claim_job
from tests.models.desk import Desk, new


@pytest.fixture
def clean(database: Engine, desk: Desk) -> Iterator[Connection]:
    """A transaction that sees no other work, and that is rolled back."""
    with database.connect() as connection:
        for table in ("event", "queue_pause"):
            connection.execute(text(f"DELETE FROM {table}"))
        connection.execute(text("UPDATE job SET status = 'cancelled', lease_until = NULL"))
        yield connection
        connection.rollback()


def test_queue_is_paused_once_and_resumed_once(clean: Connection) -> None:
    assert pause.pause(clean, "pages", "ops@a.com") and not pause.pause(clean, "pages", "other@a.com")
    assert pause.list_names(clean) == {"pages"}
    assert [(one.queue, one.paused_by) for one in pause.list_pauses(clean)] == [("pages", "ops@a.com")]

    assert pause.resume(clean, "pages") and not pause.resume(clean, "pages")
    assert pause.list_names(clean) == frozenset()
    with pytest.raises(InvalidRequest, match="scrape, jobs, pages, webhooks"):
        pause.pause(clean, "page", "ops@a.com")


def test_backlog_distinguishes_posted_delayed_and_running(clean: Connection) -> None:
    payer = workspace.create(clean, "backlog")
    credits.grant(clean, payer, 1_000, key="first")
    about = {"workspace_id": payer, "options": {}, "path": "/", "in_background": True, "price": 1}
    made = [new_job.create(clean, operation="scrape", **about) for _ in range(POSTED_MAX + 3)]
    new_job.create(clean, operation="map", **about)
    background.post_next(clean, payer)
    assert made[0] is not None and claim_job(clean, made[0], "me") is not None

    queues = backlog.read(clean)

    scrape, jobs = queues["scrape"], queues["jobs"]
    assert (scrape.posted, scrape.delayed, scrape.running) == (POSTED_MAX - 1, 3, 1)
    assert (jobs.posted, jobs.delayed, jobs.running) == (0, 1, 0)
    assert scrape.oldest_seconds is not None and scrape.oldest_seconds >= 0
    assert set(queues) == set(QUEUES) and queues["webhooks"].oldest_seconds is None


def test_oldest_delivery_of_all_hosts_is_found(clean: Connection, desk: Desk) -> None:
    job_id = desk.job(new("/"))
    for number, host, age in ((1, "a.example", 60), (2, "b.example", 3_600), (3, "c.example", -60)):
        clean.execute(
            text("INSERT INTO event (id, job_id, type, page_number, host, next_at)"
                 " VALUES (:id, :job, 'crawl.page', :number, :host, now() - make_interval(secs => :age))"),
            {"id": new_id(), "job": job_id, "number": number, "host": host, "age": age},
        )  # fmt: skip

    webhooks = backlog.read(clean)["webhooks"]

    assert (webhooks.posted, webhooks.delayed) == (2, 1)
    assert webhooks.oldest_seconds is not None and 3_599 < webhooks.oldest_seconds < 3_700


def test_running_jobs_have_lease_attempt_and_progress(database: Engine, desk: Desk, clean: Connection) -> None:
    payer = workspace.create(clean, "running")
    credits.grant(clean, payer, 10, key="first")
    about = {"workspace_id": payer, "options": {}, "path": "/", "in_background": True, "price": 1}
    single = new_job.create(clean, operation="scrape", **about)
    assert single is not None and claim_job(clean, single, "worker one")
    crawl = desk.job(new("/a"), new("/b"), most=2)
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET pages_completed = 1, issued = 1 WHERE id = :id"), {"id": crawl})

    first, second = running.list_running(clean)

    assert (first.id, first.queue, first.attempt, first.done, first.total) == (crawl, "pages", None, 1, 2)
    assert (second.id, second.attempt, second.owner) == (single, 1, "worker one")
    assert second.lease_seconds is not None and 0 < second.lease_seconds <= 15


def test_dead_letters_are_failures_of_the_service(clean: Connection, desk: Desk) -> None:
    payer = workspace.create(clean, "dead")
    credits.grant(clean, payer, 10, key="first")
    clean.execute(text("UPDATE job SET error = NULL"))
    jobs = []
    for error in (InternalServerError("The worker stopped."), UpstreamUnreachable("The host is away.")):
        made = new_job.create(
            clean, workspace_id=payer, operation="map", options={}, path="/", in_background=True, price=1
        )  # fmt: skip
        assert made is not None
        jobs.append(made)
        job.fail_locked(clean, made, error)
    failed = new_id()
    clean.execute(
        text("INSERT INTO event (id, job_id, type, host, status, error) VALUES (:id, :job, 'crawl.page', 'a.example',"
             " 'failed', 'The receiver refused the connection.')"),
        {"id": failed, "job": desk.job()},
    )  # fmt: skip

    letters = dead_letter.list_newest(clean)

    assert {(one.id, one.kind, one.queue) for one in letters} == {
        (jobs[0], "job", "jobs"),
        (failed, "delivery", "webhooks"),
    }
    assert dead_letter.count(clean) == {"jobs": 1, "webhooks": 1}


def test_no_table_is_scanned_for_an_overview(database: Engine, desk: Desk) -> None:
    """With many ended jobs and events. Each statement is explained as it runs."""
    plans: list[str] = []

    def explain(connection: Connection, cursor: object, statement: str, parameters: object, *_: object) -> None:
        if statement.startswith(("SELECT", "WITH")):
            rows = connection.connection.cursor()
            rows.execute(f"EXPLAIN {statement}", parameters)
            plans.append("\n".join(row[0] for row in rows.fetchall()))

    with database.connect() as connection:
        # Of a table in which most events wait, Postgres reads the first ones without an index. It may: their number is limited.
        connection.execute(text("DELETE FROM event"))
        ended = {"job": desk.job(), "me": desk.workspace_id}
        connection.execute(
            text("INSERT INTO job (id, workspace_id, operation, options, path, in_background, status, finished_at)"
                 " SELECT gen_random_uuid(), :me, 'scrape', '{}', '/', true, 'completed', now()"
                 " FROM generate_series(1, 20000)"), ended,
        )  # fmt: skip
        connection.execute(
            text("INSERT INTO event (id, job_id, type, page_number, host, status) SELECT gen_random_uuid(), :job,"
                 " 'crawl.page', n, 'a.example', 'success' FROM generate_series(1, 20000) n"), ended,
        )  # fmt: skip
        connection.execute(text("ANALYZE job, event, slice"))
        event.listen(connection, "before_cursor_execute", explain)
        backlog.read(connection)
        running.list_running(connection)
        dead_letter.list_newest(connection)
        dead_letter.count(connection)
        connection.rollback()

    assert len(plans) >= 9
    # The events are in the partition of ids without a time. The other partitions are empty.
    scans = [plan for plan in plans if "Seq Scan on job" in plan or "Seq Scan on event_other" in plan]
    assert scans == []
