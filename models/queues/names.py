"""The names of the queues, and which operations use them."""

from __future__ import annotations

from contract.operations import OPERATIONS, PAGES

SCRAPE = "scrape"
JOBS = "jobs"
# Events of jobs that a relay delivers. They wait in Postgres, not in Redis.
WEBHOOKS = "webhooks"
QUEUES = (SCRAPE, JOBS, PAGES, WEBHOOKS)


def queue_of(operation: str) -> str:
    """The queue of an operation. An operation of a newer version counts as a long job."""
    known = OPERATIONS.get(operation)
    return known.queue if known else JOBS
