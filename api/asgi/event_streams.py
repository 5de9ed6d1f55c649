"""Streams the events of a job: only to a caller who may see it, and only while that remains true."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable
from functools import partial

from api import state
from api.asgi import client_address
from api.asgi.answer import Answer, Message, Receive, Send, disconnected, in_time
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header
from api.checks import auth
from api.ratelimit import network_of
from api.resources.page_jobs import events
from api.shares import Owners, Shares
from models.accounts.caller import Caller

# Open streams of all, and of one owner.
STREAMS_MAX = 500
STREAMS_EACH = {"workspace": 100, "key": 50, "address": 200}
# Interval of checks whether a listener may still see the job: its key may be revoked or its workspace suspended.
CHECK_SECONDS = 15.0


class EventStreams:
    """The event streams of one API process. They end when `is_draining` says so."""

    def __init__(self, shared: state.State, pool: FlaskPool, is_draining: Callable[[], bool]) -> None:
        self._state = shared
        self._pool = pool
        self._is_draining = is_draining
        self._shares = Shares("event streams", STREAMS_MAX, STREAMS_MAX // 5, STREAMS_EACH)

    async def answer(self, scope: Message, receive: Receive, send: Send) -> Answer | None:
        """None after a stream; an answer if there is none."""
        caller = await self._pool.run(partial(auth.identify_request, partial(header, scope), client_address.of(scope)))
        with self._shares.slot(_owners(caller, scope)):
            return await self._stream_to(scope, receive, send)

    async def _stream_to(self, scope: Message, receive: Receive, send: Send) -> Answer | None:
        answer = (await self._pool.call(scope, b"", 0)).answer
        if answer.status != 200:
            return answer
        await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
        hung_up = asyncio.ensure_future(disconnected(receive))
        self._state.gauges.listening += 1
        try:
            async with contextlib.aclosing(self._events(scope)) as stream:
                async for event in stream:
                    if hung_up.done() or self._is_draining():
                        break
                    await in_time(send({"type": "http.response.body", "body": event.encode(), "more_body": True}))
            await in_time(send({"type": "http.response.body", "body": b""}))
        finally:
            self._state.gauges.listening -= 1
            hung_up.cancel()
        return None

    async def _events(self, scope: Message) -> AsyncGenerator[str, None]:
        last = dict(scope["headers"]).get(b"last-event-id", b"")[:9]
        checked_at = time.monotonic()
        async for event in events.stream(
            self._state, scope["path"], int(last) if last.isdigit() else 0, scope["query_string"]
        ):
            if time.monotonic() - checked_at > CHECK_SECONDS:
                checked_at = time.monotonic()
                if (await self._pool.call(scope, b"", 0)).answer.status in (401, 403, 404):
                    return
            yield event


def _owners(caller: Caller, scope: Message) -> Owners:
    address = network_of(client_address.of(scope))
    return {"workspace": str(caller.workspace_id), "key": str(caller.key_id), "address": address}
