"""The body of a request, read completely before a thread takes the call."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from api.asgi.answer import Receive
from contract import limits
from contract.errors import InvalidRequest, RequestTimeout


class SlowSender(RequestTimeout):
    """The request body did not arrive in time."""

    status = 408


@dataclass(frozen=True)
class Body:
    """The received part of a request body. An oversized body is discarded; only its length is stored."""

    content: bytes
    length: int
    whole: bool = True

    @property
    def oversized(self) -> bool:
        return self.length > len(self.content)


EMPTY = Body(b"", 0)


async def whole_body(
    receive: Receive, most: int, limit: int, begun: Body = EMPTY, *, is_chunked: bool = False
) -> Body | None:  # fmt: skip
    """The body up to `most` bytes, continuing after `begun`. None when the caller disconnected.

    The server reports a malformed chunk as a disconnection. So the end of a chunked body before its last chunk is an error.

    A body longer than `most` is returned as received so far, not `whole`. Above `limit` bytes it is oversized.

    Raises:
        SlowSender: the body did not arrive in time.
        InvalidRequest: a chunked body ended before its last chunk.
    """
    body = bytearray(begun.content)
    try:
        async with asyncio.timeout(limits.REQUEST_MAX_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    if is_chunked:
                        raise InvalidRequest("The body of the request is not a valid chunked body.")
                    return None
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limit:
                    return Body(b"", len(body))
                if not more or len(body) > most:
                    return Body(bytes(body), len(body), whole=not more)
    except TimeoutError as error:
        raise SlowSender(f"The request body did not arrive within {limits.REQUEST_MAX_SECONDS} seconds.") from error
