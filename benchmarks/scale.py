"""Crawls and batches at scale: workers, sizes of jobs, and one large workspace beside a small one.

    python -m benchmarks.scale [--only workers,claims,fairness] [--seconds 0.5]

`workers` runs 1 and 10 crawls, each on a host of its own, on 1, 2 and 4 workers. Pages take half a second, so that waiting and
not this machine's processor limits them. `claims` measures a claim of eight pages while ten crawls have 500, 5,000 and 50,000
queued pages each. `fairness` measures single scrapes and small crawls of one workspace, alone and beside 1,000 batches of
another one.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from uuid import UUID

import requests
from sqlalchemy import Engine, text

from benchmarks.fairness import show_fairness
from benchmarks.jobs import batch, crawl_of, database_of, p95, payer_of, run_all
from benchmarks.machine import Service, service, site
from models.page_jobs import page_claim
from models.page_jobs.page_choice import Worker

HOSTS = 40
PAGES = 120


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="workers,claims,fairness")
    parser.add_argument("--seconds", type=float, default=0.5)
    arguments = parser.parse_args()
    wanted = arguments.only.split(",")
    with site("benchmarks.sites.slow_site", str(HOSTS)) as address:
        port = address.rpartition(":")[2]
        if "workers" in wanted:
            print(f"{'workers':>8}{'crawls':>8}{'pages':>8}{'seconds':>9}{'pages/s':>9}")
            for workers in (1, 2, 4):
                with service() as running, more_workers(running, workers - 1):
                    for crawls in (1, 10):
                        show_crawls(running, port, arguments.seconds, workers, crawls)
        if "claims" in wanted:
            with service() as running:
                show_claims(database_of(running))
        if "fairness" in wanted:
            with service() as running:
                show_fairness(running, port, HOSTS, arguments.seconds)


@contextlib.contextmanager
def more_workers(running: Service, number: int) -> Iterator[None]:
    """Workers beside the one of the service, until the block ends."""
    command = [sys.executable, "-m", "orbweaver", "worker"]
    processes = [
        subprocess.Popen(command, env=running.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(number)
    ]
    try:
        while f"orbweaver_workers_alive {number + 1}.0" not in requests.get(f"{running.url}/metrics", timeout=10).text:
            time.sleep(0.2)
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)


def show_crawls(running: Service, port: str, seconds: float, workers: int, crawls: int) -> None:
    key = running.new_key()
    started = time.perf_counter()
    bodies = [crawl_of(f"127.0.0.{number + 1}:{port}", seconds, PAGES) for number in range(crawls)]
    pages = sum(run_all(running, key, bodies))
    took = time.perf_counter() - started
    print(f"{workers:8}{crawls:8}{pages:8}{took:9.1f}{pages / took:9.1f}", flush=True)


def show_claims(database: Engine) -> None:
    """Time claims that are rolled back, so that every claim finds the same rows."""
    print(f"\n{'queued pages each':>18}{'claim ms':>10}{'p95':>8}")
    for pages in (500, 5_000, 50_000):
        payer = payer_of(database)
        jobs = [suspended_job(database, payer, pages, number) for number in range(10)]
        took = []
        with database.connect() as connection:
            connection.execute(text("ANALYZE page"))
            connection.commit()
            for number in range(100):
                started = time.perf_counter()
                claimed = page_claim.claim(connection, jobs[number % len(jobs)], Worker(owner="benchmark"), 8)
                connection.rollback()
                took.append((time.perf_counter() - started) * 1000)
                assert len(claimed.tasks) == 8
        print(f"{pages:18}{statistics.median(took):10.1f}{p95(took):8.1f}", flush=True)


def suspended_job(database: Engine, payer: UUID, pages: int, number: int) -> UUID:
    """A job that has an owner, so that no worker claims its pages."""
    urls = [f"http://h{number}-{pages}.example/{page}" for page in range(pages)]
    job_id = batch(database, payer, urls, owner="benchmark")
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET lease_until = now() + interval '1 h' WHERE id = :id"), {"id": job_id})
    return job_id


if __name__ == "__main__":
    main()
