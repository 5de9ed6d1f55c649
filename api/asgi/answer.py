"""An HTTP answer: buffered in memory or on disk, sent in pieces, and aborted when the caller does not read it."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import IO, Any

from api.envelope import NO_STORE, REQUEST_ID_HEADER, failure, failure_headers, log_failure, new_request_id
from contract.errors import ServiceError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

# An answer up to this size stays in memory; a larger one goes to a temporary file.
MEMORY_BYTES_MAX = 262_144
PIECE_BYTES = 65_536
# Maximum time for a caller to read one piece.
WRITE_SECONDS = 20.0
# Minimum average rate at which a large answer must be read.
BYTES_PER_SECOND_MIN = 50_000


class SlowReader(Exception):
    """The caller did not read its answer in time. When the application raises it, the server closes the connection."""


@dataclass(frozen=True)
class Answer:
    """A complete answer. `body` is bytes, or a file that is closed once the answer was sent."""

    status: int
    headers: Headers
    body: bytes | IO[bytes] = b""
    length: int = 0
    bodiless: bool = False

    async def send(self, send: Send) -> None:
        """Send the answer.

        Raises:
            SlowReader: a piece was not read in time.
        """
        headers = self.headers
        if not self.bodiless:
            headers = [*headers, (b"content-length", str(self.length).encode())]
        try:
            async with asyncio.timeout(WRITE_SECONDS + self.length / BYTES_PER_SECOND_MIN):
                await in_time(send({"type": "http.response.start", "status": self.status, "headers": headers}))
                for piece in _pieces(self.body):
                    await in_time(send({"type": "http.response.body", "body": piece, "more_body": True}))
                await in_time(send({"type": "http.response.body", "body": b""}))
        except TimeoutError as error:
            raise SlowReader("The response was read too slowly.") from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the file of an unsent body."""
        if not isinstance(self.body, bytes):
            self.body.close()

    def without_body(self) -> Answer:
        """The answer to a HEAD request."""
        self.close()
        return Answer(self.status, self.headers, bodiless=True)

    def closing(self) -> Answer:
        """The same answer, after which the connection is closed. The rest of the request is not read."""
        return Answer(self.status, [*self.headers, (b"connection", b"close")], self.body, self.length)


class Spool:
    """Collects a body. A small body stays in memory."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(MEMORY_BYTES_MAX)  # noqa: SIM115  (closed with the answer)
        self.length = 0

    def add(self, pieces: Iterable[bytes]) -> None:
        for piece in pieces:
            self._file.write(piece)
            self.length += len(piece)

    def body(self) -> bytes | IO[bytes]:
        """The collected body. A file is positioned at its beginning."""
        self._file.seek(0)
        if self.length > MEMORY_BYTES_MAX:
            return self._file
        with self._file:
            return self._file.read()


def json_answer(status: int, body: dict[str, Any], headers: dict[str, str]) -> Answer:
    """An answer that the ASGI application creates without Flask."""
    content = json.dumps(body, ensure_ascii=False).encode()
    every = {"content-type": "application/json", "cache-control": NO_STORE, **headers}
    return Answer(
        status, [(name.lower().encode(), value.encode()) for name, value in every.items()], content, len(content)
    )


def failed(error: ServiceError) -> Answer:
    """The error envelope for a request that does not reach Flask. The connection is closed after it."""
    request_id = new_request_id()
    log_failure(error, request_id)
    headers = {**failure_headers(error), REQUEST_ID_HEADER: request_id}
    return json_answer(error.status, failure(error, request_id), headers).closing()


def _pieces(body: bytes | IO[bytes]) -> Iterable[bytes]:
    if isinstance(body, bytes):
        for start in range(0, len(body), PIECE_BYTES):
            yield body[start : start + PIECE_BYTES]
        return
    while piece := body.read(PIECE_BYTES):
        yield piece


async def in_time(sending: Awaitable[None]) -> None:
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await sending
    except TimeoutError as error:
        raise SlowReader(f"A part of the response was not read within {WRITE_SECONDS:g} s.") from error


async def disconnected(receive: Receive) -> None:
    """Return when the caller has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
