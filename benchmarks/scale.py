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
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import requests
from sqlalchemy import Engine, text

from benchmarks.crawl import call
from benchmarks.machine import Service, service, site
from contract.declare import stored
from contract.environment import Environment
from contract.options.batch import JobOptions
from extraction.links.scope import start_links
from models import session
from models.accounts import credits, workspace
from models.base import new_id
from models.page_jobs import page_claim, page_job
from models.page_jobs.page_choice import Worker
from models.pages.page import start_pages

HOSTS = 40
PAGES = 120
BATCHES, BATCH_PAGES = 1_000, 8
WARM_UP_SECONDS = 6.0


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
                show_fairness(running, port, arguments.seconds)


def database_of(running: Service) -> Engine:
    return session.create(Environment.read(running.environ).database_url)


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


def crawl_of(host: str, seconds: float, pages: int) -> dict[str, object]:
    """A crawl of a page with links to the other pages, which take some seconds each."""
    return {
        "url": f"http://{host}/links/{seconds}/{pages - 1}", "limit": pages, "sitemap": "skip",
        "scrapeOptions": {"maxAge": 0},
    }  # fmt: skip


def run_all(running: Service, key: str, bodies: list[dict[str, object]]) -> list[int]:
    """Run crawls at the same time; the number of completed pages of each."""
    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(lambda body: run_crawl(running, key, body), bodies))


def run_crawl(running: Service, key: str, body: dict[str, object]) -> int:
    made = call(running, key, "POST", "/v1/web/crawl", body)
    path = f"/v1/web/crawl/{made['crawlId']}?includeData=false&limit=1"
    while (status := call(running, key, "GET", path))["status"] == "running":
        time.sleep(0.05)
    return int(status["completed"])


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


def payer_of(database: Engine) -> UUID:
    with database.begin() as connection:
        payer = workspace.create(connection, "benchmark")
        credits.grant(connection, payer, 1_000_000, key=f"first:{payer}")
    return payer


def suspended_job(database: Engine, payer: UUID, pages: int, number: int) -> UUID:
    """A job that has an owner, so that no worker claims its pages."""
    urls = [f"http://h{number}-{pages}.example/{page}" for page in range(pages)]
    job_id = batch(database, payer, urls, owner="benchmark")
    with database.begin() as connection:
        connection.execute(text("UPDATE job SET lease_until = now() + interval '1 h' WHERE id = :id"), {"id": job_id})
    return job_id


def batch(database: Engine, payer: UUID, urls: list[str], owner: str | None = None) -> UUID:
    """A batch that is written to the database. The next round of a sweeper starts it."""
    job_id, pages = new_id(), start_pages(start_links(urls))
    options = stored(JobOptions(), without=("urls",))
    with database.begin() as connection:
        page_job.create(
            connection, job_id=job_id, workspace_id=payer, operation="batch", options=options, path="/", price=1,
            pages_max=len(pages), pages=pages, owner=owner,
        )  # fmt: skip
    return job_id


def show_fairness(running: Service, port: str, seconds: float) -> None:
    key, database = running.new_key(), database_of(running)
    alone = measure(running, key, port, seconds, "alone")
    payer = payer_of(database)
    for number in range(BATCHES):
        host = f"127.0.0.{2 + number % (HOSTS - 2)}:{port}"
        batch(database, payer, [f"http://{host}/{seconds}/{number}-{page}" for page in range(BATCH_PAGES)])
    time.sleep(WARM_UP_SECONDS)
    beside = measure(running, key, port, seconds, "beside")
    with database.connect() as connection:
        query = text("SELECT count(*) FILTER (WHERE status = 'running') FROM job WHERE workspace_id = :payer")
        left = connection.execute(query, {"payer": payer}).scalar_one()
    print(
        f"\n{'seconds at p95':>16}{'alone':>8}{'beside':>8}{'ratio':>8}    ({left} of {BATCHES} batches still running)"
    )
    for name in alone:
        one, other = p95(alone[name]), p95(beside[name])
        print(f"{name:>16}{one:8.2f}{other:8.2f}{other / one:8.2f}")


def measure(running: Service, key: str, port: str, seconds: float, name: str) -> dict[str, list[float]]:
    """Seconds of single scrapes and of small crawls, one after another, on a host that nobody else uses."""
    host = f"127.0.0.{HOSTS}:{port}"
    scrape = {"url": "", "maxAge": 0}
    scrapes = [
        timed(lambda n=number: call(running, key, "POST", "/v1/web/scrape", {**scrape, "url": f"http://{host}/{seconds}/{name}{n}"}))
        for number in range(20)
    ]  # fmt: skip
    crawls = [timed(lambda: run_crawl(running, key, crawl_of(host, seconds, 24))) for _ in range(8)]
    return {"scrape": scrapes, "crawl of 24": crawls}


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def p95(values: list[float]) -> float:
    return sorted(values)[max(0, round(0.95 * len(values)) - 1)]


if __name__ == "__main__":
    main()
