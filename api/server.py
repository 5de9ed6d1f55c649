"""The ASGI application: reads request bodies, serves `/healthz` and event streams itself, and passes other requests to Flask.

It reads the whole body before it uses a thread, so that slow senders do not occupy threads.
"""

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

# Each call occupies a thread for up to 90 s. This many run at the same time; the next one is rejected with 503.
THREADS = 200
# Event streams at the same time. Each polls its job twice a second.
LISTENERS = 500
# How often an event stream checks that the key is not revoked and the workspace is not suspended
ACCESS_CHECK_SECONDS = 15.0


class SlowSender(RequestTimeout):
    """The request body was not received in time."""

    status = 408


@dataclass(frozen=True)
class Body:
    """A request body. Oversized bodies are discarded; only the length received so far is kept."""

    content: bytes
    length: int

    @property
    def discarded(self) -> bool:
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
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.state.mailbox.start()
                await asyncio.to_thread(_start_threads, self._wsgi.executor)
                memory.release_startup_memory()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.state.mailbox.stop()
                self.state.database.dispose()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _respond(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] == "/healthz":
            await _send_json(send, 200, {"alive": True}, {REQUEST_ID_HEADER: new_request_id()})
            return
        try:
            body = await _whole_body(receive)
        except ServiceError as error:
            await _reject(send, error)
            return
        if body is None:
            return  # the caller disconnected
        if self._busy >= THREADS:
            await _reject(
                send, ServiceUnavailable("Too many concurrent requests. Try again shortly.", retry_after_seconds=2)
            )
            return
        job = events.status_path(scope["path"]) if scope["method"] == "GET" else None
        if job is not None:
            await self._stream(scope, job, body, receive, send)
        else:
            await self._pass_to_flask(scope, body, receive, send)

    async def _pass_to_flask(self, scope: Message, body: Body, receive: Receive, send: Send) -> None:
        """Let Flask respond, in a thread. It also rejects oversized bodies, after it has authenticated the caller."""
        self._busy += 1
        sent = _closing(send) if body.discarded else send
        try:
            await self._wsgi(_with_length(scope, body.length), _replay(body.content, receive), sent)  # type: ignore[arg-type]
        finally:
            self._busy -= 1

    async def _stream(self, scope: Message, job: str, body: Body, receive: Receive, send: Send) -> None:
        """Send the events of a job, as long as the caller may read its status."""
        if self._listening >= LISTENERS:
            await _reject(
                send, ServiceUnavailable("Too many event streams are open. Try again shortly.", retry_after_seconds=10)
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
        last_event_id = dict(scope["headers"]).get(b"last-event-id", b"")[:9]
        disconnected = asyncio.ensure_future(_wait_for_disconnect(receive))
        checked_at = time.monotonic()
        self._listening += 1
        try:
            async for event in events.stream(self.state, job, int(last_event_id) if last_event_id.isdigit() else 0):
                if time.monotonic() - checked_at > ACCESS_CHECK_SECONDS:
                    checked_at = time.monotonic()
                    if (await self._status(scope, job, EMPTY, _disconnected))[0]["status"] in (401, 403, 404):
                        break
                if disconnected.done():
                    return
                await send({"type": "http.response.body", "body": event.encode(), "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._listening -= 1
            disconnected.cancel()

    async def _status(self, scope: Message, job: str, body: Body, receive: Receive) -> list[Message]:
        """Flask's response to a request for the job's status."""
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        status_scope = {**scope, "path": job, "raw_path": job.encode(), "query_string": b"limit=1&includeData=false"}
        await self._pass_to_flask(status_scope, body, receive, keep)
        return answer


async def _disconnected() -> Message:
    return {"type": "http.disconnect"}


async def _wait_for_disconnect(receive: Receive) -> None:
    """Return when the caller has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def create_application(environment: Environment) -> Application:
    """The ASGI application that uvicorn serves."""
    return Application(environment)


async def _whole_body(receive: Receive) -> Body | None:
    """The request body, or None when the caller disconnected.

    Raises:
        SlowSender: the body was not received in time.
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
        raise SlowSender(f"The request body was not received within {limits.REQUEST_MAX_SECONDS} seconds.") from error


def _with_length(scope: Message, length: int) -> Message:
    """The request with the Content-Length of its whole body: WSGI reads no more than this header says."""
    kept = [pair for pair in scope["headers"] if pair[0] not in (b"transfer-encoding", b"content-length")]
    return {**scope, "headers": [*kept, (b"content-length", str(length).encode())]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the buffered body first, then the messages after it."""
    pending = [body]

    async def replayed() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return replayed


def _closing(send: Send) -> Send:
    """A `send` that closes the connection after the response, because the rest of the request is not read."""

    async def closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return closing


async def _reject(send: Send, error: ServiceError) -> None:
    request_id = new_request_id()
    headers = {**failure_headers(error), REQUEST_ID_HEADER: request_id, "Connection": "close"}
    await _send_json(send, error.status, failure(error, request_id), headers)


async def _send_json(send: Send, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
    content = json.dumps(body).encode()
    every = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
    pairs = [(name.lower().encode(), value.encode()) for name, value in every.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": content})


def _start_threads(executor: ThreadPoolExecutor) -> None:
    """Start all threads now. Starting them one by one during a burst of requests blocked the event loop for seconds."""
    barrier = threading.Barrier(THREADS + 1)
    for _ in range(THREADS):
        executor.submit(barrier.wait)
    barrier.wait()
