"""The time limit of synchronous calls that fetch several pages."""

from __future__ import annotations

import time

from models.jobs.job import Task

# What the answer needs after the last page: merging, recording, sending.
MARGIN_MAX_SECONDS, MARGIN_SHARE = 10.0, 0.2


def seconds_left(budget: float, task: Task | None) -> float:
    """How long the pages may take: the synchronous budget without what the job has waited and what its answer needs."""
    waited = 0.0
    if task is not None:
        # The id of a job is a UUIDv7: its first 48 bits are the time of the call in milliseconds. Clocks may differ.
        waited = min(budget / 2, max(0.0, time.time() - (task.job_id.int >> 80) / 1000))
    return max(1.0, budget - waited - min(MARGIN_MAX_SECONDS, budget * MARGIN_SHARE))
