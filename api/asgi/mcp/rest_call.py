"""Sends a tool call as a REST request through the application of this process, without HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from api.asgi.answer import Answer, Message, Receive
from api.asgi.mcp.tools import RestRequest
from api.asgi.request_body import Body
from api.checks import auth
from api.envelope import REQUEST_ID_KEY, failure
from contract import limits
from contract.errors import RequestTooLarge, ServiceError

# The place in the ASGI scope of an MCP request where its checked key is.
KEY = "orbweaver.key"
# A larger answer is refused: it would have to be in memory several times. A screenshot may have this size.
RESULT_BYTES_MAX = 40_000_000
# Answers a REST request whose body is complete. Returns None when the caller has disconnected.
Rest = Callable[[Message, Body, Receive], Awaitable[Answer | None]]


@dataclass(frozen=True)
class RestAnswer:
    """The answer of an endpoint."""

    status: int
    body: dict[str, Any]

    @property
    def failed(self) -> bool:
        return self.status >= 400


def refused(error: ServiceError, request_id: str) -> RestAnswer:
    """The answer for a call that is not sent to its endpoint, or whose answer is not passed on."""
    return RestAnswer(error.status, failure(error, request_id))


class RestCalls:
    """Sends REST requests in the name of tool calls."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._ending: set[asyncio.Task[Answer | None]] = set()

    async def send(self, request: RestRequest, caller: Message) -> RestAnswer:
        """The answer to a request. `caller` is the ASGI scope of the MCP request, with its key and its request id.

        When the tool call is cancelled, the request ends as if its caller had disconnected.

        Raises:
            asyncio.CancelledError: the tool call was cancelled. The call is not charged.
        """
        gone = asyncio.Event()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        body = _body(request.body)
        calling = asyncio.ensure_future(self._rest(_scope(request, caller), body, receive))
        try:
            answer = await asyncio.shield(calling)
        except asyncio.CancelledError:
            gone.set()
            self._ending.add(calling)
            calling.add_done_callback(self._ending.discard)
            raise
        assert answer is not None
        if answer.length > RESULT_BYTES_MAX:
            answer.close()
            error = RequestTooLarge.of("limit", "must be lower: the result is too large for a tool")
            return refused(error, caller[REQUEST_ID_KEY])
        try:
            content = answer.body if isinstance(answer.body, bytes) else await asyncio.to_thread(answer.body.read)
        finally:
            answer.close()
        return RestAnswer(answer.status, await asyncio.to_thread(json.loads, content))


def _body(content: bytes) -> Body:
    return Body(b"", len(content)) if len(content) > limits.REQUEST_MAX_BYTES else Body(content, len(content))


def _scope(request: RestRequest, caller: Message) -> Message:
    headers = [(auth.HEADER.lower().encode(), caller[KEY].encode("latin-1"))]
    if request.method != "GET":
        headers.append((b"content-type", b"application/json"))
    return {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": request.query.encode(),
        "headers": headers,
        "client": caller.get("client"),
        REQUEST_ID_KEY: caller[REQUEST_ID_KEY],
    }
