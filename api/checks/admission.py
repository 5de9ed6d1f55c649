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
    if open_jobs.count_background(connection, workspace_id) >= (most := limits.ASYNC_SCRAPES_MAX):
        what = f"Too many jobs: {most} background scrapes and extracts are queued or running."
        raise _refused(f"{what} Wait until one has ended.", "background-scrapes", most)


def require_page_job(connection: Connection, workspace_id: UUID) -> None:
    """Check that the workspace may start one more crawl or batch.

    Raises:
        TooManyRequests: it has the maximum number already.
    """
    workspace.require(connection, workspace_id, lock=True)
    if page_job.count_running(connection, workspace_id) >= (most := limits.PAGE_JOBS_MAX):
        what = f"Too many jobs: {most} crawls and batches are running."
        raise _refused(f"{what} Wait until one has ended.", "running-jobs", most)


def require_watch(connection: Connection, workspace_id: UUID) -> None:
    """Check that the workspace may have one more watch.

    Raises:
        TooManyRequests: it has the maximum number already.
    """
    workspace.require(connection, workspace_id, lock=True)
    if watch.count(connection, workspace_id) >= (most := limits.WATCHES_MAX):
        raise _refused(f"Too many watches: {most} per workspace. Delete one first.", "watches", most)


def _refused(message: str, policy: str, quota: int) -> TooManyRequests:
    return TooManyRequests(message, policy=policy, quota=quota, retry_after_seconds=RETRY_SECONDS)
