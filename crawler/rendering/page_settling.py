"""When a page in the browser is settled: loaded, its scripts' requests answered, its document unchanged for a while."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from crawler.rendering.chromium import Page, Refused

LOAD_SECONDS = 8.0
# A document that arrives slowly is waited for while its text becomes longer.
LENGTH_SCRIPT = "document.documentElement?.textContent.length"
LENGTH_SECONDS = 1.0
QUIET_MS = 250
SETTLE_SECONDS = 3.0
# Extra time for a page without text: its script may still be waiting for data.
EMPTY_MS = 1_200
LETTERS_MIN = 40
# Maximum number of navigations to follow that the page's scripts start.
NAVIGATIONS_MAX = 4

# How long to wait again for a page that has not settled within its time.
AGAIN_SECONDS = 0.6

# Resolves once the document has not changed for a while, or when the time limit is reached. A document without scripts
# does not change.
QUIET_SCRIPT = """(([quiet, most, empty, letters]) => new Promise(done => {
  const changing = "script, iframe, frame, object, embed, [onload], [onerror], meta[http-equiv=refresh i]";
  if (document.readyState === "complete" && !document.querySelector(changing)) return done(true);
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
    """State from a page's events: whether its document has arrived and loaded, and how many responses its scripts wait for."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()
        self.arrived.set()
        self.loaded = asyncio.Event()
        self.idle = asyncio.Event()
        self.idle.set()
        self._underway: set[str] = set()
        self._document = ""

    def document_begun(self, request: str) -> None:
        """The response with the document has begun."""
        self._document = request
        self.arrived.clear()

    def navigated(self) -> None:
        """Reset: another document replaces the current one."""
        self.loaded.clear()
        self._underway.clear()
        self.idle.set()

    def begun(self, request: str) -> None:
        """A script has sent a request."""
        self._underway.add(request)
        self.idle.clear()

    def ended(self, request: str) -> None:
        """A response has arrived completely, or will not arrive."""
        if request == self._document:
            self.arrived.set()
        self._underway.discard(request)
        if not self._underway:
            self.idle.set()


async def settle(
    page: Page, progress: Progress, wait_for_ms: int, until: float, most_seconds: float = SETTLE_SECONDS
) -> bool:
    """Wait until the page is settled, within limits, then `wait_for_ms` more. False if it has not settled.

    `until` is the loop time at which waiting for the page ends in any case. `wait_for_ms` is added to it.
    """
    settled = False
    clock = asyncio.get_running_loop().time
    with contextlib.suppress(TimeoutError, Refused):  # Busy or never settled: the current document is read next.
        for _ in range(NAVIGATIONS_MAX):
            if not await _arrived(page, progress, until):
                break
            async with asyncio.timeout_at(min(until, clock() + LOAD_SECONDS)):
                await progress.loaded.wait()
            end = min(until, clock() + most_seconds)
            async with asyncio.timeout_at(end + QUIET_MS / 1000):
                if await _quiet(page, progress, end):
                    settled = clock() < end
                    break
    if wait_for_ms:
        await asyncio.sleep(wait_for_ms / 1000)
    return settled


async def _arrived(page: Page, progress: Progress, until: float) -> bool:
    """True once the document has arrived completely. False at `until`, or when nothing more of it arrives for a while.

    Raises:
        TimeoutError: a script of the page blocks it.
    """
    clock, length = asyncio.get_running_loop().time, -1
    while clock() < until:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(min(until, clock() + LOAD_SECONDS)):
                return await progress.arrived.wait()
        async with asyncio.timeout(LENGTH_SECONDS):
            before, length = length, await page.evaluate(LENGTH_SCRIPT) or 0
        if length <= before:
            break
    return False


async def _quiet(page: Page, progress: Progress, end: float) -> bool:
    """True once scripts wait for no response and the document is unchanged. False if the page navigated meanwhile."""
    clock = asyncio.get_running_loop().time
    while (left := end - clock()) > 0:
        await progress.idle.wait()
        patience: list[Any] = [QUIET_MS, 1000 * max(0.0, end - clock()), EMPTY_MS, LETTERS_MIN]
        try:
            await page.evaluate(f"{QUIET_SCRIPT}({patience})")
        except Refused:
            if progress.loaded.is_set():
                # Another document has replaced this one and has loaded: check again.
                await asyncio.sleep(0.05)
                continue
            return False
        if not progress.loaded.is_set():
            return False
        if progress.idle.is_set():
            return True
    return left <= 0
