"""The request, job and workspace that the current thread or task works for. Log lines show them (`contract/process/logs.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class LogIds:
    """The ids as far as they are known. A task inherits those of the code that started it."""

    request_id: str | None = None
    job_id: str | None = None
    workspace_id: str | None = None
    trace_id: str | None = None

    def fields(self) -> dict[str, str]:
        """The known ids, by their names in JSON lines."""
        found = {
            "requestId": self.request_id, "jobId": self.job_id, "workspaceId": self.workspace_id, "traceId": self.trace_id,
        }  # fmt: skip
        return {name: value for name, value in found.items() if value}


NONE = LogIds()
_current: ContextVar[LogIds] = ContextVar("orbweaver_log_ids", default=NONE)


def current() -> LogIds:
    """The ids of this thread or task."""
    return _current.get()


def bind(**ids: object) -> None:
    """Add ids to those of this thread or task."""
    _current.set(replace(_current.get(), **{name: str(value) for name, value in ids.items() if value is not None}))


def begin(**ids: object) -> None:
    """Replace the ids of this thread or task. Call it where a task begins its own work."""
    _current.set(LogIds(**{name: str(value) for name, value in ids.items() if value is not None}))


@contextmanager
def scope(**ids: object) -> Iterator[None]:
    """Replace the ids until the block ends. For threads of a pool, which continue with other work."""
    before = _current.set(NONE)
    begin(**ids)
    try:
        yield
    finally:
        _current.reset(before)
