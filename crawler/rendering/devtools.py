"""Chromium's DevTools protocol over a pipe: commands, answers, events. Knows no page and no process.

Why not Playwright: its driver is a second process that every event of every request passes, and it switches on far more
events than a capture needs; benchmarks/README.md has the figures.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Callable, Iterable
from typing import Any

from crawler.failures import BrowserGone

Handler = Callable[[str, dict[str, Any]], None]
# Chromium ends each message with this byte, and begins each event so.
END = b"\0"
EVENT = b'{"method":"'
# A page may send frames over sockets and ask for `data:` addresses as large and as often as it likes. An event of more
# than this is none that anybody waits for, and a browser with a message of more is ended.
EVENT_BYTES_MAX, MESSAGE_BYTES_MAX = 1 << 20, 256 << 20


class Refused(OSError):
    """The browser answered a command with an error, or its page crashed. Says what the browser said."""


class Connection(asyncio.Protocol):
    """One browser's pipe. `closed` is done once the browser has hung up."""

    def __init__(self) -> None:
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._handlers: dict[str, Handler] = {}
        self._heard: set[bytes] = set()
        self._parts: list[bytes] = []
        self._pending_bytes = 0
        self._out: asyncio.WriteTransport
        self._in: asyncio.ReadTransport

    @classmethod
    async def open(cls, reading: int, writing: int) -> Connection:
        """A connection over two file descriptors, which it owns from now on."""
        made, loop = cls(), asyncio.get_running_loop()
        made._in, _ = await loop.connect_read_pipe(lambda: made, os.fdopen(reading, "rb", 0))
        made._out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(writing, "wb", 0))
        return made

    async def send(self, method: str, session: str = "", /, **params: Any) -> dict[str, Any]:
        """The browser's answer to a command. Waits without limit: the caller knows how long.

        Raises:
            BrowserGone: it has ended.
            Refused: it answered with an error.
        """
        number, answer = next(self._numbers), asyncio.get_running_loop().create_future()
        self._waiting[number] = (session, answer)
        try:
            self._write(number, method, session, params)
            return await answer
        finally:
            self._waiting.pop(number, None)

    def post(self, method: str, session: str = "", /, **params: Any) -> None:
        """Send a command whose answer does not matter."""
        if not self.closed.done():
            self._write(next(self._numbers), method, session, params)

    def listen(self, session: str, handler: Handler, events: Iterable[str]) -> None:
        """Have a session's events handled, until `forget`: these at least."""
        self._handlers[session] = handler
        self._heard.update(event.encode() for event in events)

    def forget(self, session: str) -> None:
        """Handle the session's events no more, and fail what still waits for it."""
        self._handlers.pop(session, None)
        self.fail(session, Refused("The page was closed."))

    def fail(self, session: str, error: OSError) -> None:
        """Let every command that waits for a session's answer fail."""
        for owner, answer in list(self._waiting.values()):
            if owner == session and not answer.done():
                answer.set_exception(error)

    def close(self) -> None:
        """Hang up; Chromium ends when its pipe does."""
        self._out.close()
        self._in.close()

    def data_received(self, data: bytes) -> None:
        *whole, rest = data.split(END)
        for message in whole:
            self._parts.append(message)
            text, self._parts, self._pending_bytes = b"".join(self._parts), [], 0
            if self._is_heard(text):
                self._take(json.loads(text))
        if rest:
            self._parts.append(rest)
            self._pending_bytes += len(rest)
            if self._pending_bytes > MESSAGE_BYTES_MAX:
                self._parts.clear()
                self.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)
        for _, answer in list(self._waiting.values()):
            if not answer.done():
                answer.set_exception(BrowserGone("The browser ended."))

    def _write(self, number: int, method: str, session: str, params: dict[str, Any]) -> None:
        if self.closed.done():
            raise BrowserGone("The browser ended.")
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + END)

    def _is_heard(self, text: bytes) -> bool:
        """Whether a message is an answer, or an event that somebody waits for."""
        if not text.startswith(EVENT):
            return True
        name = text[len(EVENT) : text.find(b'"', len(EVENT))]
        # A request that waits to be let on waits whatever it carries.
        return name in self._heard and (len(text) <= EVENT_BYTES_MAX or name == b"Fetch.requestPaused")

    def _take(self, message: dict[str, Any]) -> None:
        if "id" not in message:
            handler = self._handlers.get(message.get("sessionId", ""))
            if handler is not None:
                handler(message["method"], message["params"])
            return
        _, answer = self._waiting.pop(message["id"], ("", None))
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(Refused(str(message["error"].get("message"))))
        else:
            answer.set_result(message["result"])
