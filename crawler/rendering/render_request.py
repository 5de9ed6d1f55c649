"""Input and output of a rendering, and the resources that are not loaded.

A request that needs more than the page's HTML, such as a screenshot, has a `View`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from crawler.rendering.chromium import VIEWPORT, Page

# Resources without text, recognized by URL. Recognizing them by resource type would route every request through another
# browser process.
_PICTURES = "avif bmp gif heic ico jpeg jpg png webp".split()
_FILMS = "aac flac m3u8 m4a m4v mov mp3 mp4 oga ogg ogv wav webm".split()
_FONTS = "otf ttf woff woff2".split()


def _patterns(endings: list[str]) -> tuple[str, ...]:
    return tuple(f"*.{ending}{more}" for ending in endings for more in ("", "?*"))


UNLOADED = _patterns(_PICTURES + _FILMS + _FONTS)
UNLOADED += ("*/_next/image?*", "*/_vercel/image?*", "*/cdn-cgi/image/*", "*/_ipx/*")
UNLOADED_IN_VIEW = _patterns(_FILMS)
# The document that a browser makes of an empty body.
EMPTY_DOCUMENT = "<html><head></head><body></body></html>"
# Raster at a tenth of the size: the image is not used. Layout, devicePixelRatio and script measurements are unchanged.
SCALE = 0.1


@dataclass(frozen=True, kw_only=True)
class Cookie:
    """A cookie that the page starts with. It is for the host of `url` only, unless it has a `domain`."""

    name: str
    value: str
    url: str
    domain: str | None = None
    path: str = "/"
    secure: bool = False
    http_only: bool = False

    def as_params(self) -> dict[str, Any]:
        given = {"domain": self.domain} if self.domain else {"url": self.url}
        return given | {
            "name": self.name, "value": self.value, "path": self.path, "secure": self.secure, "httpOnly": self.http_only,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SettledPage:
    """A settled page that a view takes something from.

    `settle` waits until the page has settled again. `is_idle` says whether no response is awaited. `until` is the loop time
    at which waiting should end.
    """

    page: Page
    settle: Callable[[], Awaitable[bool]]
    is_idle: Callable[[], bool]
    until: float

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.until - asyncio.get_running_loop().time())

    async def evaluate(self, expression: str, seconds: float) -> Any:
        """The value of an expression. None if the page keeps it from ending in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self.page.evaluate(expression)
        return None


@dataclass(frozen=True, kw_only=True)
class View:
    """What to take from the page instead of its HTML. The page is shown at full scale, with its pictures and fonts.

    `width` and `height` are in CSS pixels; a CSS pixel has `device_scale_factor` pixels of the image in each direction.
    `take` is called once the page has settled, and again if the page navigated meanwhile. It raises `RenderFailed` if the
    page cannot be used, and `Refused` if the page navigated.
    """

    width: int
    height: int
    device_scale_factor: float = 1
    is_mobile: bool = False
    is_dark: bool = False
    take: Callable[[SettledPage], Awaitable[Any]]


@dataclass(frozen=True, kw_only=True)
class RenderRequest:
    """What to render.

    `headers` are added to all requests to the origin of `url`, where the page does not set its own. Cookies are sent
    only to their hosts, as in every browser. `deadline` is the loop time at which the page must be captured, the
    caller's `wait_for_ms` included. `response_seconds` limits the wait for the response.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    cookies: tuple[Cookie, ...] = ()
    user_agent: str = ""
    languages: tuple[str, ...] = ()
    wait_for_ms: int = 0
    deadline: float | None = None
    response_seconds: float | None = None
    view: View | None = None
    # The page redirects through a tracker: trackers can be reached, but only by the page's own navigation.
    through_trackers: bool = False

    @property
    def unloaded(self) -> tuple[str, ...]:
        """Patterns of URLs that are not loaded."""
        return UNLOADED_IN_VIEW if self.view else UNLOADED

    @property
    def metrics(self) -> dict[str, Any]:
        """The size and scale of the page's window, as parameters of `Emulation.setDeviceMetricsOverride`."""
        size = (
            {"width": self.view.width, "height": self.view.height, "scale": 1}
            if self.view
            else {**VIEWPORT, "scale": SCALE}
        )
        scale, is_mobile = (self.view.device_scale_factor, self.view.is_mobile) if self.view else (1, False)
        return {**size, "deviceScaleFactor": scale, "mobile": is_mobile}


@dataclass(frozen=True, kw_only=True)
class RenderedPage:
    """The final document. Status and headers are those of its response. With a view, `observed` replaces `html`.

    `is_complete` is False if the response had not arrived completely.
    """

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    html: str = ""
    observed: Any = None
    is_complete: bool = True
