"""The ASGI application around Flask: buffers bodies, waits for jobs, streams events and sends answers without a thread.

A call uses a thread only while Flask runs (`api.asgi.flask_pool`): not while a page is fetched, a slow client sends its
request, or a slow client reads its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from api import call_span, state
from api.app import create_app
from api.asgi import client_address, hosts, static_files
from api.asgi.answer import Answer, Message, Receive, Send, SlowReader, disconnected, failed, json_answer
from api.asgi.bodies import Bodies
from api.asgi.connections import ConnectionGuard, Peer
from api.asgi.documents import PATHS, Documents
from api.asgi.event_streams import EventStreams
from api.asgi.flask_pool import Called, FlaskPool
from api.asgi.logos.serving import LogoServing
from api.asgi.mcp.serving import McpServing
from api.asgi.request_body import Body
from api.envelope import INTERNAL_FAILURE, REQUEST_ID_HEADER, new_request_id
from api.firecrawl import paths as firecrawl_paths
from api.gauges import Gauges
from api.resources.page_jobs import events
from api.threads import EVENT_THREADS
from api.waiting import AWAY_PROBE_SECONDS, PROBE_SECONDS
from contract.environment import Environment
from contract.errors import InternalServerError, InvalidRequest, MethodNotAllowed, ServiceError, ServiceUnavailable
from contract.process import memory
from workers.mailbox import FINISHED_CHANNEL

if TYPE_CHECKING:
    from api.asgi.firecrawl import FirecrawlServing
    from api.asgi.firecrawl_sockets import FirecrawlSockets

log = logging.getLogger(__name__)

HEALTH_PATH = "/healthz"
# Maximum time to end the remaining calls after the grace period of a shutdown.
GIVE_UP_SECONDS = 2.0
# Interval of checks whether an address has too many connections.
GUARD_SECONDS = 1.0


class Application:
    """The ASGI application of one process."""

    def __init__(self, environment: Environment) -> None:
        self.flask = create_app(environment)
        self.state: state.State = self.flask.extensions[state.KEY]
        self.gauges: Gauges = self.state.gauges
        self._pool = FlaskPool(self.flask)
        self._bodies = Bodies(self._pool)
        self._logos = LogoServing(self.state, self._pool)
        self._mcp = McpServing(self._pool, self._rest, self._bodies.read)
        self._firecrawl: FirecrawlServing | None = None
        self._sockets: FirecrawlSockets | None = None
        self._documents = Documents(self._pool)
        self._probing: asyncio.Task[None]
        self._in_progress = 0
        # The peers whose request is in progress: those of the connections, also with a proxy.
        self._busy: set[Peer] = set()
        self._draining = False
        self._giving_up = asyncio.Event()
        # Heartbeats have their own thread, so that no other work delays them.
        self._background = ThreadPoolExecutor(1, "api-background")
        self._streams = EventStreams(self.state, self._pool, lambda: self._draining)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        peer: Peer = scope.get("client") or ("", 0)
        scope = client_address.with_client(scope, self.state.environment.trusted_proxies)
        self._in_progress += 1
        self._busy.add(peer)
        try:
            serve = self._serve_socket if scope["type"] == "websocket" else self._serve
            await call_span.serve(serve, scope, receive, send)
        except SlowReader:
            self.gauges.refused.labels("slow reader").inc()
            raise  # The server closes the connection.
        finally:
            self._in_progress -= 1
            self._busy.discard(peer)

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        answer = await self._answered(scope, receive, send)
        if answer is not None:
            await (answer.without_body() if scope["method"] == "HEAD" else answer).send(send)

    async def _answered(self, scope: Message, receive: Receive, send: Send) -> Answer | None:
        """The answer to a request, also after an internal error."""
        try:
            hosts.check(scope, self.state.environment)
            return await self._answer(scope, receive, send)
        except ServiceError as error:
            self.gauges.refused.labels(error.code).inc()
            if isinstance(error, InvalidRequest):
                log.info("Refused a request to %r: %s", scope["path"], error.message)
            return failed(error)
        except SlowReader:
            raise
        except Exception:
            # The outermost handler of the HTTP entry point.
            log.exception("A request to %r failed", scope["path"])
            return failed(InternalServerError(INTERNAL_FAILURE))

    async def start(self) -> None:
        """Connect, start the threads, and listen for ended jobs."""
        self.state.mailbox.listen(FINISHED_CHANNEL, self.state.waiting.wake)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(EVENT_THREADS, "api-events"))
        await self._pool.start()
        self._logos.start()
        await self._in_background(self._beat)
        self._probing = asyncio.ensure_future(self._probe())
        memory.release_startup_memory()

    def busy_peers(self) -> Collection[Peer]:
        """The peers with a request in progress. May be called from any thread."""
        return self._busy.copy()

    async def guard(self, connections: ConnectionGuard) -> None:
        """End connections beyond the share of their address, until cancelled."""
        while True:
            await asyncio.sleep(GUARD_SECONDS)
            if ended := await asyncio.to_thread(connections.check):
                self.gauges.refused.labels("connections").inc(ended)
                log.warning("Ended %s connections of addresses that had too many.", ended)

    async def drain(self, grace_seconds: float) -> None:
        """Reject new calls and wait for running ones. Calls that still wait afterwards get an uncharged 503."""
        self._draining = True
        await self._idle(grace_seconds)
        self._giving_up.set()
        await self._idle(GIVE_UP_SECONDS)

    async def _idle(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._in_progress and time.monotonic() < until:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Let running calls end, then close the connections."""
        self._probing.cancel()
        await self._in_background(self.state.calls.write)
        await self._in_background(self.state.leave)
        await self._mcp.stop()
        await asyncio.to_thread(self._logos.stop)
        await asyncio.to_thread(self._pool.stop)
        self._background.shutdown(wait=False)
        self.state.mailbox.stop()
        self.state.database.dispose()
        self.state.heartbeat_database.dispose()

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> Answer | None:
        """The answer to a request. None when it was already sent, or the caller has disconnected."""
        if scope["path"] == HEALTH_PATH:
            if scope["method"] not in ("GET", "HEAD"):
                raise MethodNotAllowed.of(("GET", "HEAD"))
            return json_answer(200, {"alive": True}, {REQUEST_ID_HEADER: new_request_id()})
        if self._draining:
            return failed(ServiceUnavailable("This process is shutting down. Try again.", retry_after_seconds=1))
        if static_files.is_for(scope["path"]):
            return static_files.answer(scope)
        if scope["method"] == "GET" and scope["path"] in PATHS:
            return await self._documents.answer(scope)
        if (domain := self._logos.requested_domain(scope)) is not None:
            return await self._logos.answer(scope, domain)
        if self._mcp.is_for(scope["path"]):
            return await self._mcp.answer(scope, receive, send)
        if firecrawl_paths.is_for(scope["path"]):
            return await (await self._firecrawl_serving()).answer(scope, receive)
        body = await self._bodies.read(scope, receive)
        if body is None:
            return None  # The caller disconnected.
        if scope["method"] == "GET" and events.is_stream(scope["path"]) and not body.oversized:
            return await self._streams.answer(scope, receive, send)
        answer = await self._rest(scope, body, receive)
        return answer.closing() if answer is not None and body.oversized else answer

    async def _firecrawl_serving(self) -> FirecrawlServing:
        """Firecrawl's interface, which is imported with its first call."""
        if self._firecrawl is None:
            module = await asyncio.to_thread(importlib.import_module, "api.asgi.firecrawl")
            self._firecrawl = module.FirecrawlServing(self.state.environment, self._rest, self._bodies.read)
        return self._firecrawl

    async def _serve_socket(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a websocket. Only Firecrawl's interface has some; other upgrades are refused with 403."""
        try:
            hosts.check(scope, self.state.environment)
            if not firecrawl_paths.is_for(scope["path"]):
                await send({"type": "websocket.close", "code": 1008})
                return
            sockets = await self._firecrawl_sockets()
            self.gauges.listening += 1
            try:
                await sockets.serve(scope, receive, send)
            finally:
                self.gauges.listening -= 1
        except InvalidRequest:
            await send({"type": "websocket.close", "code": 1008})
        except SlowReader:
            raise  # The server closes the connection.
        except Exception:
            log.exception("A websocket of %r failed", scope["path"])
            with contextlib.suppress(Exception):
                await send({"type": "websocket.close", "code": call_span.INTERNAL_ERROR})

    async def _firecrawl_sockets(self) -> FirecrawlSockets:
        """The websockets, which are imported with the first one."""
        if self._sockets is None:
            module = await asyncio.to_thread(importlib.import_module, "api.asgi.firecrawl_sockets")
            made = module.FirecrawlSockets(self.state, self._pool, self._rest, lambda: self._draining)
            self._sockets = self._sockets or made
        return self._sockets

    async def _rest(self, scope: Message, body: Body, receive: Receive) -> Answer | None:
        """The answer of Flask to a request whose body is complete. None when the caller has disconnected."""
        return await self._carry(await self._pool.call(scope, body.content, body.length), receive)

    async def _carry(self, called: Called, receive: Receive) -> Answer | None:
        """The answer of a call, after waiting for its job when Flask returned a `Waiting`."""
        waiting = called.waiting
        if waiting is None:
            return called.answer
        hung_up = asyncio.ensure_future(disconnected(receive))
        ended = asyncio.wrap_future(waiting.call.ended)
        giving_up = asyncio.ensure_future(self._giving_up.wait())
        try:
            waits: set[asyncio.Future[Any]] = {ended, hung_up, giving_up}
            await asyncio.wait(waits, timeout=waiting.budget_seconds, return_when=asyncio.FIRST_COMPLETED)
            if not hung_up.done() and (ended.done() or not giving_up.done()):
                return await self._pool.resume(called)
            await self._pool.run(waiting.give_up)
            if hung_up.done():
                return None
            self.gauges.refused.labels("shutting down").inc()
            return failed(ServiceUnavailable("This process is shutting down. Try again.", retry_after_seconds=1))
        finally:
            hung_up.cancel()
            giving_up.cancel()
            self.state.waiting.leave(waiting.call)

    async def _probe(self) -> None:
        """Find ended jobs whose announcement was lost, for all waiting calls together."""
        while True:
            await asyncio.sleep(AWAY_PROBE_SECONDS if self.state.mailbox.is_away else PROBE_SECONDS)
            try:
                await self._in_background(self._beat)
                await self._in_background(self.state.calls.write)
                await self._in_background(lambda: self.state.waiting.probe(self.state.ended_jobs))
            except Exception:
                # An error must not end this loop: it stores heartbeats and makes up for lost announcements.
                log.exception("The heartbeat of this process failed")

    async def _in_background(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._background, work)

    def _beat(self) -> None:
        try:
            self.state.beat()
            self.state.free_waiting_jobs()
        except SQLAlchemyError as error:
            log.warning("The heartbeat of this process could not be stored: %s", error)
