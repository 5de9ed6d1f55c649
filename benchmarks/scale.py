"""Crawls and batches at scale: workers, sizes of jobs, and one large workspace beside a small one.

    python -m benchmarks.scale [--only workers,claims,fairness] [--workers 1,2,4] [--crawls 1,10] [--seconds 0.5]

`workers` runs `--crawls` crawls on `--workers` workers, over 20 hosts in total. Pages take four seconds, so that the slots of the
workers limit them and not this machine's processor. Meanwhile, it measures claims of eight pages of another job. `claims`
measures them while ten crawls have 500, 5,000 and 50,000 queued pages each. `fairness` measures single scrapes and small crawls
of one workspace, alone and beside 1,000 batches of another one; there a page takes `--seconds`.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from uuid import UUID

import requests
from sqlalchemy import Connection, Engine, text

from benchmarks.running.fairness import show_fairness
from benchmarks.running.jobs import batch, crawl_of, database_of, p95, payer_of, run_all
from benchmarks.running.machine import Service, service, site
from models.page_jobs import page_claim
from models.page_jobs.page_choice import Worker

HOSTS = 40
# Pages of all crawls for each worker, the hosts they are on, and the seconds that they take.
PAGES, PAGE_HOSTS, PAGE_SECONDS = 240, 20, 4.0
CLAIM_PAUSE_SECONDS = 0.1
START_SECONDS = 120.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="workers,claims,fairness")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--crawls", default="1,10")
    parser.add_argument("--seconds", type=float, default=0.5)
    arguments = parser.parse_args()
    selected = arguments.only.split(",")
    with site("benchmarks.sites.slow_site", str(HOSTS)) as address:
        port = address.rpartition(":")[2]
        if "workers" in selected:
            print(f"{'workers':>8}{'crawls':>8}{'pages':>8}{'seconds':>9}{'pages/s':>9}{'claim ms':>10}{'p95':>8}")
            for workers in map(int, arguments.workers.split(",")):
                with service() as running, more_workers(running, workers - 1):
                    for crawls in map(int, arguments.crawls.split(",")):
                        show_crawls(running, port, workers, crawls)
        if "claims" in selected:
            with service() as running:
                show_claims(database_of(running))
        if "fairness" in selected:
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
        until = time.monotonic() + START_SECONDS
        while f"orbweaver_workers_alive {number + 1}.0" not in requests.get(f"{running.url}/metrics", timeout=10).text:
            assert time.monotonic() < until, f"{number + 1} workers are not alive after {START_SECONDS} s"
            time.sleep(0.2)
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)


def show_crawls(running: Service, port: str, workers: int, crawls: int) -> None:
    key, hosts = running.new_key(), PAGE_HOSTS // crawls
    bodies = [
        crawl_of(f"127.0.0.{1 + number * hosts}:{port}", PAGE_SECONDS, PAGES * workers // crawls, hosts=hosts)
        for number in range(crawls)
    ]
    with ClaimTimes(database_of(running)) as claims:
        started = time.perf_counter()
        pages = sum(run_all(running, key, bodies))
        took = time.perf_counter() - started
    ms = f"{statistics.median(claims.ms):10.1f}{p95(claims.ms):8.1f}"
    print(f"{workers:8}{crawls:8}{pages:8}{took:9.1f}{pages / took:9.1f}{ms}", flush=True)


class ClaimTimes(threading.Thread):
    """Milliseconds of claims of a job that no worker takes, from entering the block to its end."""

    def __init__(self, database: Engine) -> None:
        super().__init__(daemon=True)
        self.ms: list[float] = []
        self._database = database
        self._job_id = suspended_job(database, payer_of(database), 500, 0)
        self._done = threading.Event()

    def run(self) -> None:
        with self._database.connect() as connection:
            while not self._done.wait(CLAIM_PAUSE_SECONDS):
                self.ms.append(claim_ms(connection, self._job_id))

    def __enter__(self) -> ClaimTimes:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        self.join()


def claim_ms(connection: Connection, job_id: UUID) -> float:
    """Time a claim that is rolled back, so that every claim finds the same rows."""
    started = time.perf_counter()
    claimed = page_claim.claim(connection, job_id, Worker(owner="benchmark"), 8)
    connection.rollback()
    assert len(claimed.tasks) == 8
    return (time.perf_counter() - started) * 1000


def show_claims(database: Engine) -> None:
    print(f"\n{'queued pages each':>18}{'claim ms':>10}{'p95':>8}")
    for pages in (500, 5_000, 50_000):
        payer = payer_of(database)
        jobs = [suspended_job(database, payer, pages, number) for number in range(10)]
        with database.connect() as connection:
            connection.execute(text("ANALYZE page"))
            connection.commit()
            took = [claim_ms(connection, jobs[number % len(jobs)]) for number in range(100)]
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
