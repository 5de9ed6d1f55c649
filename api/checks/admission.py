"""Limits the number of open jobs of a workspace. The checks run in the transaction that creates the job."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from contract import limits
from contract.errors import TooManyRequests
from models.accounts import workspace
from models.jobs import open_jobs
from models.page_jobs import page_job
from models.watches import watch

RETRY_SECONDS = 30


def require_scrape(connection: Connection, workspace_id: UUID) -> None:
    """Check that the workspace may start one more background scrape.

    Raises:
        TooManyRequests: it has the maximum number already.
    """
    workspace.require(connection, workspace_id, lock=True)  # Calls at the same time are counted one after the other.
    if open_jobs.count_background(connection, workspace_id) >= limits.ASYNC_SCRAPES_MAX:
        raise TooManyRequests(
            f"Too many jobs: {limits.ASYNC_SCRAPES_MAX} background scrapes and extracts are queued or running."
            " Wait until one has ended.",
            policy="background-scrapes",
            quota=limits.ASYNC_SCRAPES_MAX,
            retry_after_seconds=RETRY_SECONDS,
        )


def require_page_job(connection: Connection, workspace_id: UUID) -> None:
    """Check that the workspace may start one more crawl or batch.

    Raises:
        TooManyRequests: it has the maximum number already.
    """
    workspace.require(connection, workspace_id, lock=True)
    if page_job.count_running(connection, workspace_id) >= limits.PAGE_JOBS_MAX:
        raise TooManyRequests(
            f"Too many jobs: {limits.PAGE_JOBS_MAX} crawls and batches are running. Wait until one has ended.",
            policy="running-jobs",
            quota=limits.PAGE_JOBS_MAX,
            retry_after_seconds=RETRY_SECONDS,
        )


def require_watch(connection: Connection, workspace_id: UUID) -> None:
    """Check that the workspace may have one more watch.

    Raises:
        TooManyRequests: it has the maximum number already.
    """
    workspace.require(connection, workspace_id, lock=True)
    if watch.count(connection, workspace_id) >= limits.WATCHES_MAX:
        raise TooManyRequests(
            f"Too many watches: {limits.WATCHES_MAX} per workspace. Delete one first.",
            policy="watches",
            quota=limits.WATCHES_MAX,
            retry_after_seconds=RETRY_SECONDS,
        )
