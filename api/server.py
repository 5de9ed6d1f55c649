"""The ASGI parent: buffers bodies so that a slow sender holds no thread, answers `/healthz` itself, hands on to Flask."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from a2wsgi import WSGIMiddleware

from api import events, state
from api.app import create_app
from api.envelope import REQUEST_ID_HEADER, failure, failure_headers, new_request_id
from contract import limits, memory
from contract.environment import Environment
from contract.errors import RequestTimeout, ServiceError, ServiceUnavailable

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# A waiting call holds a thread for up to 90 s: this many may wait at once, the next is told to come back.
THREADS = 200
# Each looks at its job twice a second.
LISTENERS = 500
# A key may be revoked and a workspace suspended while somebody listens.
ASK_AGAIN_SECONDS = 15.0


class SlowSender(RequestTimeout):
    """The request body did not arrive in time."""

    status = 408


@dataclass(frozen=True)
class Body:
    """A request body. Of one that is larger than a request may be nothing is kept but how much of it had come by then."""

    content: bytes
    length: int

    @property
    def cut(self) -> bool:
        return self.length > len(self.content)


EMPTY = Body(b"", 0)


class Application:
    """The ASGI application of one process."""

    def __init__(self, environment: Environment) -> None:
        self.flask = create_app(environment)
        self.state: state.State = self.flask.extensions[state.KEY]
        self._wsgi = WSGIMiddleware(cast(Any, self.flask), workers=THREADS)
        self._busy = 0
        self._listening = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.state.mailbox.start()
                await asyncio.to_thread(_spawn_all, self._wsgi.executor)
                memory.release_startup_memory()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.state.mailbox.stop()
                self.state.database.dispose()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] == "/healthz":
            await _send_json(send, 200, {"alive": True}, {REQUEST_ID_HEADER: new_request_id()})
            return
        try:
            body = await _whole_body(receive)
        except ServiceError as error:
            await _refuse(send, error)
            return
        if body is None:
            return  # The caller hung up.
        if self._busy >= THREADS:
            await _refuse(send, ServiceUnavailable("All places are taken; try again shortly.", retry_after_seconds=2))
            return
        job = events.status_path(scope["path"]) if scope["method"] == "GET" else None
        if job is not None:
            await self._stream(scope, job, body, receive, send)
        else:
            await self._hand_on(scope, body, receive, send)

    async def _hand_on(self, scope: Message, body: Body, receive: Receive, send: Send) -> None:
        """Let Flask answer, in one of the threads: also to what is too large, since it knows who may call at all."""
        self._busy += 1
        sent = _closing(send) if body.cut else send
        try:
            await self._wsgi(_with_length(scope, body.length), _replay(body.content, receive), sent)  # type: ignore[arg-type]
        finally:
            self._busy -= 1

    async def _stream(self, scope: Message, job: str, body: Body, receive: Receive, send: Send) -> None:
        """The events of a job, for whoever may ask for its status, and for as long as he may."""
        if self._listening >= LISTENERS:
            await _refuse(
                send, ServiceUnavailable("Too many listen already; try again shortly.", retry_after_seconds=10)
            )
            return
        answer = await self._status(scope, job, body, receive)
        if answer[0]["status"] != 200:
            for message in answer:
                await send(message)
            return
        kept = [pair for pair in answer[0]["headers"] if pair[0].lower() not in (b"content-length", b"content-type")]
        headers = [*kept, (b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        told = dict(scope["headers"]).get(b"last-event-id", b"")[:9]
        gone = asyncio.ensure_future(_hung_up(receive))
        asked_at = time.monotonic()
        self._listening += 1
        try:
            async for event in events.stream(self.state, job, int(told) if told.isdigit() else 0):
                if time.monotonic() - asked_at > ASK_AGAIN_SECONDS:
                    asked_at = time.monotonic()
                    if (await self._status(scope, job, EMPTY, _nothing))[0]["status"] in (401, 403, 404):
                        break
                if gone.done():
                    return
                await send({"type": "http.response.body", "body": event.encode(), "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._listening -= 1
            gone.cancel()

    async def _status(self, scope: Message, job: str, body: Body, receive: Receive) -> list[Message]:
        """What Flask says to whoever asks for the job's status."""
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        asked = {**scope, "path": job, "raw_path": job.encode(), "query_string": b"limit=1&includeData=false"}
        await self._hand_on(asked, body, receive, keep)
        return answer


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _hung_up(receive: Receive) -> None:
    """Returns when the caller is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def create_application(environment: Environment) -> Application:
    """The ASGI application for uvicorn."""
    return Application(environment)


async def _whole_body(receive: Receive) -> Body | None:
    """The request body, or None when the caller hung up.

    Raises:
        SlowSender: slower than a request may be.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(limits.REQUEST_MAX_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > limits.REQUEST_MAX_BYTES:
                    return Body(b"", len(body))
                if not message.get("more_body"):
                    return Body(bytes(body), len(body))
    except TimeoutError as error:
        raise SlowSender(f"The request body did not arrive within {limits.REQUEST_MAX_SECONDS} seconds.") from error


def _with_length(scope: Message, length: int) -> Message:
    """The request as it is now that its body is whole: WSGI reads no more than Content-Length says."""
    kept = [pair for pair in scope["headers"] if pair[0] not in (b"transfer-encoding", b"content-length")]
    return {**scope, "headers": [*kept, (b"content-length", str(length).encode())]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the buffered body, then whatever comes after it."""
    pending = [body]

    async def replayed() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return replayed


def _closing(send: Send) -> Send:
    """A `send` whose answer ends the connection: the rest of the request is not read."""

    async def closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return closing


async def _refuse(send: Send, error: ServiceError) -> None:
    request_id = new_request_id()
    headers = {**failure_headers(error), REQUEST_ID_HEADER: request_id, "Connection": "close"}
    await _send_json(send, error.status, failure(error, request_id), headers)


async def _send_json(send: Send, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
    content = json.dumps(body).encode()
    every = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
    pairs = [(name.lower().encode(), value.encode()) for name, value in every.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": content})


def _spawn_all(executor: ThreadPoolExecutor) -> None:
    """Start all threads now: started one by one under a burst, they held up the loop for seconds."""
    barrier = threading.Barrier(THREADS + 1)
    for _ in range(THREADS):
        executor.submit(barrier.wait)
    barrier.wait()
