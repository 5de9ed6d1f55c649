"""The entry of one page of a crawl or batch, and the error codes of pages.

The recorded error of a page is text that starts with a code (`UPSTREAM_UNREACHABLE: …`) or is the HTTP status of the
origin (`HTTP 404`). An entry's `error`, `errorCode` and `retryable` are read from it, so entries of all versions have them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract import errors
from contract.declare import dump, option, schema_of
from contract.results.page import ScrapeResult

PAGE_STATUSES = ("queued", "running", "completed", "failed")
HTTP_4XX, HTTP_5XX, BLOCKED, EMPTY, CANCELLED = "HTTP_4XX", "HTTP_5XX", "BLOCKED", "EMPTY", "CANCELLED"
ROBOTS_DISALLOWED = "ROBOTS_DISALLOWED"
PAGE_ERROR_CODES = (*errors.CODES, HTTP_4XX, HTTP_5XX, BLOCKED, EMPTY, CANCELLED, ROBOTS_DISALLOWED)
# A repeated attempt may succeed without any change by the caller.
_RETRYABLE = frozenset(
    (
        errors.TooManyRequests.code, errors.InternalServerError.code, errors.UpstreamUnreachable.code,
        errors.ServiceUnavailable.code, errors.RequestTimeout.code, HTTP_5XX, BLOCKED, CANCELLED,
    )
)  # fmt: skip
_RETRYABLE_STATUSES = ("HTTP 408", "HTTP 425", "HTTP 429")
_HTTP_STATUS = re.compile(r"HTTP ([0-9])[0-9][0-9]\Z")
# The texts of pages without content, of those that need what is not configured, and of those whose robots.txt could not be
# read, start with another word than their code.
_NOT_CONFIGURED, ROBOTS_UNREACHABLE = "NOT_CONFIGURED", "ROBOTS_UNREACHABLE"
_OTHER_WORDS = {
    "UNUSABLE": EMPTY, _NOT_CONFIGURED: errors.ServiceUnavailable.code, ROBOTS_UNREACHABLE: ROBOTS_DISALLOWED,
}  # fmt: skip
# Errors that are recorded as a code alone.
_SENTENCES = {
    CANCELLED: "The job was cancelled before the page was scraped.",
    errors.InsufficientCredits.code: "Insufficient credits: the page was not scraped.",
}


def error_text(error: errors.ServiceError) -> str:
    """A failure as the recorded error of a page. If the origin's status is the reason, only that status.

    A failure whose details say that it is not retryable is recorded like a page without usable content.
    """
    details = error.details if isinstance(error.details, dict) else {}
    if status := details.get("status"):
        return f"HTTP {status}"
    if details.get("retryable") is not False:
        return f"{error.code}: {error.message}"
    return f"{_NOT_CONFIGURED if isinstance(error, errors.ServiceUnavailable) else 'UNUSABLE'}: {error.message}"


def error_sentence(error: str) -> str:
    """The recorded error of a page or job for people, without its code. `HTTP 404` is returned unchanged."""
    word, _, sentence = error.partition(": ")
    if word in _OTHER_WORDS or word in PAGE_ERROR_CODES:
        # Errors about the address of a page name the option of other operations.
        return sentence.removeprefix("url: ") or _SENTENCES.get(word, error)
    return error


def error_code(error: str) -> str:
    """The code of a page's recorded error. A redirect that cannot be followed is UPSTREAM_UNREACHABLE."""
    if status := _HTTP_STATUS.match(error):
        return {"4": HTTP_4XX, "5": HTTP_5XX}.get(status[1], errors.UpstreamUnreachable.code)
    word = error.partition(":")[0]
    code = _OTHER_WORDS.get(word, word)
    return code if code in PAGE_ERROR_CODES else errors.InternalServerError.code


def is_retryable(error: str) -> bool:
    """Whether trying the page again may help."""
    if _HTTP_STATUS.match(error):
        return error in _RETRYABLE_STATUSES or error_code(error) == HTTP_5XX
    if error.startswith(ROBOTS_UNREACHABLE):
        return True
    return error_code(error) in _RETRYABLE and not error.startswith(_NOT_CONFIGURED)


def error_code_option() -> Any:
    """The field with the code of a page's error."""
    return option(
        fields.String(allow_none=True, metadata={"enum": list(PAGE_ERROR_CODES)}),
        "Why the page failed. Codes are stable. `HTTP_4XX` and `HTTP_5XX`: the origin's status, which `error` contains."
        " `BLOCKED`: a bot check. `EMPTY`: no usable content. null unless the page failed.",
        default=None,
    )


@dataclass(frozen=True)
class PageEntry:
    """One page of a job."""

    url: str = option(fields.String(), "URL of the page.")
    status: str = option(fields.String(metadata={"enum": list(PAGE_STATUSES)}), "Status of the page.")
    depth: int = option(fields.Integer(), "Link depth from the start URL. 0 for batch entries.")
    error: str | None = option(
        fields.String(), "Why the page failed, for people. null unless it failed. The wording may change.", default=None
    )
    error_code: str | None = error_code_option()
    retryable: bool | None = option(
        fields.Boolean(), "Whether trying the page again may help. null unless the page failed.", default=None
    )
    requested_url: str | None = option(
        fields.String(),
        "The URL that was requested. Present when a redirect led elsewhere, to `finalUrl`.",
        default=None,
        omit_when_none=True,
    )
    final_url: str | None = option(
        fields.String(),
        "URL after redirects. Present when a redirect led elsewhere.",
        default=None,
        omit_when_none=True,
    )
    duplicate_of: str | None = option(
        fields.String(),
        "Present when the list of a batch has the address more than once: the URL of the first such entry. This entry has its"
        " result and costs nothing.",
        default=None,
        omit_when_none=True,
    )
    data: ScrapeResult | None = option(
        fields.Nested(schema_of(ScrapeResult)),
        "Scrape result. Present once the page is completed.",
        default=None,
        omit_when_none=True,
    )


def entry_fields(
    url: str, status: str, depth: int, error: str | None, final_url: str | None, duplicate_of: str | None = None
) -> dict[str, Any]:
    """A page entry as JSON, without `data`. `final_url` is set when a redirect led elsewhere."""
    entry = PageEntry(
        url=url,
        status=status,
        depth=depth,
        error=None if error is None else error_sentence(error),
        error_code=None if error is None else error_code(error),
        retryable=None if error is None else is_retryable(error),
        requested_url=url if final_url is not None else None,
        final_url=final_url,
        duplicate_of=duplicate_of,
    )
    return dump(entry)
