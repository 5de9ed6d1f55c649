"""The time that a synchronous call has for its pages."""

from __future__ import annotations

import time
from uuid import UUID

import pytest

from crawler.spiders.budget import seconds_left
from models.jobs.job import Task


def task(waited: float) -> Task:
    job_id = UUID(int=int((time.time() - waited) * 1000) << 80)
    return Task(job_id=job_id, token=1, workspace_id=UUID(int=1), operation="search", options={}, path="/")


@pytest.mark.parametrize(
    ("budget", "waited", "left"), [(90, None, 80), (90, 0, 80), (90, 20, 60), (90, 600, 35), (90, -60, 80), (15, 3, 9)]
)
def test_waiting_time_is_part_of_the_budget(budget: float, waited: float | None, left: float) -> None:
    assert seconds_left(budget, None if waited is None else task(waited)) == pytest.approx(left, abs=0.5)
