"""Runs the Flask application in a small thread pool: one thread per call, only while our Python code runs.

A request body is complete before a thread takes the call, and an answer is complete before it is sent. So neither a
slow sender nor a slow reader holds a thread. A waiting call leaves its thread (`api.waiting`) and resumes later.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, g
from werkzeug.test import run_wsgi_app
from werkzeug.wsgi import ClosingIterator

from api.asgi.answer import Answer, Message, Spool
from api.asgi.content_coding import encode
from api.call_span import SPAN_KEY, TRACE_KEY
from api.checks.auth import MCP_KEY
from api.dispatch import WEBHOOK_FORM_KEY
from api.envelope import REQUEST_ID_KEY
from api.threads import FLASK_THREADS, RESERVED_THREADS
from api.waiting import Waiting
from contract.process import log_context
from contract.process.turns import Turns
from contract.tracing import spans

T = TypeVar("T")
ACCEPTED = "HTTP_ACCEPT_ENCODING"
# Entries of the scope that Flask gets too. No header of a caller is among them.
_PASSED_ON = (REQUEST_ID_KEY, WEBHOOK_FORM_KEY, MCP_KEY, TRACE_KEY, SPAN_KEY)
RESERVED_PATHS = ("/readyz", "/metrics")
START_SECONDS = 10


@dataclass(frozen=True)
class Called:
    """The result of a call: an answer, or a wait that `FlaskPool.resume` ends."""

    answer: Answer
    waiting: Waiting | None
    environ: dict[str, Any]
    stored: dict[str, Any]


class FlaskPool:
    """The application and its threads."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(FLASK_THREADS, "api")
        # Callers use the threads in turn, so thousands of calls of one do not delay those of another.
        self._turns = Turns(FLASK_THREADS)
        self._reserved = ThreadPoolExecutor(RESERVED_THREADS, "api-reserved")
        self._cancelling = ThreadPoolExecutor(RESERVED_THREADS, "api-cancelling")

    async def start(self) -> None:
        """Start all threads now. Starting them one by one during a burst would block the loop."""
        await asyncio.to_thread(_fill, self._threads, FLASK_THREADS)

    def stop(self) -> None:
        """Stop the threads when their calls have ended."""
        self._threads.shutdown(wait=True)
        self._reserved.shutdown(wait=True)
        self._cancelling.shutdown(wait=True)

    async def call(self, scope: Message, body: bytes, length: int) -> Called:
        """Call Flask. `length` is the length of the body as sent; an oversized body itself is discarded."""
        environ = _environ(scope, body, length)
        loop = asyncio.get_running_loop()
        if scope["path"] in RESERVED_PATHS:
            return await loop.run_in_executor(self._reserved, self.answer, environ)
        if scope["method"] == "DELETE":
            return await loop.run_in_executor(self._cancelling, self.answer, environ)
        async with self._turns.slot(_caller(environ)):
            return await loop.run_in_executor(self._threads, self.answer, environ)

    async def resume(self, called: Called) -> Answer:
        """Let Flask answer a call whose wait has ended, before it begins other calls of the same caller."""
        async with self._turns.slot(_caller(called.environ), first=True):
            return await asyncio.get_running_loop().run_in_executor(self._threads, self.finish, called)

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function in the application's context."""

        def in_context() -> T:
            with self._app.app_context():
                return work()

        async with self._turns.slot(None):
            return await asyncio.get_running_loop().run_in_executor(self._threads, in_context)

    def answer(self, environ: dict[str, Any]) -> Called:
        """Call the application in this thread."""
        stored: dict[str, Any] = environ.setdefault("orbweaver.call", {})
        pieces, status, headers = run_wsgi_app(self._app, environ)
        spool = Spool()
        with contextlib.closing(ClosingIterator(pieces)) as closed:
            spool.add(encode(closed, int(status[:3]), headers, environ.get(ACCEPTED, "")))
        answer = Answer(int(status[:3]), _wire(headers.to_wsgi_list()), spool.body(), spool.length)
        return Called(answer, stored.get("waiting"), environ, stored)

    def finish(self, called: Called) -> Answer:
        """The answer of a call whose wait has ended. The usual error handlers and response hooks apply."""
        assert called.waiting is not None
        call = called.waiting.call
        request_id = called.stored.get("request_id")
        ids = log_context.scope(
            request_id=request_id, job_id=call.job_id, workspace_id=call.workspace_id,
            trace_id=spans.trace_id(called.environ.get(TRACE_KEY)),
        )  # fmt: skip
        with ids, self._app.request_context(called.environ):
            for name, value in called.stored.items():
                setattr(g, name, value)
            del g.waiting
            try:
                response: Response = called.waiting.finish()
            except Exception as error:
                response = self._app.make_response(self._app.handle_user_exception(error))
            response = self._app.process_response(response)
            spool = Spool()
            accepted = called.environ.get(ACCEPTED, "")
            spool.add(encode(response.iter_encoded(), response.status_code, response.headers, accepted))
            return Answer(response.status_code, _wire(response.headers.to_wsgi_list()), spool.body(), spool.length)


def _caller(environ: dict[str, Any]) -> str:
    """Who calls: whoever sends the same credentials or, without any, has the same address. They are not checked yet."""
    given = (environ.get(name) for name in ("HTTP_X_API_KEY", "HTTP_AUTHORIZATION", "HTTP_COOKIE"))
    return next(filter(None, given), environ["REMOTE_ADDR"])


def _wire(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers in ASGI form, without Content-Length, which the sender of the body adds."""
    return [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in headers
        if name.lower() != "content-length"
    ]


def _environ(scope: Message, body: bytes, length: int) -> dict[str, Any]:
    """The request as a WSGI environment (PEP 3333)."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # WSGI wants bytes as latin-1. The raw path is used, so escapes that are not UTF-8 remain unchanged.
        "PATH_INFO": unquote_to_bytes(scope.get("raw_path") or scope["path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": str(client[0]) if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # WSGI would treat `x_api_key` as `x-api-key`, which a proxy may have checked.
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        if key in ("CONTENT_LENGTH", "TRANSFER_ENCODING"):
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    environ["CONTENT_LENGTH"] = str(length)
    environ |= {key: scope[key] for key in _PASSED_ON if key in scope}
    return environ


def _fill(pool: ThreadPoolExecutor, size: int) -> None:
    barrier = threading.Barrier(size + 1)
    for _ in range(size):
        pool.submit(barrier.wait)
    barrier.wait(START_SECONDS)
