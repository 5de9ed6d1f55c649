"""Crawls and batches for benchmarks: started over HTTP, or written to the database."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from sqlalchemy import Engine

from benchmarks.running.machine import Service
from contract.declare import stored
from contract.environment import Environment
from contract.options.batch import JobOptions
from extraction.links.scope import listed_links
from models import session
from models.accounts import credits, workspace
from models.base import new_id
from models.page_jobs import page_job
from models.pages.page import start_pages

POLL_SECONDS = 0.05


def database_of(running: Service) -> Engine:
    return session.create(Environment.read(running.environ).database_url)


def crawl_of(host: str, seconds: float, pages: int, *, hosts: int = 1) -> dict[str, object]:
    """A crawl of a page with links to the other pages, which take some seconds each and are spread over some hosts."""
    return {
        "url": f"http://{host}/links/{seconds}/{pages - 1}/{hosts}", "limit": pages, "sitemap": "skip",
        "allowExternalLinks": hosts > 1, "scrapeOptions": {"maxAge": 0},
    }  # fmt: skip


def run_all(running: Service, key: str, bodies: list[dict[str, object]]) -> list[int]:
    """Run crawls at the same time; the number of completed pages of each."""
    with ThreadPoolExecutor(len(bodies)) as pool:
        # The calls for statuses stay below the rate limit of the workspace, whatever number of crawls it has.
        poll_seconds = POLL_SECONDS * len(bodies)
        return list(pool.map(lambda body: run_crawl(running, key, body, poll_seconds), bodies))


def run_crawl(running: Service, key: str, body: dict[str, object], poll_seconds: float = POLL_SECONDS) -> int:
    """Run a crawl to its end; the number of its completed pages."""
    made = running.call(key, "POST", "/v1/web/crawl", body)
    path = f"/v1/web/crawl/{made['crawlId']}?includeData=false&limit=1"
    while (status := running.call(key, "GET", path))["status"] == "running":
        time.sleep(poll_seconds)
    return int(status["completed"])


def payer_of(database: Engine) -> UUID:
    """A new workspace with credits."""
    with database.begin() as connection:
        payer = workspace.create(connection, "benchmark")
        credits.grant(connection, payer, 1_000_000, key=f"first:{payer}")
    return payer


def batch(database: Engine, payer: UUID, urls: list[str], owner: str | None = None) -> UUID:
    """A batch that is written to the database. The next round of a sweeper starts it."""
    job_id, pages = new_id(), start_pages(listed_links(urls))
    options = stored(JobOptions(), without=("urls",))
    with database.begin() as connection:
        page_job.create(
            connection, job_id=job_id, workspace_id=payer, operation="batch", options=options, path="/", price=1,
            pages_max=len(pages), pages=pages, owner=owner,
        )  # fmt: skip
    return job_id


def p95(values: list[float]) -> float:
    return sorted(values)[max(0, round(0.95 * len(values)) - 1)]
