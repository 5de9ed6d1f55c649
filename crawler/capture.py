"""Conversion between Scrapy and the rest: responses become captures, Scrapy's failures become service errors."""

from __future__ import annotations

from datetime import UTC, datetime

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotSupported,
    UnsupportedURLSchemeError,
)
from scrapy.http import Request, Response
from scrapy.spidermiddlewares.httperror import HttpError

from contract import limits
from contract.capture import CaptureRequest, Headers, PageCapture
from contract.errors import UNRESOLVED_HOST, InvalidRequest, RequestTimeout, ServiceError, UpstreamUnreachable
from crawler.failures import BrowserGone, DeadlinePassed, HostBusy, NoDocument, RenderFailed, denied
from crawler.meta import CAPTURE, CAPTURE_REQUEST, RENDERED, WARNING

# The body is already decompressed and complete: these headers would be wrong.
DROPPED_HEADERS = frozenset({"content-encoding", "transfer-encoding", "content-length", "set-cookie", "connection"})


def capture_request_of(request: Request) -> CaptureRequest:
    """The capture request that a Scrapy request keeps through redirects and retries."""
    capture_request: CaptureRequest = request.meta[CAPTURE_REQUEST]
    return capture_request


def capture_of(response: Response, request: Request) -> PageCapture:
    """The page as it was received. A cached page is returned as it was stored."""
    if stored := request.meta.get(CAPTURE):
        cached: PageCapture = stored
        return cached
    return PageCapture(
        url=capture_request_of(request).url,
        final_url=response.url,
        status=response.status,
        headers=tuple((name, value) for name, value in headers_of(response) if name not in DROPPED_HEADERS),
        body=response.body,
        rendered=RENDERED in response.flags,
        captured_at=datetime.now(UTC),
        warning=request.meta.get(WARNING),
    )


def headers_of(response: Response) -> Headers:
    """The headers of a response, with lower-case names."""
    return tuple(
        (name.decode("latin-1").lower(), value.decode("latin-1"))
        for name, values in dict.items(response.headers)  # Scrapy's own method looks up each name again.
        for value in values
    )


def require_page(capture: PageCapture) -> None:
    """Reject responses that must not be returned to a caller as a page.

    Raises:
        UpstreamUnreachable: the origin failed, or its response is empty.
    """
    if capture.status >= 500:
        raise UpstreamUnreachable(capture.status_sentence, details={"status": capture.status})
    if 300 <= capture.status < 400 and capture.header("location") is not None:
        # All redirects that can be followed were followed. The body of this one is not the page.
        raise UpstreamUnreachable("The origin redirects to an address that cannot be fetched.")
    if not capture.body.strip():
        raise UpstreamUnreachable(f"The origin returned HTTP {capture.status} and an empty body.")


def as_service_error(error: Exception, capture_request: CaptureRequest, path: str) -> ServiceError:
    """The service error for a failed fetch. Re-raises errors that are not failures of a fetch."""
    if isinstance(error, ServiceError):
        return error
    if refusal := denied(error):
        return InvalidRequest.of("url", str(refusal))
    if isinstance(error, UnsupportedURLSchemeError):
        # The client rejects hosts like 127.1 or 2130706433: unusual spellings of an address that is denied in any case.
        return InvalidRequest.of("url", "has a host name that is not valid")
    if isinstance(error, HostBusy):
        return RequestTimeout(
            f"{error} is busy: it gets at most {limits.HOST_REQUESTS_MAX} requests at a time, and no slot became free in time.",
            details={"budgetMs": int(capture_request.max_seconds * 1000), "path": path, "retryable": True},
        )
    if isinstance(error, (DeadlinePassed, TimeoutError)) and capture_request.timeout_ms:
        return RequestTimeout.of_timeout(capture_request.timeout_ms, path)
    sentence = _sentence(error)
    if sentence is None:
        raise error
    return UpstreamUnreachable(f"{sentence} ({capture_request.url})")


def _sentence(error: Exception) -> str | None:
    if isinstance(error, CannotResolveHostError):
        return UNRESOLVED_HOST
    if isinstance(error, DownloadConnectionRefusedError):
        return "The host refused the connection, or its certificate is not valid."
    if isinstance(error, (DownloadTimeoutError, DeadlinePassed, TimeoutError)):
        return "The origin did not answer in time."
    if isinstance(error, DownloadCancelledError) or "DOWNLOAD_MAXSIZE" in str(error):
        return "The page is too large to be fetched."
    if isinstance(error, HttpError):
        return f"HTTP {error.response.status} is not one of HTTPERROR_ALLOWED_CODES."
    if isinstance(error, IgnoreRequest):
        return "Too many redirects."
    if isinstance(error, NotSupported):
        return "The origin redirects to an address that is neither http nor https."
    if isinstance(error, BrowserGone):
        return "The browser crashed while it rendered the page."
    if isinstance(error, NoDocument):
        return f"The browser cannot show this type of file: {error}."
    if isinstance(error, RenderFailed):
        return "The browser could not render the page."
    module = type(error).__module__
    if module.startswith(("scrapy", "twisted", "aiohttp", "yarl")) or isinstance(error, (OSError, ValueError)):
        return "The origin closed the connection before the response was complete."
    return None
