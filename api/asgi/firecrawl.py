"""Answers calls of Firecrawl's interface (`/v2`, `/v1`): reads them, lets `api.firecrawl` translate them, and sends its answers.

`api.asgi.application` imports this module with the first call, so a process that nobody calls there does not pay for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from api.asgi import multipart
from api.asgi.answer import Answer, Message, Receive, disconnected, json_answer
from api.asgi.headers import header
from api.asgi.request_body import Body
from api.asgi.rest_call import KEY, RESULT_BYTES_MAX, Rest, RestAnswer, RestCalls, RestRequest, key_of, with_key
from api.call_span import name_route
from api.checks.request_json import read_json
from api.envelope import (
    INTERNAL_FAILURE,
    REQUEST_ID_HEADER,
    REQUEST_ID_KEY,
    failure,
    failure_headers,
    log_failure,
    new_request_id,
)
from api.firecrawl import failures, routes
from api.firecrawl.call import Call, Send, Upload
from api.firecrawl.failures import Refused
from api.request_size import too_large
from contract.addresses import Policy
from contract.environment import Environment
from contract.errors import InternalServerError, ServiceError
from contract.operations import PARSE, Operation

log = logging.getLogger(__name__)
# Clients of Firecrawl send the first one, our own the second.
_IDEMPOTENCY = ("x-idempotency-key", "Idempotency-Key")


class Given(NamedTuple):
    """What a call sends: its JSON object, and the file of an upload."""

    options: Mapping[str, Any]
    upload: Upload | None = None


ReadBody = Callable[[Message, Receive], Awaitable[Body | None]]


class FirecrawlServing:
    """Firecrawl's interface in one API process."""

    def __init__(self, environment: Environment, rest: Rest, read_body: ReadBody) -> None:
        self._environment = environment
        self._policy = Policy(environment.allowed_networks)
        self._calls = RestCalls(rest)
        self._read_body = read_body

    async def answer(self, scope: Message, receive: Receive) -> Answer | None:
        """The answer to a call. None when the caller has disconnected: its work then ends, uncharged."""
        request_id = new_request_id()
        scope = {**scope, KEY: key_of(scope), REQUEST_ID_KEY: request_id}
        try:
            return await self._answer(scope, receive)
        except Refused as refused:
            return _json(refused.status, refused.body(), scope, refused.headers)
        except ServiceError as error:
            return _failed(error, scope)
        except Exception:
            # The outermost handler of this interface.
            log.exception("Request %s failed", request_id)
            return _failed(InternalServerError(INTERNAL_FAILURE), scope)

    async def _answer(self, scope: Message, receive: Receive) -> Answer | None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        route = routes.find(method, scope["path"])
        name_route(scope, method, route.path)
        given = await self._read(scope, receive, route.operation)
        if given is None:
            return None
        call = Call(
            version=int(scope["path"][2]), body=given.options, upload=given.upload, job_id=route.job_id,
            check_id=route.check_id, watch_days=self._environment.watch_versions[1],
            query=dict(parse_qsl(scope["query_string"].decode("latin-1"))), send=self._sender(scope),
            base_url=self._environment.base_url, policy=self._policy,
            sync_budget_ms=int(self._environment.sync_budget_seconds * 1000),
        )  # fmt: skip
        working, hung_up = asyncio.ensure_future(route.answer(call)), asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait({working, hung_up}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                return None
            body = working.result()
        finally:
            working.cancel()
            hung_up.cancel()
        content = await asyncio.to_thread(_encoded, body)
        headers = [(b"content-type", b"application/json"), *_common_headers(scope)]
        return Answer(200, headers, content, len(content))

    async def _read(self, scope: Message, receive: Receive, operation: Operation | None) -> Given | None:
        """What a POST or PATCH sends. None when the caller disconnected.

        Bodies of other methods are not read: some clients send one with GET.

        Raises:
            ServiceError: the body is too large or is not JSON.
        """
        if scope["method"] not in ("POST", "PATCH"):
            return Given({})
        path = operation.path if operation else scope["path"]
        body = await self._read_body({**scope, "path": path, "headers": with_key(scope, scope[KEY])}, receive)
        if body is None:
            return None
        if body.oversized:
            raise too_large(path)
        if operation is PARSE:
            form = await asyncio.to_thread(multipart.read, header(scope, "Content-Type"), body.content)
            return Given(await _json_object(form.options), form.upload)
        return Given(await _json_object(body.content))

    def _sender(self, scope: Message) -> Send:
        repeated = next((given for name in _IDEMPOTENCY if (given := header(scope, name))), None)

        async def send(
            method: str, path: str, query: str = "", body: dict[str, Any] | None = None, *,
            bytes_max: int | None = None, webhook_form: Mapping[str, Any] | None = None,
        ) -> RestAnswer:  # fmt: skip
            headers = (("Idempotency-Key", repeated),) if method == "POST" and repeated else ()
            content = b"" if body is None else await asyncio.to_thread(_encoded, body)
            request = RestRequest(method, path, query, content, headers, webhook_form)
            return await self._calls.send(request, scope, bytes_max=bytes_max or RESULT_BYTES_MAX)

        return send


async def _json_object(content: bytes) -> dict[str, Any]:
    value = await asyncio.to_thread(read_json, content or b"{}")
    if not isinstance(value, dict):
        raise failures.bad_request("body", "must be a JSON object")
    return value


def _encoded(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def _common_headers(scope: Message) -> list[tuple[bytes, bytes]]:
    return [(b"cache-control", b"no-store"), (REQUEST_ID_HEADER.lower().encode(), scope[REQUEST_ID_KEY].encode())]


def _json(status: int, body: dict[str, Any], scope: Message, headers: Mapping[str, str]) -> Answer:
    return json_answer(status, body, {**headers, REQUEST_ID_HEADER: scope[REQUEST_ID_KEY]})


def _failed(error: ServiceError, scope: Message) -> Answer:
    """The answer for an error before or outside a call of our own interface. The connection ends with it."""
    log_failure(error, scope[REQUEST_ID_KEY])
    headers = {name.lower(): value for name, value in failure_headers(error).items()}
    refused = failures.of(error.status, failure(error, scope[REQUEST_ID_KEY]), headers)
    return _json(refused.status, refused.body(), scope, refused.headers).closing()
