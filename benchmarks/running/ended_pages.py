"""Running jobs with many ended pages: what the sweeper and the end of a page read of them, before and after migration 0024.

Until then, one condition for queued and running pages made Postgres read every ended page of every running job.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine, exists, select, text, union, update

from benchmarks.running.jobs import batch, p95, payer_of
from contract.environment import Environment
from models import schema, session
from models.base import new_id
from models.jobs.job import Job
from models.page_jobs import job_end, lost_page, page_claim, page_end
from models.page_jobs.page_choice import Worker
from models.pages.page import Page, PageEnd, PageTask
from orbweaver.embedded import servers

# (jobs, pages each): 2,005,200 rows, and those of the job whose page ends.
SIZES = ((1_501, 200), (1, 55_000), (165, 10_000))
LARGE_JOB = 55_000
TIMES = 10
ANSWER_SECONDS = 600.0
INDEX = "ix_page_running_job"
# The question of the sweeper before migration 0024.
OLD_JOBS = union(
    select(Page.job_id).where(lost_page._is_lost),
    select(Job.id).where(
        Job.status == "running", ~exists().where(Page.job_id == Job.id, Page.status.in_(("queued", "running")))
    ),
)
_COPY_JOBS = """INSERT INTO job (id, {columns}) SELECT made.id, {columns}
    FROM unnest(CAST(:made AS uuid[])) AS made (id), job WHERE job.id = :copied"""
_ADD_PAGES = """INSERT INTO page (job_id, number, key, url, host, depth, rank, status, attempts, finished_at)
    SELECT made.id, number, md5(made.id::text || number)::uuid, 'http://h.example/' || number, 'h.example', 1, 0,
        CASE WHEN number = 0 THEN 'queued' ELSE 'completed' END, 1, now()
    FROM unnest(CAST(:made AS uuid[])) AS made (id), generate_series(0, :pages - 1) AS number"""


def show_ended_pages(
    sweep: Iterable[Callable[[Connection], Any]], columns_of: Callable[[Connection, str], list[str]]
) -> None:
    """Print milliseconds of the questions in a separate database, in which nothing else runs."""
    with tempfile.TemporaryDirectory(prefix="ow", dir="/tmp") as folder:
        Path(folder).chmod(0o711)
        environment = Environment(data_dir=Path(folder))
        with servers.started(environment):
            schema.migrate(environment.database_url)
            database = session.create(environment.database_url, answer_seconds=ANSWER_SECONDS)
            show("few rows", database, sweep, running_page(database, 10))
            fill(database, columns_of)
            show("2 million rows", database, sweep, running_page(database, LARGE_JOB))
            database.dispose()


def fill(database: Engine, columns_of: Callable[[Connection, str], list[str]]) -> None:
    """Add running jobs. Each has one queued page; the others have ended. Few pages run at a time, whatever the jobs."""
    payer = payer_of(database)
    copied = batch(database, payer, ["http://h.example/"], owner="benchmark")
    for jobs, pages in SIZES:
        at_once = max(1, 100_000 // pages)
        for first in range(0, jobs, at_once):
            add(database, columns_of, copied, min(at_once, jobs - first), pages)
    with database.begin() as connection:
        connection.execute(text("ANALYZE job, page"))


def add(
    database: Engine, columns_of: Callable[[Connection, str], list[str]], copied: UUID, jobs: int, pages: int
) -> None:
    made = [new_id() for _ in range(jobs)]
    with database.begin() as connection:
        columns = ", ".join(columns_of(connection, "job"))
        connection.execute(text(_COPY_JOBS.format(columns=columns)), {"made": made, "copied": copied})
        connection.execute(text(_ADD_PAGES), {"made": made, "pages": pages})


def running_page(database: Engine, pages: int) -> PageTask:
    """A claimed page of a job with that many pages, most of which have ended."""
    job_id = batch(database, payer_of(database), [f"http://h{n}.example/" for n in range(10)], owner="benchmark")
    rest = text(_ADD_PAGES.replace("(0, :pages - 1)", "(10, :pages - 1)"))
    with database.begin() as connection:
        connection.execute(rest, {"made": [job_id], "pages": pages})
        connection.execute(
            update(Job).where(Job.id == job_id).values({Job.numbers_used: pages, Job.pages_found: pages})
        )
        [task] = page_claim.claim(connection, job_id, Worker(owner="benchmark"), 1).tasks
        connection.execute(text("UPDATE page SET lease_until = now() + interval '1 d' WHERE status = 'running'"))
    return task


def show(when: str, database: Engine, sweep: Iterable[Callable[[Connection], Any]], task: PageTask) -> None:
    rest = [step for step in sweep if step is not lost_page.list_jobs]
    rows: dict[str, list[float]] = {
        "lost pages, one question": times(
            database, lambda connection: connection.execute(OLD_JOBS).all(), indexed=False
        ),
        "lost pages, two questions": times(database, lost_page.list_jobs),
        "other questions of a round": times(database, lambda connection: [step(connection) for step in rest]),
        "work left in a job, no index": times(database, work_left(task), indexed=False),
        "work left in a job": times(database, work_left(task)),
        "end of a page, no index": times(database, end_of(task), indexed=False),
        "end of a page": times(database, end_of(task)),
    }
    for name, took in rows.items():
        print(f"{when:16}{name:28}{statistics.median(took):9.1f} ms{p95(took):9.1f}", flush=True)


def end_of(task: PageTask) -> Callable[[Connection], Any]:
    end = PageEnd(task=task, verdict="failed", error="HTTP 404")
    return lambda connection: page_end.end(connection, task.job_id, [end])


def work_left(task: PageTask) -> Callable[[Connection], Any]:
    """The part of the end of a page that looks whether its job has ended."""
    return lambda connection: job_end.end_if_done(connection, task.job_id)


def times(database: Engine, work: Callable[[Connection], Any], *, indexed: bool = True) -> list[float]:
    """Milliseconds of transactions that are rolled back. Without the index, as Postgres answered before it existed."""
    found = []
    for _ in range(TIMES):
        with rolled_back(database) as connection:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            if not indexed:
                connection.execute(text(f"DROP INDEX {INDEX}"))
            started = time.perf_counter()
            work(connection)
            found.append((time.perf_counter() - started) * 1000)
    return found


@contextmanager
def rolled_back(database: Engine) -> Any:
    with database.connect() as connection:
        yield connection
        connection.rollback()
