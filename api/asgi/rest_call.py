"""Sends REST requests of another interface (MCP, Firecrawl) through the application of this process, without HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from api.asgi.answer import Answer, Message, Receive
from api.asgi.headers import header
from api.asgi.request_body import Body
from api.call_span import TRACE_KEY
from api.checks import auth
from api.dispatch import WEBHOOK_FORM_KEY
from api.envelope import REQUEST_ID_KEY, failure
from api.request_size import max_bytes
from contract.errors import RequestTooLarge, ServiceError

# The entry of the ASGI scope that has the key of a request to the other interface.
KEY = "orbweaver.key"
_BEARER = "bearer "
# A larger answer is refused: it would have to be in memory several times. A screenshot may have this size.
RESULT_BYTES_MAX = 40_000_000
# Answers a REST request whose body is complete. Returns None when the caller has disconnected.
Rest = Callable[[Message, Body, Receive], Awaitable[Answer | None]]


@dataclass(frozen=True)
class RestRequest:
    """A call as a REST request. `headers` are sent beside the key and the content type.

    `webhook_form` is stored with the webhook of the job that is started (`contract.firecrawl.webhook`).
    """

    method: str
    path: str
    query: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    webhook_form: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class RestAnswer:
    """The answer of an endpoint. The names in `headers` are in lower case."""

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        return self.status >= 400


def refused(error: ServiceError, request_id: str) -> RestAnswer:
    """The answer for a call that is not sent to its endpoint, or whose answer is not passed on."""
    return RestAnswer(error.status, failure(error, request_id))


class RestCalls:
    """Sends REST requests in the name of callers of another interface."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._ending: set[asyncio.Task[Answer | None]] = set()

    async def send(self, request: RestRequest, caller: Message, *, bytes_max: int = RESULT_BYTES_MAX) -> RestAnswer:
        """The answer to a request. `caller` is the ASGI scope of the original request, with its key and its request id.

        An answer that is larger than `bytes_max` is refused with 413. When the caller of this method is cancelled, the request
        ends as if its caller had disconnected.

        Raises:
            asyncio.CancelledError: the call was cancelled. It is not charged.
        """
        gone = asyncio.Event()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        body = _body(request)
        calling = asyncio.ensure_future(self._rest(_scope(request, caller), body, receive))
        try:
            answer = await asyncio.shield(calling)
        except asyncio.CancelledError:
            gone.set()
            self._ending.add(calling)
            calling.add_done_callback(self._ending.discard)
            raise
        assert answer is not None
        if answer.length > bytes_max:
            answer.close()
            error = RequestTooLarge.of("limit", "must be lower: the result is too large")
            return refused(error, caller[REQUEST_ID_KEY])
        try:
            content = answer.body if isinstance(answer.body, bytes) else await asyncio.to_thread(answer.body.read)
        finally:
            answer.close()
        return RestAnswer(answer.status, await asyncio.to_thread(json.loads, content), _text_headers(answer))


def key_of(scope: Message) -> str:
    """The key of a call: a bearer token, or the header of our own interface."""
    given = header(scope, "Authorization").strip(" \t")
    if given[: len(_BEARER)].lower() == _BEARER:
        return given[len(_BEARER) :].strip(" \t")
    return header(scope, auth.HEADER).strip(" \t")


def with_key(scope: Message, key: str) -> list[tuple[bytes, bytes]]:
    """The headers of a call with its key in the header of our own interface."""
    name = auth.HEADER.lower().encode()
    return [*(pair for pair in scope["headers"] if pair[0] != name), (name, key.encode("latin-1"))]


def _body(request: RestRequest) -> Body:
    is_too_large = len(request.body) > max_bytes(request.path)
    return Body(b"" if is_too_large else request.body, len(request.body))


def _text_headers(answer: Answer) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in answer.headers}


def _scope(request: RestRequest, caller: Message) -> Message:
    headers = [(auth.HEADER.lower().encode(), caller[KEY].encode("latin-1"))]
    headers += [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers]
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
        **({auth.MCP_KEY: True} if auth.MCP_KEY in caller else {}),
        **({TRACE_KEY: caller[TRACE_KEY]} if TRACE_KEY in caller else {}),
        **({} if request.webhook_form is None else {WEBHOOK_FORM_KEY: request.webhook_form}),
    }
