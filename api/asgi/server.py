"""The HTTP server of one API process: granian in front of `api.asgi.application`, in this process and on its event loop.

granian limits connections that have not yet sent a request: 431 for endless headers, a timeout for incomplete headers
and for idle connections, and a maximum number of connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import signal

import uvloop
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from api.asgi.application import Application
from api.asgi.connections import ConnectionGuard
from contract.environment import Environment
from contract.tracing import spans

log = logging.getLogger(__name__)

HEADER_BYTES_MAX = 65_536
# Also the maximum idle time of a keep-alive connection.
HEADER_MILLISECONDS = 15_000
CONNECTIONS_MAX = 4_096
# Open files other than connections: databases, Redis, spooled answers, libraries.
OTHER_FILES = 512


def serve(environment: Environment, host: str, port: int, *, grace_seconds: float) -> None:
    """Serve until SIGTERM or SIGINT. Running calls then have `grace_seconds` to end."""
    uvloop.run(_serve(environment, host, port, grace_seconds))


async def _serve(environment: Environment, host: str, port: int, grace_seconds: float) -> None:
    spans.start(environment.otlp_endpoint, "api")
    application = Application(environment)
    server = Server(
        application,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=True,
        log_enabled=False,
        backlog=CONNECTIONS_MAX,
        backpressure=_connections_max(),
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=HEADER_BYTES_MAX),
    )
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await application.start()
    guard = ConnectionGuard(port, _connections_max(), environment.trusted_proxies, application.busy_peers)
    guarding = asyncio.ensure_future(application.guard(guard))
    serving = asyncio.ensure_future(server.serve())
    log.info("Listening on http://%s:%s", host, port)
    await asyncio.wait({serving, asyncio.ensure_future(stopping.wait())}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()  # For example, the port is in use.
    guarding.cancel()
    await application.drain(grace_seconds)
    server.stop()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2.0):
            await serving
    await application.stop()
    await asyncio.to_thread(spans.stop)


def _connections_max() -> int:
    """The maximum number of connections: as many as the process may open files, at most `CONNECTIONS_MAX`."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS_MAX + OTHER_FILES
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(64, allowed - OTHER_FILES)
