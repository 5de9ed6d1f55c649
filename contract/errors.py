"""The errors that callers see, with their codes and HTTP statuses.

Raise the error that says what happened (`UpstreamUnreachable(…)`). Catch errors of a library only in the file that calls
it. Only `api.envelope` turns an error into an HTTP response.

To add an error: subclass `ServiceError`, set `code` and `status`, and add the status to `api.documentation.FAILURES`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

# Every code, in the order of decisions, section 3. A test compares them with the classes below.
CODES = (
    "VALIDATION_ERROR", "UNAUTHORIZED", "INSUFFICIENT_CREDITS", "WORKSPACE_BANNED", "FORBIDDEN", "NOT_FOUND",
    "METHOD_NOT_ALLOWED", "TOO_MANY_REQUESTS", "INTERNAL_SERVER_ERROR", "UPSTREAM_UNREACHABLE", "SERVICE_UNAVAILABLE",
    "REQUEST_TIMEOUT",
)  # fmt: skip
# JSON Schema of `details`
DETAILS_PUBLISHED = {
    "anyOf": [
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
                "required": ["field", "message"],
            },
        },
        {"type": "object", "additionalProperties": True},
    ]
}
Details = list[dict[str, str]] | dict[str, Any]


class ServiceError(Exception):
    """A failure that is reported to the caller. A failed call is never billed.

    `code` is stable; `message` is for people and may change. `details` is a list of `{field, message}` when fields of the
    request are not valid, otherwise an object. `retry_after_seconds` becomes the Retry-After header. None sends none, for errors
    that a retry cannot solve.
    """

    code: ClassVar[str] = "INTERNAL_SERVER_ERROR"
    status: ClassVar[int] = 500
    usual_retry_after_seconds: ClassVar[int | None] = None

    def __init__(self, message: str, *, details: Details | None = None, retry_after_seconds: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = details
        self.retry_after_seconds = retry_after_seconds or self.usual_retry_after_seconds

    def as_record(self) -> dict[str, Any]:
        """The error as JSON, as callers see it."""
        record: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.details is not None:
            record["details"] = self.details
        return record

    def as_job_record(self) -> dict[str, Any]:
        """The error as JSON, for a job's row. `from_record` reads it back."""
        record = self.as_record()
        if self.retry_after_seconds is not None:
            record["retry_after_seconds"] = self.retry_after_seconds
        return record


class InvalidRequest(ServiceError):
    """Fields of the request are not valid. `details` lists them."""

    code, status = "VALIDATION_ERROR", 400

    @classmethod
    def of(cls, field: str, message: str) -> Self:
        """The error about one field. `message` completes a sentence that starts with the field's name: "must be a list"."""
        return cls(f"{field}: {message}", details=[{"field": field, "message": message}])


class RequestTooLarge(InvalidRequest):
    """The request is larger than 2 MB. A batch may also have the size of its URLs: 27 MB; a parse 15 MB."""

    status = 413


class UnsupportedMediaType(InvalidRequest):
    """The content type is not application/json."""

    status = 415


class IdempotencyKeyReused(InvalidRequest):
    """The Idempotency-Key was used for another request within the last 24 hours."""

    status = 409


class Unauthorized(ServiceError):
    """The key is missing, malformed or revoked, or is not a secret key.

    `challenge` is the WWW-Authenticate header: how a key is sent."""

    code, status = "UNAUTHORIZED", 401
    # RFC 9110 has no scheme for keys in their own header; the parameter names the header.
    challenge = 'ApiKey realm="orbweaver", header="X-API-Key"'


class InsufficientCredits(ServiceError):
    """The workspace has too few credits for this call. Nothing was fetched."""

    code, status = "INSUFFICIENT_CREDITS", 402


class WorkspaceBanned(ServiceError):
    """The workspace is suspended."""

    code, status = "WORKSPACE_BANNED", 403


class Forbidden(ServiceError):
    """The publishable key is locked to other domains."""

    code, status = "FORBIDDEN", 403


UNKNOWN_JOB = "The workspace has no job of this kind with this id."


class NotFound(ServiceError):
    """The job id is unknown or belongs to another workspace, the domain could not be resolved, `cacheOnly` is set and no fresh
    cached copy exists, or the path is unknown."""

    code, status = "NOT_FOUND", 404


class MethodNotAllowed(ServiceError):
    """The path exists, but not with this method. The `Allow` header lists the methods."""

    code, status = "METHOD_NOT_ALLOWED", 405

    def __init__(self, message: str, *, allowed: str = "", **kwargs: Any) -> None:
        super().__init__(message, **kwargs)
        self.allowed = allowed

    @classmethod
    def of(cls, methods: Iterable[str]) -> Self:
        """The error for a path that has only these methods."""
        allowed = ", ".join(sorted(methods))
        return cls(f"The method is not allowed. Allowed: {allowed}.", allowed=allowed)


class TooManyRequests(ServiceError):
    """A rate limit was exceeded, or too many jobs or calls are in progress. `Retry-After` has the seconds to wait.

    `policy` and `quota` are its name and size, `window_seconds` its time if it is a rate."""

    code, status = "TOO_MANY_REQUESTS", 429
    usual_retry_after_seconds = 5

    def __init__(
        self, message: str, *, policy: str = "", quota: int = 0, window_seconds: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(message, **kwargs)
        self.policy = policy
        self.quota = quota
        self.window_seconds = window_seconds


class InternalServerError(ServiceError):
    """An internal failure. Report the request id."""


# How the message begins when the name of the origin's host has no address.
UNRESOLVED_HOST = "The host name could not be resolved."


class UpstreamUnreachable(ServiceError):
    """The origin returned no usable response: no connection, TLS failure, redirect loop, 5xx after retries, empty body."""

    code, status = "UPSTREAM_UNREACHABLE", 502


class ServiceUnavailable(ServiceError):
    """A feature is not configured (the message names the setting), its provider failed, or the service is overloaded.

    The last two set `retry_after_seconds`. Without it a retry cannot help, and `details` says so.
    """

    code, status = "SERVICE_UNAVAILABLE", 503

    def __init__(self, message: str, *, details: Details | None = None, retry_after_seconds: int | None = None) -> None:
        super().__init__(message, details=details, retry_after_seconds=retry_after_seconds)
        if self.retry_after_seconds is None and self.details is None:
            self.details = {"retryable": False}


class RequestTimeout(ServiceError):
    """The synchronous budget or the caller's `timeout` was exceeded."""

    code, status = "REQUEST_TIMEOUT", 504

    @classmethod
    def of_budget(cls, budget_ms: int, path: str) -> RequestTimeout:
        """The error after the synchronous budget. The fetch continues."""
        sentences = f"The time budget of {budget_ms} ms was exceeded. The fetch continues: a retry is usually faster."
        return cls(sentences, details={"budgetMs": budget_ms, "path": path, "retryable": True})

    @classmethod
    def of_timeout(cls, timeout_ms: int, path: str) -> RequestTimeout:
        """The error after the caller's `timeout`, which ended the fetch."""
        sentences = (
            f"The `timeout` of {timeout_ms} ms was exceeded, and the fetch was ended. Allow more time for a retry."
        )
        return cls(sentences, details={"budgetMs": timeout_ms, "path": path, "retryable": True})


def _tree(cls: type[ServiceError]) -> list[type[ServiceError]]:
    return [cls, *(below for child in cls.__subclasses__() for below in _tree(child))]


def from_record(record: dict[str, Any]) -> ServiceError:
    """The error that `as_job_record` wrote. An unknown code is read as an internal error."""
    for cls in _tree(ServiceError):
        if cls.code == record.get("code"):
            return cls(
                str(record.get("message", "")), details=record.get("details"),
                retry_after_seconds=record.get("retry_after_seconds"),
            )  # fmt: skip
    return InternalServerError(str(record.get("message", "")))
