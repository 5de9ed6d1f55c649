"""Options of a screenshot."""

from __future__ import annotations

from dataclasses import dataclass

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields.basic import Flag, Milliseconds, Nested, WholeNumber
from contract.fields.url import HttpUrl


@dataclass(frozen=True)
class Viewport:
    """Size of the browser window in CSS pixels. One CSS pixel is one pixel of the image."""

    width: int = option(
        WholeNumber(limits.VIEWPORT_WIDTH_MIN, limits.VIEWPORT_WIDTH_MAX),
        "Width of the window and of the image, in pixels.",
        default=1440,
    )
    height: int = option(
        WholeNumber(limits.VIEWPORT_HEIGHT_MIN, limits.VIEWPORT_HEIGHT_MAX),
        "Height of the window in pixels.",
        default=900,
    )


@dataclass(frozen=True)
class ScreenshotOptions:
    """Options of one screenshot."""

    url: str = option(HttpUrl(), "URL of the page to capture.")
    full_page: bool = option(Flag(), "Capture the whole scrollable page instead of the viewport.", default=False)
    wait_for: int | None = option(
        Milliseconds(0, limits.WAIT_FOR_MAX_MS), "Extra milliseconds to wait before capture.", default=None
    )
    timeout: int | None = option(
        Milliseconds(limits.TIMEOUT_MIN_MS, limits.TIMEOUT_MAX_MS),
        "Time limit in milliseconds. The service's own limits apply when omitted.",
        default=None,
    )
    viewport: Viewport = option(Nested(schema_of(Viewport)), "Size of the browser window.", default=Viewport())
    max_age: int | None = option(
        Milliseconds(0, limits.MAX_AGE_MAX_MS),
        "Serve a cached screenshot younger than this many milliseconds. When omitted or 0, a new one is taken.",
        default=None,
    )

    def capture_request(self, workspace_id: str | None) -> CaptureRequest:
        """The fetch with these options for a workspace. `workspace_id` is None on the command line."""
        size = f"{self.viewport.width}x{self.viewport.height}"
        return CaptureRequest(
            url=self.url,
            workspace_id=workspace_id,
            render=True,
            view=f"screenshot {size}{' full page' if self.full_page else ''}",
            wait_for_ms=self.wait_for or 0,
            timeout_ms=self.timeout,
            max_age_ms=self.max_age or 0,
        )
