"""What a client does step by step: calls and pauses. The clients carry the steps out, with and without `await`.

A step yields a `Call`, and gets its `Answer` or the `Unreachable` that it ended with, or a `Pause`, and gets None.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from orbweaver.rest.call import Answer, Call, pause_before_retry
from orbweaver.rest.failures import Failed, JobFailed, Unreachable, WaitTimeout
from orbweaver.rest.records import PagesStatus

T = TypeVar("T")
JobKind = Literal["crawl", "batch"]
Progress = Callable[[PagesStatus], None]
# Pause between two looks at a job: at first short, then longer.
_LOOK_SECONDS, _LOOK_MAX_SECONDS = 0.5, 5.0
ENTRIES_PER_CALL = 50


@dataclass(frozen=True)
class Pause:
    """A wait of some seconds."""

    seconds: float


Steps = Generator[Call | Pause, Answer | Unreachable | None, T]


def attempts(call: Call) -> Steps[Any]:
    """The result of a call, which is repeated while that can help.

    Raises:
        Failed: the failure of the last attempt.
    """
    for attempt in itertools.count(1):
        answered = yield call
        try:
            if isinstance(answered, Unreachable):
                raise answered
            assert answered is not None
            return call.result_of(answered)
        except Failed as failure:
            pause = pause_before_retry(call, failure, attempt)
            if pause is None:
                raise
            yield Pause(pause)
    raise AssertionError("unreachable")


def until_ended(kind: JobKind, job_id: str, seconds: float | None, on_progress: Progress | None) -> Steps[PagesStatus]:
    """The last status of a job, without its page entries.

    Raises:
        JobFailed: the job failed or was cancelled.
        WaitTimeout: it did not end within `seconds`.
    """
    until = None if seconds is None else time.monotonic() + seconds
    for look in itertools.count():
        status: PagesStatus = yield from attempts(_status(kind, job_id, limit=1, includeData=False))
        if on_progress is not None:
            on_progress(status)
        if status["status"] != "running":
            require_success(kind, status)
            return status
        if until is not None and time.monotonic() >= until:
            raise WaitTimeout(f"The {kind} {job_id} did not end within {seconds:g} seconds. It continues.")
        yield _pause_after(look)
    raise AssertionError("unreachable")


def next_entries(kind: JobKind, job_id: str, cursor: str | None, include_data: bool) -> Steps[PagesStatus]:
    """The status of a job with the page entries after `cursor`. Waits until there are some, or the job has ended.

    While the job runs these are pages that have ended. `nextCursor` is None when no further entries will follow.
    """
    after = {} if cursor is None else {"cursor": cursor}
    for look in itertools.count():
        call = _status(kind, job_id, limit=ENTRIES_PER_CALL, includeData=include_data, **after)
        status: PagesStatus = yield from attempts(call)
        if status["pages"] or status["nextCursor"] is None:
            return status
        yield _pause_after(look)
    raise AssertionError("unreachable")


def require_success(kind: JobKind, status: PagesStatus) -> None:
    """Check how an ended job ended.

    Raises:
        JobFailed: the job failed or was cancelled.
    """
    if status["status"] == "completed":
        return
    reason = f": {status['error']}" if status["error"] else ""
    ended = "was cancelled" if status["status"] == "cancelled" else status["status"]
    raise JobFailed(f"The {kind} {status['id']} {ended}{reason}", code="JOB_FAILED", status=200)


def _pause_after(look: int) -> Pause:
    return Pause(min(_LOOK_SECONDS * 1.3 ** min(look, 20), _LOOK_MAX_SECONDS))


def _status(kind: JobKind, job_id: str, **query: Any) -> Call:
    return Call("GET", f"/v1/web/{kind}/{quote(job_id, safe='')}", query)
