"""Takes a screenshot of a settled page: of its viewport, or of the whole page."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from contract import limits
from contract.errors import NotFound
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
# An image that exceeds the limit of bytes is captured again at half its height, at most this often.
HALVINGS_MAX = 4
# Bot checks have little text. Their documents are returned, so that they can be recognised.
TEXT_MAX, HTML_MAX = 4_000, 200_000
SHORT_DOCUMENT = """(([text, html]) =>
  document.body && document.body.innerText.length <= text ? document.documentElement.outerHTML.slice(0, html) : "")"""
# Set by crawler/rendering/element_limit.js.
HAS_REMOVED_ELEMENTS = "globalThis.hasRemovedElements === true"
TOO_MANY_ELEMENTS = f"The page has more than {limits.VIEW_ELEMENTS_MAX:,} elements. The others are not shown."
NOT_SCROLLED = (
    "The time limit ended before the page was scrolled through. Parts that appear on scrolling may be missing."
)
# Of JPEG and WebP. PNG takes half the time of the usual compression, for 5 to 30 % more bytes.
QUALITY = 85
# The rectangle of an element in CSS pixels of the page: left, top, width, height. Null for one that is not visible.
BOX = """(([selector, most]) => {
  const element = document.querySelector(selector), box = element?.getBoundingClientRect();
  if (!box || box.width < 1 || box.height < 1) return null;
  const left = Math.max(0, box.left + scrollX), top = Math.max(0, box.top + scrollY);
  return [left, top, Math.ceil(box.width), Math.min(Math.ceil(box.height), most)];
})"""
TOO_LARGE = f"The image would be larger than {limits.SCREENSHOT_MAX_BYTES // 1_000_000} MB."


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A screenshot in its format, with its size in pixels.

    `warning` says what it does not show. `html` is the page's document, empty for one with much text.
    """

    image: bytes
    width: int
    height: int
    warning: str | None = None
    html: str = field(default="", repr=False)


@dataclass(frozen=True)
class Part:
    """Where a part of the page begins, and its width, in CSS pixels."""

    left: float
    top: float
    width: int


@dataclass(frozen=True, kw_only=True)
class Screenshot:
    """Takes screenshots of pages that are shown in a viewport of this size. An instance is a view's `take`."""

    width: int
    height: int
    full_page: bool
    format: Literal["png", "jpeg", "webp"] = "png"
    scale: float = 1
    selector: str | None = None
    hides_banners: bool = True

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
        is_whole = self.full_page or self.selector is not None
        most = self._height_max if is_whole else self.height
        arguments = [BANNER_NAMES, is_whole, self.hides_banners]
        if await _run(settled, UNCOVER, arguments, UNCOVER_SECONDS) is None:
            settled.page.post("Runtime.terminateExecution")  # The page's script does not end.
        is_scrolled = await _scroll(settled, most) if is_whole else True
        seconds = max(0.2, min(FINISH_SECONDS, settled.seconds_left))
        found = await _run(settled, FINISH, [is_whole, most, seconds], seconds + 1)
        picture = await self._painted(settled, found, most)
        if is_scrolled:
            return picture
        return replace(picture, warning=f"{NOT_SCROLLED} {picture.warning}" if picture.warning else NOT_SCROLLED)

    async def _painted(self, settled: SettledPage, found: Any, most: int) -> Picture:
        if self.selector is not None:
            return await self._element(settled, self.selector, most)
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
        pixels = limits.SCREENSHOT_PIXELS_MAX / self.scale**2
        return min(int(limits.SCREENSHOT_HEIGHT_MAX / self.scale), int(pixels // self.width))

    async def _element(self, settled: SettledPage, selector: str, most: int) -> Picture:
        """The screenshot of the first element that the selector matches.

        Raises:
            NotFound: it matches no element that is visible.
        """
        box = await _run(settled, BOX, [selector, most], UNCOVER_SECONDS)
        if not box:
            raise NotFound("No visible element matches `selector`.")
        left, top, width, height = box
        return await self._fitting(settled, height, None, Part(left, top, width))

    async def _fitting(
        self, settled: SettledPage, height: int, warning: str | None, part: Part | None = None
    ) -> Picture:
        """The screenshot of the first `height` CSS pixels of the page or a part, or of fewer if it would be too large."""
        for _ in range(HALVINGS_MAX):
            image = await self._image(settled, height, part)
            if len(image) <= limits.SCREENSHOT_MAX_BYTES:
                width, pixels_high = (round(side * self.scale) for side in (part.width if part else self.width, height))
                return Picture(image=image, width=width, height=pixels_high, warning=warning)
            height //= 2
            warning = f"{TOO_LARGE} The screenshot shows the first {height} pixels of the page."
        raise RenderFailed("The screenshot is too large.")

    async def _image(self, settled: SettledPage, height: int, part: Part | None) -> bytes:
        shown = part or Part(0, 0, self.width)
        clip = {"x": shown.left, "y": shown.top, "width": shown.width, "height": height, "scale": 1}
        options: dict[str, Any] = {"format": self.format}
        if part or height != self.height:
            options["clip"] = clip
        if shown.top + height > self.height:
            options["captureBeyondViewport"] = True
        options |= {"optimizeForSpeed": True} if self.format == "png" else {"quality": QUALITY}
        for patience in (CAPTURE_SECONDS / 2, CAPTURE_SECONDS):
            async with settled.page.capturing:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(patience):
                        answer = await settled.page.send("Page.captureScreenshot", **options)
                    return base64.b64decode(answer["data"])
            settled.page.post("Runtime.terminateExecution")
        raise RenderFailed("A script of the page does not end.")


async def _scroll(settled: SettledPage, most: int) -> bool:
    """Scroll through the page, and wait until it has settled, if scrolling changed it. False if the time did not suffice."""
    seconds = min(SCROLL_SECONDS, settled.seconds_left / 2)
    listens = await _listens_to_scrolling(settled)
    changed = await _run(settled, SCROLL, [most, seconds, STEP_MS, listens], seconds + 1)
    if changed is not False or not settled.is_idle():
        await settled.settle()
    return changed is not None


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
