"""What crosses from fetching to reading: a request for one page, and the page as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class CaptureRequest:
    """One page to fetch.

    `render` is None where the service decides. `headers` are the caller's own and make the capture private to
    `workspace_id`, as a body does. `max_age_ms` 0 never reads the cache. `timeout_ms` bounds the whole capture.
    """

    url: str
    method: str = "GET"
    body: bytes = b""
    headers: Headers = ()
    country: str | None = None
    languages: tuple[str, ...] = ()
    render: bool | None = None
    wait_for_ms: int = 0
    timeout_ms: int | None = None
    max_age_ms: int = 0
    cache_only: bool = False
    store: bool = True
    workspace_id: str | None = None

    @property
    def private(self) -> bool:
        """Whether the answer may depend on what only this caller sent."""
        return bool(self.headers or self.body or self.method != "GET")


@dataclass(frozen=True, kw_only=True)
class PageCapture:
    """One page as it came: undecoded bytes and what the wire said of them.

    `headers` are lower-cased, in order, without the content encoding (the body is already unpacked). `rendered`
    bodies are the browser's serialised DOM in UTF-8. `captured_at` is UTC. `cached` tells whether it was fetched now.
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
        """The first header of that lower-case name, or None."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def media_type(self) -> str:
        """The declared media type without parameters, lower case; empty when none is declared."""
        return (self.header("content-type") or "").partition(";")[0].strip().lower()
