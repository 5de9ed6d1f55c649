"""Takes a screenshot of a settled page: of its viewport, or of the whole page."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from contract import limits
from crawler.failures import RenderFailed
from crawler.rendering.chromium import Refused
from crawler.rendering.render_request import SettledPage
from extraction.content.advertising import BANNER_NAMES

FOLDER = Path(__file__).parent
UNCOVER, SCROLL, FINISH = ((FOLDER / f"{name}.js").read_text() for name in ("uncover", "scroll", "finish"))
# Pause after each step of one viewport, for scripts that act on scrolling. Pages without such scripts get two frames.
STEP_MS = 60
UNCOVER_SECONDS, SCROLL_SECONDS, FINISH_SECONDS = 4.0, 8.0, 3.0
# A screenshot of 20,000 pixels takes 4 s on an idle machine.
CAPTURE_SECONDS = 20.0
# An image that exceeds the limit of bytes is taken again at half its height, at most this often.
HALVINGS_MAX = 4
# Bot checks have little text. Their documents are returned, so that they can be recognised.
TEXT_MAX, HTML_MAX = 4_000, 200_000
SHORT_DOCUMENT = """(([text, html]) =>
  document.body && document.body.innerText.length <= text ? document.documentElement.outerHTML.slice(0, html) : "")"""
# Set by crawler/rendering/element_limit.js.
HAS_REMOVED_ELEMENTS = "globalThis.hasRemovedElements === true"
TOO_MANY_ELEMENTS = f"The page has more than {limits.VIEW_ELEMENTS_MAX:,} elements. The others are not shown."
TOO_LARGE = f"The image would be larger than {limits.SCREENSHOT_MAX_BYTES // 1_000_000} MB."


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A screenshot. `warning` says what it does not show. `html` is the page's document, empty for one with much text."""

    png: bytes
    width: int
    height: int
    warning: str | None = None
    html: str = field(default="", repr=False)


@dataclass(frozen=True, kw_only=True)
class Screenshot:
    """Takes screenshots of pages that are shown in a viewport of this size. An instance is a view's `take`."""

    width: int
    height: int
    full_page: bool

    async def __call__(self, settled: SettledPage) -> Picture:
        """The screenshot of a page.

        Raises:
            RenderFailed: the page's script never ends, so that the browser cannot paint it.
            Refused: the page navigated meanwhile.
        """
        html = await _run(settled, SHORT_DOCUMENT, [TEXT_MAX, HTML_MAX], UNCOVER_SECONDS)
        picture = replace(await self._picture(settled), html=html or "")
        if await settled.evaluate(HAS_REMOVED_ELEMENTS, UNCOVER_SECONDS):
            warning = f"{TOO_MANY_ELEMENTS} {picture.warning}" if picture.warning else TOO_MANY_ELEMENTS
            return replace(picture, warning=warning)
        return picture

    async def _picture(self, settled: SettledPage) -> Picture:
        most = self._height_max if self.full_page else self.height
        if await _run(settled, UNCOVER, [BANNER_NAMES, self.full_page], UNCOVER_SECONDS) is None:
            settled.page.post("Runtime.terminateExecution")  # The page's script does not end.
        if self.full_page:
            await _scroll(settled, most)
        seconds = max(0.2, min(FINISH_SECONDS, settled.seconds_left))
        found = await _run(settled, FINISH, [self.full_page, most, seconds], seconds + 1)
        if not self.full_page:
            return await self._fitting(settled, self.height, None)
        height = max(self.height, int(found)) if isinstance(found, (int, float)) else self.height
        if height <= most:
            return await self._fitting(settled, height, None)
        return await self._fitting(
            settled, most, f"The page is {height} pixels high. The screenshot shows the first {most}."
        )

    @property
    def _height_max(self) -> int:
        return min(limits.SCREENSHOT_HEIGHT_MAX, limits.SCREENSHOT_PIXELS_MAX // self.width)

    async def _fitting(self, settled: SettledPage, height: int, warning: str | None) -> Picture:
        """The screenshot of the page's first `height` pixels, or of fewer if it would be too large."""
        for _ in range(HALVINGS_MAX):
            png = await self._png(settled, height)
            if len(png) <= limits.SCREENSHOT_MAX_BYTES:
                return Picture(png=png, width=self.width, height=height, warning=warning)
            height //= 2
            warning = f"{TOO_LARGE} The screenshot shows the first {height} pixels of the page."
        raise RenderFailed("The screenshot is too large.")

    async def _png(self, settled: SettledPage, height: int) -> bytes:
        clip = {"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1}
        beyond: dict[str, Any] = {"captureBeyondViewport": True, "clip": clip} if height > self.height else {}
        if height < self.height:
            beyond = {"clip": clip}
        for patience in (CAPTURE_SECONDS / 2, CAPTURE_SECONDS):
            async with settled.page.capturing:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(patience):
                        # Half the time of the usual compression, for 5 to 30 % more bytes.
                        answer = await settled.page.send(
                            "Page.captureScreenshot", format="png", optimizeForSpeed=True, **beyond
                        )
                    return base64.b64decode(answer["data"])
            settled.page.post("Runtime.terminateExecution")
        raise RenderFailed("A script of the page does not end.")


async def _scroll(settled: SettledPage, most: int) -> None:
    """Scroll through the page, and wait until it has settled, if scrolling changed it."""
    seconds = min(SCROLL_SECONDS, settled.seconds_left / 2)
    listens = await _listens_to_scrolling(settled)
    changed = await _run(settled, SCROLL, [most, seconds, STEP_MS, listens], seconds + 1)
    if changed is not False or not settled.is_idle():
        await settled.settle()


async def _listens_to_scrolling(settled: SettledPage) -> bool:
    """Whether scripts of the page may act some time after scrolling. True if the browser does not say."""
    with contextlib.suppress(TimeoutError, Refused):
        async with asyncio.timeout(UNCOVER_SECONDS):
            return any([await _has_listener(settled, target) for target in ("window", "document")])
    return True


async def _has_listener(settled: SettledPage, target: str) -> bool:
    """In the page's own world, because each world sees only its own listeners."""
    found = await settled.page.send("Runtime.evaluate", expression=target)
    listeners = await settled.page.send("DOMDebugger.getEventListeners", objectId=found["result"]["objectId"])
    return any(listener["type"] in ("scroll", "scrollend") for listener in listeners["listeners"])


async def _run(settled: SettledPage, script: str, arguments: list[Any], seconds: float) -> Any:
    """The value of a script that is a function. None if the page keeps it from ending in time."""
    return await settled.evaluate(f"{script}({json.dumps(arguments)})", seconds)
