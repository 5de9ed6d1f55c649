"""The websocket of a crawl or batch of Firecrawl's interface: `GET /v2/crawl/{id}` and `/v2/batch/scrape/{id}` with an upgrade.

It sends JSON texts: `catchup` with the counters, `document` for each page that completed, also for those before it was opened,
and `done` or `error` at the end. The key is sent as the Authorization header or, by browsers and Node, as the subprotocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from api import state
from api.asgi import client_address
from api.asgi.answer import Message, Receive, Send, in_time
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header
from api.asgi.rest_call import KEY, Rest, RestAnswer, RestCalls, RestRequest, key_of
from api.call_span import name_route, note_ids
from api.checks import auth
from api.envelope import REQUEST_ID_KEY, new_request_id
from api.firecrawl import jobs, routes
from api.firecrawl.failures import Refused
from api.firecrawl.routes import Route
from api.ratelimit import network_of
from api.resources.page_jobs import events
from api.shares import Shares
from contract.errors import ServiceError, TooManyRequests, Unauthorized
from contract.firecrawl import documents
from contract.operations import BATCH, CRAWL, Operation

# Reasons of a close: the job has ended, the call is refused, the key is not valid.
ENDED, REFUSED, WRONG_KEY = 1000, 1008, 3000
# Interval of checks whether a listener may still see the job, as for event streams.
CHECK_SECONDS = 15.0
SOCKETS_MAX = 32
_OPERATIONS: dict[routes.Answer, Operation] = {jobs.crawl_status: CRAWL, jobs.batch_status: BATCH}


class FirecrawlSockets:
    """The websockets of one API process."""

    def __init__(self, shared: state.State, pool: FlaskPool, rest: Rest, is_draining: Callable[[], bool]) -> None:
        self._state = shared
        self._pool = pool
        self._calls = RestCalls(rest)
        self._is_draining = is_draining
        # The server collects a message of up to 64 MB before it passes it on, so a workspace has few of them.
        self._slots = Shares("websockets", SOCKETS_MAX, SOCKETS_MAX // 4, {"workspace": 8, "key": 8, "address": 16})

    async def serve(self, scope: Message, receive: Receive, send: Send) -> None:
        """Send what happens to a job until it ends.

        Nothing that the caller sends is read before its key is known. A path that is not a job's status, and a socket beyond
        the share of its workspace, are refused with 403: clients then read the status.
        """
        await receive()
        route, paths = _watched(scope["path"])
        if route is not None:
            name_route(scope, "GET", route.path)
        if not paths or self._is_draining():
            await send({"type": "websocket.close", "code": REFUSED})
            return
        protocol = header(scope, "Sec-WebSocket-Protocol").partition(",")[0].strip(" \t")
        scope = {**scope, KEY: key_of(scope) or protocol, REQUEST_ID_KEY: new_request_id()}
        accept: Message = {"type": "websocket.accept", "subprotocol": protocol or None}
        address = client_address.of(scope)
        try:
            caller = await self._pool.run(partial(auth.identify, scope[KEY], address))
        except ServiceError as error:
            await send(accept)
            await _send(send, "error", error=error.message)
            code = WRONG_KEY if isinstance(error, Unauthorized) else REFUSED
            await send({"type": "websocket.close", "code": code})
            return
        note_ids(scope, request_id=scope[REQUEST_ID_KEY], workspace_id=caller.workspace_id)
        owners = {"workspace": str(caller.workspace_id), "key": str(caller.key_id), "address": network_of(address)}
        try:
            with self._slots.slot(owners):
                await send(accept)
                await self._watch(scope, paths, receive, send)
        except TooManyRequests:
            await send({"type": "websocket.close", "code": REFUSED})

    async def _watch(self, scope: Message, paths: list[str], receive: Receive, send: Send) -> None:
        """Send the messages of the first job that exists, and close the socket unless the caller has."""
        for path in paths:
            if (status := await self._status(scope, path)).status != 404:
                break
        if status.status >= 400:
            await _send(send, "error", error=status.body["error"]["message"])
            await send({"type": "websocket.close", "code": REFUSED})
            return
        # Clients stop at a status that is an end, so also an ended job begins as a running one: its documents come first.
        running = jobs.progress({**status.body, "status": "running"})
        await _send(send, "catchup", data={**running, "data": []})
        following = asyncio.ensure_future(self._follow(scope, path, send))
        # Clients of Firecrawl send no message, so what comes is the end. The server answers pings only while a message is awaited.
        hung_up = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((following, hung_up), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hung_up.cancel()
            following.cancel()
        if following.done():
            await send({"type": "websocket.close", "code": following.result()})

    async def _follow(self, scope: Message, path: str, send: Send) -> int:
        """Send the pages and the end of a job. Returns the code of the close."""
        checked_at = time.monotonic()
        async with contextlib.aclosing(events.stream(self._state, f"{path}/events", 0)) as stream:  # type: ignore[type-var]
            async for text in stream:
                if self._is_draining():
                    break
                if time.monotonic() - checked_at > CHECK_SECONDS:
                    checked_at = time.monotonic()
                    if (await self._status(scope, path)).status in (401, 403, 404):
                        return REFUSED
                name, content = _event(text)
                if name == "page":
                    page = await asyncio.to_thread(json.loads, content)
                    if page.get("data"):
                        await _send(send, "document", data=documents.of(page["data"]))
                elif name == "completed":
                    await _send(send, "done", data=jobs.progress(json.loads(content)))
                    return ENDED
                elif name in ("failed", "cancelled"):
                    await _send(send, "error", error=json.loads(content)["error"] or f"The job was {name}.")
                    return ENDED
        # Firecrawl's clients then read the status.
        return ENDED

    async def _status(self, scope: Message, path: str) -> RestAnswer:
        return await self._calls.send(RestRequest("GET", path, "limit=1&includeData=false", b""), scope)


def _watched(path: str) -> tuple[Route | None, list[str]]:
    """The route of a job's status, and the paths that it may have in our own interface. None and nothing for other paths.

    Version 1 of Firecrawl's JavaScript client watches batches at the path of crawls.
    """
    try:
        route = routes.find("GET", path)
    except Refused:
        return None, []
    if (operation := _OPERATIONS.get(route.answer)) is None:
        return None, []
    operations = [CRAWL, BATCH] if operation is CRAWL and path.startswith("/v1/") else [operation]
    known = [f"{each.path}/{route.job_id}" for each in operations]
    return route, [each for each in known if events.is_stream(f"{each}/events")]


def _event(text: str) -> tuple[str, str]:
    """(name, data) of a server-sent event; empty texts for a comment."""
    fields = dict(line.partition(": ")[::2] for line in text.splitlines())
    return fields.get("event", ""), fields.get("data", "")


async def _send(send: Send, kind: str, **content: Any) -> None:
    text = await asyncio.to_thread(json.dumps, {"type": kind, **content}, ensure_ascii=False)
    await in_time(send({"type": "websocket.send", "text": text}))
