"""A request to fetch one page, and the fetched page before it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from contract import limits

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class CaptureRequest:
    """One page to fetch.

    `render` None lets the service decide. `view` names what is captured in place of the document, such as a screenshot.
    A request with the caller's own `headers` or a body makes the capture private to `workspace_id`. `max_age_ms` 0 never
    reads the cache. `timeout_ms` limits the whole capture.
    """

    url: str
    method: str = "GET"
    body: bytes = b""
    headers: Headers = ()
    country: str | None = None
    languages: tuple[str, ...] = ()
    render: bool | None = None
    view: str = ""
    wait_for_ms: int = 0
    timeout_ms: int | None = None
    max_age_ms: int = 0
    cache_only: bool = False
    store: bool = True
    workspace_id: str | None = None

    @property
    def max_seconds(self) -> float:
        """The longest that the whole capture may take."""
        return (self.timeout_ms or limits.CAPTURE_MAX_MS) / 1000

    @property
    def private(self) -> bool:
        """Whether the capture may be served to this workspace only, because the response may depend on what it sent."""
        return bool(self.headers or self.body or self.method != "GET")


@dataclass(frozen=True, kw_only=True)
class PageCapture:
    """One fetched page: the undecoded body and the response's metadata.

    `headers` are in order, with lower-case names, without Content-Encoding: the body is decompressed. The body of a
    `rendered` page is the browser's serialised DOM in UTF-8. `captured_at` is UTC. `cached` is True when the page was
    served from the cache.
    """

    url: str
    final_url: str
    status: int
    headers: Headers = ()
    body: bytes = field(default=b"", repr=False)
    rendered: bool = False
    captured_at: datetime
    cached: bool = False
    warning: str | None = None

    def header(self, name: str) -> str | None:
        """The first header with this lower-case name, or None."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def status_sentence(self) -> str:
        """The sentence for callers about a page whose status is an error."""
        return f"The origin returned HTTP {self.status}."

    @property
    def media_type(self) -> str:
        """The declared media type in lower case, without parameters. Empty when the response declares none."""
        return (self.header("content-type") or "").partition(";")[0].strip().lower()
