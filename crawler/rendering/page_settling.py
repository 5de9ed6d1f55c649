"""When a page in the browser counts as done: loaded, nothing it asked for on its way, its document quiet."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from crawler.rendering.chromium import Page
from crawler.rendering.devtools import Refused

LOAD_SECONDS = 8.0
QUIET_MS = 250
SETTLE_SECONDS = 3.0
# A page without words gets this much longer: its script may be waiting for something of its own.
EMPTY_MS = 1_200
LETTERS_MIN = 40
# A page that goes on by itself is followed this often.
MOVES_MAX = 4

# Resolves once the document has not changed for a while, or at the end of patience.
QUIET_SCRIPT = """(([quiet, most, empty, letters]) => new Promise(done => {
  const begun = performance.now();
  const words = () => document.body ? document.body.innerText.trim().length : 0;
  let timer = setTimeout(look, quiet);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(look, quiet); });
  function look() {
    if (performance.now() - begun < empty && words() < letters) timer = setTimeout(look, quiet); else finish();
  }
  function finish() { observer.disconnect(); clearTimeout(timer); done(true); }
  observer.observe(document, {subtree: true, childList: true, characterData: true});
  setTimeout(finish, most);
}))"""


class Progress:
    """What a page's events tell: whether it has loaded, and how many answers its scripts wait for."""

    def __init__(self) -> None:
        self.loaded = asyncio.Event()
        self.idle = asyncio.Event()
        self.idle.set()
        self._underway: set[str] = set()

    def moved(self) -> None:
        """Another document takes the page's place."""
        self.loaded.clear()
        self._underway.clear()
        self.idle.set()

    def asked(self, request: str) -> None:
        self._underway.add(request)
        self.idle.clear()

    def answered(self, request: str) -> None:
        self._underway.discard(request)
        if not self._underway:
            self.idle.set()


async def settle(page: Page, progress: Progress, wait_for_ms: int, until: float) -> None:
    """Wait until the page is done, within limits, then `wait_for_ms` more.

    `until` is the loop's time at which patience ends in any case; what is asked for with `wait_for_ms` comes on top.
    """
    clock = asyncio.get_running_loop().time
    with contextlib.suppress(TimeoutError, Refused):  # Busy or endless: what is there is asked for next.
        for _ in range(MOVES_MAX):
            async with asyncio.timeout_at(min(until, clock() + LOAD_SECONDS)):
                await progress.loaded.wait()
            end = min(until, clock() + SETTLE_SECONDS)
            async with asyncio.timeout_at(end + QUIET_MS / 1000):
                if await _quiet(page, progress, end):
                    break
    if wait_for_ms:
        await asyncio.sleep(wait_for_ms / 1000)


async def _quiet(page: Page, progress: Progress, end: float) -> bool:
    """True once scripts wait for nothing and the document is quiet; False when the page moved on meanwhile."""
    clock = asyncio.get_running_loop().time
    while (left := end - clock()) > 0:
        await progress.idle.wait()
        patience: list[Any] = [QUIET_MS, 1000 * max(0.0, end - clock()), EMPTY_MS, LETTERS_MIN]
        try:
            await page.send(
                "Runtime.evaluate", expression=f"{QUIET_SCRIPT}({patience})", awaitPromise=True, silent=True
            )
        except Refused:
            if progress.loaded.is_set():
                # The document is another one already, and loaded: look again.
                await asyncio.sleep(0.05)
                continue
            return False
        if not progress.loaded.is_set():
            return False
        if progress.idle.is_set():
            return True
    return left <= 0
