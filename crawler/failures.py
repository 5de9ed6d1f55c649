"""What can go wrong with one page inside the crawler. `crawler.capture` says what each means to the caller."""

from __future__ import annotations

from contract.addresses import port_refusal, refusal
from contract.errors import ServiceError


class EgressDenied(OSError):
    """The address policy refused a connection. Says the host that was asked for, never the address behind it.

    `bad_port` is the port where that was refused, whatever the host.
    """

    def __init__(self, host: str, bad_port: int | None = None) -> None:
        super().__init__(refusal(host) if bad_port is None else port_refusal(bad_port))
        self.host = host
        self.bad_port = bad_port


class BrowserGone(OSError):
    """The browser ended during a command."""


class RenderFailed(OSError):
    """The browser could not show the page. Trying again at once would not help."""


class NoDocument(Exception):
    """What the address leads to is nothing that a browser shows as a document: it is to be fetched plainly."""


class DeadlinePassed(Exception):
    """The capture's time budget ran out while it was in flight."""


class RobotsDisallowed(ServiceError):
    """robots.txt disallows the page."""

    code, status = "ROBOTS_DISALLOWED", 403


class Throttled(Exception):
    """The host responded with 429 or 503. `seconds` is how long to wait."""

    def __init__(self, status: int, seconds: float) -> None:
        super().__init__(f"HTTP {status}, again in {seconds:g} s")
        self.status = status
        self.seconds = seconds


class LeaseLost(Exception):
    """The job went to another worker meanwhile; nothing of this run may be written."""


class CrawlerClosed(Exception):
    """The crawler closed while a request went through it, which says nothing about the site."""


class JobVanished(Exception):
    """The job of a page is no longer stored: no end can be recorded."""


def denied(error: BaseException | None) -> EgressDenied | None:
    """The refusal that an error of the client library wraps, or None."""
    while error is not None:
        if isinstance(error, EgressDenied):
            return error
        inner = getattr(error, "os_error", None)
        error = inner if isinstance(inner, BaseException) else error.__cause__ or error.__context__
    return None
