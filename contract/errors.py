"""The one tree of failures: what went wrong, in the caller's words.

Raise the meaning (`UpstreamUnreachable(url)`); catch foreign errors only at the border that knows them. The HTTP
status stands here because it is part of the contract; only `api.envelope` turns an error into a response.

To add one: subclass `ServiceError`, set `code` and `status`, and add it to the decisions' table in the README.
"""

from __future__ import annotations

from typing import Any, ClassVar

Details = list[dict[str, str]] | dict[str, Any]


class ServiceError(Exception):
    """A failure that the caller is told about. Never billed.

    `message` is for people and may change; `code` is stable. `details` is a list of `{field, message}` for bad
    input, an object elsewhere. `retry_after_seconds` becomes the Retry-After header; None sends none, because trying
    again does not help.
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
        """The error as JSON, for a job row; `from_record` turns it back."""
        record: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.details is not None:
            record["details"] = self.details
        return record


class InvalidRequest(ServiceError):
    """A field of the request is not valid; `details` names each."""

    code, status = "VALIDATION_ERROR", 400

    @classmethod
    def of(cls, field: str, message: str) -> InvalidRequest:
        """One field, one sentence."""
        return cls(f"{field}: {message}", details=[{"field": field, "message": message}])


class RequestTooLarge(InvalidRequest):
    status = 413


class UnsupportedMediaType(InvalidRequest):
    status = 415


class Unauthorized(ServiceError):
    code, status = "UNAUTHORIZED", 401


class InsufficientCredits(ServiceError):
    code, status = "INSUFFICIENT_CREDITS", 402


class WorkspaceBanned(ServiceError):
    code, status = "WORKSPACE_BANNED", 403


class Forbidden(ServiceError):
    code, status = "FORBIDDEN", 403


class NotFound(ServiceError):
    code, status = "NOT_FOUND", 404


class MethodNotAllowed(ServiceError):
    code, status = "METHOD_NOT_ALLOWED", 405


class TooManyRequests(ServiceError):
    code, status = "TOO_MANY_REQUESTS", 429
    usual_retry_after_seconds = 5


class InternalServerError(ServiceError):
    pass


class UpstreamUnreachable(ServiceError):
    """The origin gave no usable answer: no connection, TLS failure, redirect loop, 5xx after retries, empty body."""

    code, status = "UPSTREAM_UNREACHABLE", 502


class ServiceUnavailable(ServiceError):
    """A feature that is not configured (the message names the setting), an overloaded service, or a provider that failed.

    The last two say when to try again: `retry_after_seconds`.
    """

    code, status = "SERVICE_UNAVAILABLE", 503


class RequestTimeout(ServiceError):
    """A time budget ran out: the synchronous one, or the caller's `timeout`."""

    code, status = "REQUEST_TIMEOUT", 504

    @classmethod
    def of(cls, budget_ms: int, path: str) -> RequestTimeout:
        return cls(
            f"No answer within the budget of {budget_ms} ms.",
            details={"budgetMs": budget_ms, "path": path, "retryable": True},
        )


def _tree(cls: type[ServiceError]) -> list[type[ServiceError]]:
    return [cls, *(below for child in cls.__subclasses__() for below in _tree(child))]


def from_record(record: dict[str, Any]) -> ServiceError:
    """The error that `as_record` wrote down. An unknown code comes back as an internal error."""
    for cls in _tree(ServiceError):
        if cls.code == record.get("code"):
            return cls(str(record.get("message", "")), details=record.get("details"))
    return InternalServerError(str(record.get("message", "")))
