"""Errors of a page inside the crawler. `crawler.capture` converts them to errors for the caller."""

from __future__ import annotations

from scrapy.exceptions import DropItem

from contract.addresses import port_refusal, refusal
from contract.errors import ServiceError
from contract.results.page_entry import ROBOTS_UNREACHABLE


class EgressDenied(OSError):
    """The address policy denied a connection. The message has the requested host, never its address.

    `bad_port` is the port, if the policy denies that port for every host.
    """

    def __init__(self, host: str, bad_port: int | None = None) -> None:
        super().__init__(refusal(host) if bad_port is None else port_refusal(bad_port))
        self.host = host
        self.bad_port = bad_port


class BrowserGone(OSError):
    """The browser ended during a command."""


class RenderFailed(OSError):
    """The browser could not render the page. An immediate retry would not help."""


class NoDocument(Exception):
    """The URL leads to something that a browser does not show as a document. Fetch it plainly instead.

    The message is its media type.
    """


class DeadlinePassed(Exception):
    """The capture's time limit passed while it was in flight."""


class HostBusy(DeadlinePassed):
    """No slot at the host became free within the capture's time limit. Its name is the message."""


class RobotsDisallowed(ServiceError):
    """robots.txt disallows the page."""

    code, status = "ROBOTS_DISALLOWED", 403


class UsageRefused(ServiceError):
    """The site does not allow a use of the page that the operator's crawls have."""

    code, status = "ROBOTS_DISALLOWED", 403


class RobotsUnreachable(ServiceError):
    """robots.txt cannot be read now, so nothing may be crawled. `seconds` is when to try again; `is_throttled`: after a 429."""

    code, status = ROBOTS_UNREACHABLE, 502

    def __init__(self, message: str, *, seconds: float, is_throttled: bool = False) -> None:
        super().__init__(message)
        self.seconds = seconds
        self.is_throttled = is_throttled


class CrawlDelayTooLong(ServiceError):
    """robots.txt asks for a longer Crawl-delay than crawls wait."""

    code, status = "ROBOTS_DISALLOWED", 403


class BotCheck(ServiceError):
    """The site returned a bot check instead of the page."""

    code, status = "BLOCKED", 502


class Throttled(Exception):
    """The host responded with 429 or 503. `seconds` is how long to wait."""

    def __init__(self, status: int, seconds: float) -> None:
        super().__init__(f"HTTP {status}, again in {seconds:g} s")
        self.status = status
        self.seconds = seconds


class LeaseLost(Exception):
    """The job was leased to another worker meanwhile. This run must not write anything."""


class CrawlerClosed(Exception):
    """The crawler closed during a request. This is not a failure of the site."""


class JobVanished(Exception):
    """The job of a page is no longer stored, so the page's end cannot be recorded."""


class RepeatedPage(DropItem):
    """The page has the content of another page of its job, or now belongs to another worker."""


class UnusablePage(DropItem):
    """The page of a job was recorded as failed. `code` is why, such as `HTTP_404`."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url} failed: {reason}")
        self.code = reason.partition(":")[0].replace(" ", "_")


def denied(error: BaseException | None) -> EgressDenied | None:
    """The policy's denial that an error of the client library wraps, or None."""
    while error is not None:
        if isinstance(error, EgressDenied):
            return error
        inner = getattr(error, "os_error", None)
        error = inner if isinstance(inner, BaseException) else error.__cause__ or error.__context__
    return None
