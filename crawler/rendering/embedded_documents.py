"""The documents inside a rendered page: the frames of its site, and open shadow roots.

Their content is part of what a person sees. It is written at its position in the page's HTML: that of a shadow root inside
its host, with slots replaced by what is assigned to them, and that of a frame in a `div` after the frame's element. Frames of
other sites, hidden ones and those that are too small to show text are left out.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from contract import limits
from crawler.rendering.chromium import Page, Refused
from crawler.rendering.hidden_text import MARKED
from extraction.document.hidden.rendered import COMPLETE
from extraction.links.sites import site_of

COMPOSED_DOCUMENT = Path(__file__).with_name("composed_document.js").read_text()

# Whether a document has frames or open shadow roots. Counting through the elements takes a fifth of the time of iterating.
HAS_EMBEDDED = """(() => {
  if (document.querySelector("iframe, frame")) return true;
  const get = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
  const all = document.getElementsByTagName("*"), count = all.length;
  for (let at = 0; at < count; at++) if (get.call(all[at])) return true;
  return false;
})()"""

FRAMES_MAX, DEPTH_MAX = 16, 3
FRAME_MAX_BYTES = 2_000_000
NODES_MAX = 400_000
READABLE = ("text/html", "application/xhtml+xml")
# Documents that inherit the site of the page around them.
INHERITING = ("about:srcdoc", "about:blank")


async def compose(page: Page, url: str, html: str, seconds: float) -> str:
    """The HTML of a page with its embedded documents.

    Args:
        url, html: the page as it was read without them. Returned unchanged if the page has changed or takes too long.
    """
    try:
        async with asyncio.timeout(seconds):
            tree = (await page.send("Page.getFrameTree"))["frameTree"]
            found = await _Composition(page, site_of(url)).page(tree, is_complete=html.startswith(COMPLETE))
    except (TimeoutError, Refused):
        return html
    match found:
        case [str(address), str(composed)] if address == url:
            return composed
    return html


class _Composition:
    """The documents of one page, from the innermost to the page."""

    def __init__(self, page: Page, site: str) -> None:
        self._page = page
        self._site = site
        self._frames_left = FRAMES_MAX
        self._is_complete = True

    async def page(self, tree: dict[str, Any], *, is_complete: bool) -> Any:
        """[address, HTML] of the page. Its marks of hidden text are complete if those of all frames are."""
        world = await self._page.world(tree["frame"]["id"])
        frames = await self._frames(tree, world, 1)
        prefix = COMPLETE if is_complete and self._is_complete else ""
        return await self._call(world, [{"value": prefix}], limits.DOWNLOAD_MAX_BYTES, frames)

    async def _frames(self, tree: dict[str, Any], world: int, depth: int) -> list[dict[str, Any]]:
        """The arguments for the frames of a document: element, URL and HTML of each."""
        found: list[dict[str, Any]] = []
        for child in tree.get("childFrames", ()) if depth <= DEPTH_MAX else ():
            if self._frames_left and self._is_readable(child["frame"]):
                self._frames_left -= 1
                html = await self._html(child, depth)
                if html:
                    element = await self._element(child["frame"]["id"], world)
                    found += [element, {"value": child["frame"]["url"]}, {"value": html}]
        return found

    def _is_readable(self, frame: dict[str, Any]) -> bool:
        url = frame["url"]
        return frame["mimeType"] in READABLE and (url in INHERITING or site_of(url) == self._site)

    async def _html(self, tree: dict[str, Any], depth: int) -> str | None:
        """The HTML of a frame, with its own frames. None if it is too large."""
        world = await self._page.world(tree["frame"]["id"])
        self._is_complete &= await self._page.evaluate_in(world, MARKED) is True
        frames = await self._frames(tree, world, depth + 1)
        html: str | None = await self._call(world, [{"value": None}], FRAME_MAX_BYTES, frames)
        return html

    async def _element(self, frame: str, world: int) -> dict[str, Any]:
        """The element of a frame, as an argument of a function in the world of the document around it."""
        owner = await self._page.send("DOM.getFrameOwner", frameId=frame)
        node = await self._page.send(
            "DOM.resolveNode", backendNodeId=owner["backendNodeId"], executionContextId=world
        )  # fmt: skip
        return {"objectId": node["object"]["objectId"]}

    async def _call(self, world: int, prefix: list[dict[str, Any]], most: int, frames: list[dict[str, Any]]) -> Any:
        arguments = [*prefix, {"value": NODES_MAX}, {"value": most}, *frames]
        found = await self._page.send(
            "Runtime.callFunctionOn", functionDeclaration=COMPOSED_DOCUMENT, executionContextId=world,
            arguments=arguments, returnByValue=True,
        )  # fmt: skip
        return found["result"].get("value")
