"""Milliseconds of what reads large tables: 500,000 ended jobs with two pages each, made by copying one.

    python -m benchmarks.large_tables [--jobs 500000] [--only ended-jobs,running-jobs]

Measures the status of a job, its start, `/metrics`, `/readyz`, a claim of eight pages, and a round of the sweeper. Then, with
running jobs that have 2,000,000 page rows, most of them ended, a round of the sweeper and the end of a page, before and after
migration 0024.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import requests
from sqlalchemy import Connection, Engine, text

from benchmarks.running.ended_pages import show_ended_pages
from benchmarks.running.jobs import database_of, p95, payer_of
from benchmarks.running.machine import Service, service, site
from benchmarks.scale import claim_ms, suspended_job
from models import retention
from models.base import new_id
from models.jobs import background, lost_job, next_job, waiting_process
from models.jobs.next_job import Slots
from models.page_jobs import lost_page, page_claim
from models.schedule import lost_slice

TIMES = 20
STEP = 20_000
# `/metrics` and `/readyz` are cached for a second.
CACHED_SECONDS = 1.1
SWEEPS: tuple[Callable[[Connection], Any], ...] = (
    waiting_process.list_unanswered,
    lambda connection: next_job.claim(connection, ["scrape"], "nobody", Slots(1, 1), with_lost=True),
    lost_page.list_jobs,
    lost_job.list_exhausted,
    lost_slice.recover,
    background.list_waiting,
    lost_slice.list_due,
    page_claim.list_jobs_with_suspects,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=500_000)
    parser.add_argument("--only", default="ended-jobs,running-jobs")
    arguments = parser.parse_args()
    if "ended-jobs" in arguments.only:
        show_ended_jobs(arguments.jobs)
    if "running-jobs" in arguments.only:
        show_ended_pages(SWEEPS, columns_of)


def show_ended_jobs(jobs: int) -> None:
    with site("benchmarks.sites.slow_site", "2") as address, service() as running:
        database, key = database_of(running), running.new_key()
        body = {"urls": [f"{address}/0/{number}" for number in range(2)]}
        job_id = running.call(key, "POST", "/v1/web/batch", body)["batchId"]
        path = f"/v1/web/batch/{job_id}"
        while running.call(key, "GET", path)["status"] == "running":
            time.sleep(0.1)
        show("before", running, key, database, path, body)
        copy(database, job_id, jobs)
        show(f"with {jobs} jobs", running, key, database, path, body)


def copy(database: Engine, job_id: str, jobs: int) -> None:
    """Copy a job and its pages, with new ids. In steps: a connection closes when a statement takes 35 seconds."""
    with database.begin() as connection:
        job, page = (", ".join(columns_of(connection, table)) for table in ("job", "page"))
    for _ in range(0, jobs, STEP):
        with database.begin() as connection:
            made = {"made": [new_id() for _ in range(STEP)], "copied": UUID(job_id)}
            for table, column, columns in (("job", "id", job), ("page", "job_id", page)):
                connection.execute(
                    text(
                        f"INSERT INTO {table} ({column}, {columns}) SELECT made.id, {columns}"
                        f" FROM unnest(CAST(:made AS uuid[])) AS made (id), {table} WHERE {table}.{column} = :copied"
                    ),
                    made,
                )
    with database.begin() as connection:
        connection.execute(text("ANALYZE job, page"))


def columns_of(connection: Connection, table: str) -> list[str]:
    """The columns that are copied: not the id of the job."""
    query = text(
        "SELECT column_name FROM information_schema.columns WHERE table_name = :table AND is_generated = 'NEVER'"
        " AND is_identity = 'NO' AND column_name NOT IN ('id', 'job_id') AND table_schema = 'public'"
    )
    return [f'"{name}"' for name in connection.execute(query, {"table": table}).scalars()]


def show(when: str, running: Service, key: str, database: Engine, path: str, body: Any) -> None:
    waiting = suspended_job(database, payer_of(database), 500, 0)
    with database.connect() as connection:
        rows = {
            "status of a job": times(lambda: running.call(key, "GET", path)),
            "start of a batch": times(lambda: running.call(key, "POST", "/v1/web/batch", body)),
            "/metrics": times(lambda: requests.get(f"{running.url}/metrics", timeout=60), CACHED_SECONDS),
            "/readyz": times(lambda: requests.get(f"{running.url}/readyz", timeout=60), CACHED_SECONDS),
            "claim of eight pages": [claim_ms(connection, waiting) for _ in range(TIMES)],
            "round of the sweeper": times(lambda: sweep(database)),
            "retention": times(lambda: retain(database)),
        }
    for name, took in rows.items():
        print(f"{when:22}{name:24}{statistics.median(took):8.1f} ms{p95(took):8.1f}", flush=True)


def times(work: Callable[[], object], pause_seconds: float = 0.0) -> list[float]:
    """The milliseconds of each call."""
    found = []
    for _ in range(TIMES):
        time.sleep(pause_seconds)
        started = time.perf_counter()
        work()
        found.append((time.perf_counter() - started) * 1000)
    return found


def sweep(database: Engine) -> None:
    for step in SWEEPS:
        with database.connect() as connection:
            step(connection)


def retain(database: Engine) -> None:
    for step in retention.STEPS:
        with database.connect() as connection:
            step(connection)


if __name__ == "__main__":
    main()
