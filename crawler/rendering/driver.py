"""Playwright's driver: one process per browser, with a restricted environment, that can be killed.

Playwright passes this process's environment, secrets included, to its driver, and cannot end a driver that hangs. The
classes below extend private classes of the version that `setup.cfg` allows.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable
from playwright._impl.connection import Connection
from playwright._impl.out_of_process import PlaywrightClient
from playwright._impl.transport import PipeTransport
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright

# Heap limit of the driver's JavaScript engine. A driver that exceeds it ends, and its browser with it.
HEAP_MB = 768
STOP_SECONDS = 5.0
EVENTS = Path(__file__).parent / "driver_events.js"
# The start of an event message of a DevTools session, after the session's name.
EVENT = b'","method":"event","params":{"method":"'
# A page may request `data:` URLs of any size. A larger event is dropped, unless a request is paused for it.
EVENT_BYTES_MAX, WAITING = 1 << 20, b"Fetch.requestPaused"
# Every page causes many of these events, and no handler uses them.
UNUSED = tuple(f"Network.{name}".encode() for name in ("requestWillBeSentExtraInfo", "responseReceivedExtraInfo"))


class Driver(PlaywrightClient):
    """One driver process. It starts when the object is created."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        loop = asyncio.get_running_loop()
        self._close_promise: asyncio.Future[None] = loop.create_future()
        self._connection = Connection(loop)
        self._pipe = self._transport = _Pipe(loop, environ)
        # Playwright reads this future only at the start. `ended` reports the end of the driver.
        self._pipe.on_error_future.add_done_callback(lambda failed: failed.cancelled() or failed.exception())
        self._connection.onmessage = self._pipe.send
        self._pipe.on_message = self._receive
        self._playwright = asyncio.ensure_future(self._run(self._connection))

    @property
    def ended(self) -> asyncio.Future[None]:
        """A future that is done once the process has ended."""
        return self._close_promise

    async def playwright(self) -> Playwright:
        """Playwright's API.

        Raises:
            playwright.async_api.Error: the driver does not start.
        """
        try:
            return Playwright(await asyncio.shield(self._playwright))
        except PlaywrightError:
            raise
        except Exception as error:  # A driver that ends at once raises a plain Exception.
            raise PlaywrightError(str(error)) from error

    async def end(self) -> None:
        """End the process, by force if it does not exit."""
        await asyncio.wait({self._playwright}, timeout=STOP_SECONDS)
        if self._playwright.done():
            self._playwright.exception()  # Marks the exception as retrieved, so that asyncio does not log it.
        process = self._pipe.process
        if process is not None and not self.ended.done():
            self._pipe.request_stop()
            await asyncio.wait({self.ended}, timeout=STOP_SECONDS)
            with contextlib.suppress(ProcessLookupError):
                if not self.ended.done():
                    process.kill()
        await asyncio.wait({self.ended}, timeout=STOP_SECONDS)

    def _receive(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        try:
            self._connection.dispatch(message)
        except Exception as error:  # As in the class above: the next call raises it.
            self._connection._on_event_listener_error(error)


class _Pipe(PipeTransport):
    """The pipe to the driver, which starts with the given environment."""

    def __init__(self, loop: asyncio.AbstractEventLoop, environ: Mapping[str, str]) -> None:
        super().__init__(loop)
        self._environ = environ
        self.process: asyncio.subprocess.Process | None = None

    async def connect(self) -> None:
        self._stopped_future = self._loop.create_future()
        node, script = compute_driver_executable()
        command = (node, f"--max-old-space-size={HEAP_MB}", f"--require={EVENTS}", script, "run-driver")
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        # A separate session: Ctrl-C at the terminal must reach only this process.
        self.process = self._proc = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=nowhere, env=dict(self._environ), start_new_session=True
        )
        self._output = self._proc.stdin

    def deserialize_message(self, data: str | bytes) -> Any:
        """A message from the driver. None for an event that is not passed on."""
        assert isinstance(data, bytes)
        _, event, rest = data[:200].partition(EVENT)
        if event and (rest.startswith(UNUSED) or (len(data) > EVENT_BYTES_MAX and not rest.startswith(WAITING))):
            return None
        return super().deserialize_message(data)
