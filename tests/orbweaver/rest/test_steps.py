"""What a client does while it waits for a job."""

from __future__ import annotations

import pytest

from orbweaver.rest.call import Answer, Call
from orbweaver.rest.failures import JobFailed
from orbweaver.rest.steps import Pause, require_success, until_ended

RUNNING = Answer(200, {}, {"status": "running", "error": None})


def test_pauses_grow_to_five_seconds_and_a_job_of_many_hours_is_waited_for() -> None:
    work = until_ended("crawl", "id", None, None)
    pauses: list[float] = []

    step = next(work)
    while len(pauses) < 5_000:
        if isinstance(step, Pause):
            pauses.append(step.seconds)
            step = work.send(None)
        else:
            assert isinstance(step, Call)
            step = work.send(RUNNING)

    assert pauses[0] == 0.5 and pauses == sorted(pauses) and pauses[-1] == 5.0


@pytest.mark.parametrize(
    ("status", "error", "message"),
    [
        ("failed", "HTTP 404", "The crawl c1 failed: HTTP 404"),
        ("cancelled", None, "The crawl c1 was cancelled"),
    ],
)
def test_error_says_how_the_job_ended(status: str, error: str | None, message: str) -> None:
    with pytest.raises(JobFailed, match=f"^{message}$"):
        require_success("crawl", {"id": "c1", "status": status, "error": error})  # type: ignore[typeddict-item]
