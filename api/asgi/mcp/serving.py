"""Answers `POST /mcp` and `GET /mcp/tools`."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from api import state
from api.asgi import client_address
from api.asgi.answer import Answer, Message, Receive, Send, in_time
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import request_id_header
from api.asgi.mcp import tools
from api.asgi.request_body import Body
from api.asgi.rest_call import KEY, Rest, RestCalls, key_of, with_key
from api.call_span import name_route
from api.checks import auth
from api.envelope import REQUEST_ID_KEY, new_request_id
from api.oauth import discovery
from api.shares import Shares
from contract import limits
from contract.errors import MethodNotAllowed, RequestTooLarge, Unauthorized
from contract.fields.basic import at_most
from models.accounts.caller import Caller

if TYPE_CHECKING:
    from api.asgi.mcp.protocol import Protocol

PATH = discovery.RESOURCE_PATH
TOOLS_PATH = f"{PATH}/tools"
# For error messages. X-API-Key works too, but clients of the protocol send a bearer token.
KEY_SOURCE = "the Authorization header (Bearer ow_sk_…)"


class McpServing:
    """The MCP interface of one API process."""

    def __init__(
        self, pool: FlaskPool, rest: Rest, read_body: Callable[[Message, Receive], Awaitable[Body | None]]
    ) -> None:
        self._pool = pool
        self._calls = RestCalls(rest)
        self._read_body = read_body
        self._tools: list[dict[str, Any]] | None = None
        self._protocol: asyncio.Task[Protocol] | None = None
        # A tool call may wait for its result for 90 seconds.
        self._slots = Shares("MCP requests", slots=500, reserved=100, each={"workspace": 100})

    @staticmethod
    def is_for(path: str) -> bool:
        """Whether the path belongs to the MCP interface."""
        return path in (PATH, f"{PATH}/", TOOLS_PATH)

    async def stop(self) -> None:
        """End all calls."""
        if self._protocol is not None and self._protocol.done() and self._protocol.exception() is None:
            await self._protocol.result().stop()

    async def answer(self, scope: Message, receive: Receive, send: Send) -> Answer | None:
        """The answer to a request, or None when it was sent.

        Raises:
            ServiceError: the request is refused before any work.
        """
        name_route(scope, scope["method"], scope["path"].rstrip("/"))
        if scope["path"] == TOOLS_PATH:
            return await self._list(scope)
        if scope["method"] != "POST":
            raise MethodNotAllowed.of(("POST",))
        key = key_of(scope)
        address = client_address.of(scope)
        caller = await self._pool.run(lambda: _check(key, address))
        body = await self._read_body({**scope, auth.MCP_KEY: True, "headers": with_key(scope, key)}, receive)
        if body is None:
            return None  # The caller disconnected.
        if body.oversized:
            raise RequestTooLarge.of("body", at_most(limits.REQUEST_MAX_BYTES, "bytes"))
        with self._slots.slot({"workspace": str(caller.workspace_id)}):
            await self._handle(scope, key, body.content, receive, send)
        return None

    async def _list(self, scope: Message) -> Answer:
        if scope["method"] not in ("GET", "HEAD"):
            raise MethodNotAllowed.of(("GET", "HEAD"))
        content = json.dumps({"tools": await self._described()}, ensure_ascii=False).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"cache-control", b"public, max-age=300"),
            request_id_header(),
        ]
        return Answer(200, headers, content, len(content))

    async def _described(self) -> list[dict[str, Any]]:
        """The tools with the schemas of the published OpenAPI document."""
        if self._tools is None:
            scope = {
                "type": "http", "http_version": "1.1", "method": "GET", "path": "/openapi.json", "query_string": b"",
                "headers": [],
            }  # fmt: skip
            answer = (await self._pool.call(scope, b"", 0)).answer
            content = answer.body if isinstance(answer.body, bytes) else answer.body.read()
            answer.close()
            self._tools = tools.described(json.loads(content))
        return self._tools

    async def _handle(self, scope: Message, key: str, body: bytes, receive: Receive, send: Send) -> None:
        protocol = await self._started()
        content: bytes | None = body

        async def replay() -> Message:
            nonlocal content
            if content is None:
                return await receive()
            sent, content = content, None
            return {"type": "http.request", "body": sent, "more_body": False}

        request_id = new_request_id()
        own = request_id_header(request_id)

        async def send_in_time(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], own]}
            await in_time(send(message))

        await protocol.handle({**scope, KEY: key, REQUEST_ID_KEY: request_id, auth.MCP_KEY: True}, replay, send_in_time)

    async def _started(self) -> Protocol:
        """The MCP server, which starts with the first request."""
        if self._protocol is None or (self._protocol.done() and self._protocol.exception() is not None):
            self._protocol = asyncio.ensure_future(self._start())
        return await asyncio.shield(self._protocol)

    async def _start(self) -> Protocol:
        module = await asyncio.to_thread(importlib.import_module, "api.asgi.mcp.protocol")
        protocol: Protocol = module.Protocol(await self._described(), self._calls)
        await protocol.start()
        return protocol


def _check(key: str, address: str) -> Caller:
    """The caller of a request, whose requests are counted.

    Raises:
        ServiceError: the key is not valid, its workspace is suspended, or its rate limit is exceeded.
    """
    try:
        caller = auth.identify(key, address, KEY_SOURCE, is_mcp=True)
    except Unauthorized as error:
        error.challenge = discovery.challenge(state.of().environment.base_url)
        raise
    state.of().limiter.check(caller.plan, "status", str(caller.workspace_id))
    return caller
