"""Options of a screenshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields.basic import Flag, Milliseconds, Nested, OneOf, WholeNumber
from contract.fields.css_selector import CssSelector
from contract.fields.url import HttpUrl

SCREENSHOT_FORMATS = ("png", "jpeg", "webp")


@dataclass(frozen=True)
class Viewport:
    """Size of the browser window in CSS pixels."""

    width: int = option(
        WholeNumber(limits.VIEWPORT_WIDTH_MIN, limits.VIEWPORT_WIDTH_MAX),
        "Width of the window in CSS pixels. The image is this wide, times `deviceScaleFactor`.",
        default=1440,
    )
    height: int = option(
        WholeNumber(limits.VIEWPORT_HEIGHT_MIN, limits.VIEWPORT_HEIGHT_MAX),
        "Height of the window in CSS pixels.",
        default=900,
    )


MOBILE_VIEWPORT = Viewport(width=390, height=844)


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
        "Serve a cached screenshot younger than this many milliseconds. When omitted or 0, a new screenshot is made.",
        default=None,
    )

    format: Literal["png", "jpeg", "webp"] = option(OneOf(*SCREENSHOT_FORMATS), "Format of the image.", default="png")
    device_scale_factor: int = option(
        WholeNumber(1, limits.DEVICE_SCALE_FACTOR_MAX),
        "Pixels of the image per CSS pixel, in each direction. 2 gives the picture of a high-density screen.",
        default=1,
    )
    dark_mode: bool = option(Flag(), "Prefer the dark colour scheme of the page.", default=False)
    mobile: bool = option(
        Flag(), "Show the page as a phone does. A window of the default size has 390 by 844 pixels then.", default=False
    )
    selector: str | None = option(
        CssSelector(),
        "CSS selector: capture only the first element that it matches. 404 if it matches none.",
        default=None,
    )
    hide_banners: bool = option(Flag(), "Hide cookie banners.", default=True)

    @property
    def window(self) -> Viewport:
        """The size of the window."""
        return MOBILE_VIEWPORT if self.mobile and self.viewport == Viewport() else self.viewport

    @property
    def view(self) -> str:
        """The name under which a screenshot with these options is cached."""
        named = {
            "full page": self.full_page, "dark": self.dark_mode, "mobile": self.mobile, "with banners": not self.hide_banners,
            self.format: self.format != "png", f"x{self.device_scale_factor}": self.device_scale_factor != 1,
            f"of {self.selector}": self.selector is not None,
        }  # fmt: skip
        parts = [
            f"screenshot {self.window.width}x{self.window.height}",
            *(name for name, is_on in named.items() if is_on),
        ]
        return " ".join(parts)

    def capture_request(self, workspace_id: str | None) -> CaptureRequest:
        """The fetch with these options for a workspace. `workspace_id` is None on the command line."""
        return CaptureRequest(
            url=self.url,
            workspace_id=workspace_id,
            render=True,
            view=self.view,
            wait_for_ms=self.wait_for or 0,
            timeout_ms=self.timeout,
            max_age_ms=self.max_age or 0,
        )
