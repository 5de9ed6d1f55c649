"""Statuses and page entries as JSON, for the status endpoint and the event stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from contract.declare import dump
from contract.results.job import JobProgress
from contract.results.page_entry import entry_fields, error_sentence
from contract.results.timestamps import timestamp
from models.page_jobs.page_job import PageJob
from models.pages.page_entry import Entry

# Limits of one batch of page entries. All pages of a job may be hundreds of megabytes, a single page tens of them.
BATCH_ENTRIES_MAX = 50
BATCH_BYTES_MAX = 4_000_000


def entry_batches(rows: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The rows of page entries in batches whose results can be read together."""
    batch: list[Entry] = []
    size = 0
    for row in rows:
        if batch and (len(batch) >= BATCH_ENTRIES_MAX or size + row.size > BATCH_BYTES_MAX):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += row.size
    if batch:
        yield batch


def status_fields(row: PageJob) -> dict[str, Any]:
    """A job's status with wire names, without page entries."""
    counts = row.shown
    status = JobProgress(
        id=str(row.id),
        kind=row.operation,
        status=row.status,
        seed_url=row.seed_url,
        total=counts.total,
        completed=counts.completed,
        failed=counts.failed,
        credits_used=counts.credits,
        error=None if row.error is None else error_sentence(row.error),
        created_at=timestamp(row.created_at),
        finished_at=timestamp(row.finished_at),
    )
    return dump(status)


def entry_json(row: Entry, result: str | None, *, job_id: str | None = None) -> str:
    """A page entry as JSON text, after the job's id if it is given. `result` is the stored JSON text of its scrape result."""
    fields = entry_fields(row.url, row.status, row.depth, row.error, row.final_url, row.duplicate_of)
    text = json.dumps(fields if job_id is None else {"id": job_id, **fields}, ensure_ascii=False)
    return text if result is None else f'{text[:-1]}, "data": {result}}}'
