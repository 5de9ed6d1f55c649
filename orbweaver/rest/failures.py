"""Failures of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Failed(Exception):
    """The service refused a call. Branch on `code`; `str(failure)` is for people.

    `details` are the error's details, for example a list of `{field, message}`. Quote `request_id` to support.
    """

    def __init__(
        self, message: str, *, code: str, status: int, details: Any = None, request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.code = code
        self.status = status
        self.details = details
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class Unreachable(Failed):
    """The service could not be reached, or the connection broke before the answer."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="UNREACHABLE", status=0)


class JobFailed(Failed):
    """A job that was waited for failed or was cancelled."""


class WaitTimeout(Failed):
    """A job did not end within the time that the caller gave it. The job continues."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="WAIT_TIMEOUT", status=0)


def failed_of(status: int, headers: Mapping[str, str], body: Any) -> Failed:
    """The failure in an answer."""
    error = body.get("error") if isinstance(body, dict) else None
    error = error if isinstance(error, dict) else {}
    wait = headers.get("Retry-After", "")
    return Failed(
        str(error.get("message") or f"HTTP {status} without an error message"),
        code=str(error.get("code") or f"HTTP_{status}"), status=status, details=error.get("details"),
        request_id=headers.get("X-Request-Id"), retry_after_seconds=float(wait) if wait.isdigit() else None,
    )  # fmt: skip
