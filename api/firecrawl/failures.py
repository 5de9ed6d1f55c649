"""Our errors as Firecrawl's: a sentence as `error`, and a `code`.

Clients of Firecrawl repeat a call that is answered with 502, and print an `error` that is not a string as Python or JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from contract import errors

_INVALID_TOKEN = "Unauthorized: Invalid token"
_SENT_ON = ("retry-after", "ratelimit", "ratelimit-policy", "allow")
_CODES = {400: "BAD_REQUEST", 413: "BAD_REQUEST", 415: "BAD_REQUEST"}


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(
        self, status: int, error: str, *, code: str | None = None, details: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(error)
        self.status = status
        self.error = error
        self.code = code or _CODES.get(status) or HTTPStatus(status).name
        self.details = details
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The body of the answer."""
        body: dict[str, Any] = {"success": False, "error": self.error, "code": self.code}
        return body if self.details is None else {**body, "details": self.details}


def bad_request(field: str, problem: str) -> Refused:
    """The refusal of one option."""
    message = f"{field}: {problem}"
    return Refused(400, message, details=[{"code": "custom", "message": message, "path": [field]}])


def not_offered(what: str) -> Refused:
    """The refusal of something that this service does not have."""
    return Refused(404, f"{what} is not part of this service. See /docs/guide/firecrawl for what is.")


def of(
    status: int, body: Mapping[str, Any], headers: Mapping[str, str], *, what: str = "SCRAPE",
    resume_seconds: int | None = None,
) -> Refused:  # fmt: skip
    """The refusal for a failure of our interface.

    Args:
        what: the first word of the codes that name the kind of work.
        resume_seconds: after this time, a repeated call gets the result of a fetch that has exceeded our own budget. None if
            it would not.
    """
    error = body["error"]
    code, message, details = error["code"], error["message"], error.get("details")
    sent_on = {name: headers[name] for name in _SENT_ON if name in headers}
    if status == 401:
        return Refused(401, _INVALID_TOKEN, headers={"www-authenticate": 'Bearer error="invalid_token"'})
    if code == errors.RequestTimeout.code:
        resume = resume_seconds and {"state": "processing_continues", "retryAfterSeconds": resume_seconds}
        return Refused(408, message, code=f"{what}_TIMEOUT", details=resume, headers=sent_on)
    if code == errors.UpstreamUnreachable.code:
        return Refused(500, message, code=_site_code(message), headers=sent_on)
    if isinstance(details, list):
        details = [_problem(each) for each in details]
    return Refused(status, message, details=details, headers=sent_on)


def _site_code(message: str) -> str:
    is_unresolved = message.startswith(errors.UNRESOLVED_HOST)
    return "SCRAPE_DNS_RESOLUTION_ERROR" if is_unresolved else "SCRAPE_SITE_ERROR"


def _problem(given: Mapping[str, str]) -> dict[str, Any]:
    return {"code": "custom", "message": given["message"], "path": given["field"].split(".")}
