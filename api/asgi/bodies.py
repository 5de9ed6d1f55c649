"""Receives the bodies of requests. Larger bodies are read only for known callers, who share the slots for them."""

from __future__ import annotations

from functools import partial

from api.asgi import client_address
from api.asgi.answer import Message, Receive
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header
from api.asgi.request_body import EMPTY, Body, whole_body
from api.checks import auth, session_cookie
from api.ratelimit import network_of
from api.request_size import max_bytes
from api.shares import Owners, Shares
from contract import limits

# A body up to this size is read before the key is checked: this costs less than checking the key twice.
UNKNOWN_CALLER_BODY_BYTES = 16_384
# How long a request waits for a slot. The rest of its body is not read meanwhile.
WAIT_SECONDS = 5.0


class Bodies:
    """The bodies that one process receives."""

    def __init__(self, pool: FlaskPool) -> None:
        self._pool = pool
        self._large = Shares("large requests", 64, 16, {"workspace": 16, "key": 12, "person": 12, "address": 32})
        # Bodies above 2 MB: batches of long URLs, and files.
        self._batch = Shares("very large requests", 5, 2, {"workspace": 2, "key": 2, "person": 2, "address": 3})

    async def read(self, scope: Message, receive: Receive) -> Body | None:
        """The request's body, or None when the caller disconnected. A large one is read only for a known caller.

        Raises:
            ServiceError: the key or the session is invalid, the body is malformed or arrives too slowly, or there is no slot.
        """
        headers = dict(scope["headers"])
        declared = headers.get(b"content-length", b"0")
        if declared == b"0" and b"transfer-encoding" not in headers:
            return EMPTY
        limit, read = max_bytes(scope["path"]), partial(whole_body, receive, is_chunked=b"transfer-encoding" in headers)
        if declared.isdigit() and int(declared) > limit:
            return Body(b"", int(declared))  # It is refused without being read.
        begun = await read(UNKNOWN_CALLER_BODY_BYTES, limit)
        if begun is None or begun.whole:
            return begun
        owners = await self._pool.run(partial(_owners, scope))
        async with self._large.slot_after(owners, WAIT_SECONDS):
            body = await read(limits.REQUEST_MAX_BYTES, limit, begun)
        if body is None or body.whole or body.oversized:
            return body
        async with self._batch.slot_after(owners, WAIT_SECONDS):
            return await read(limit, limit, body)


def _owners(scope: Message) -> Owners:
    """Whose share of the slots the request uses.

    Raises:
        ServiceError: neither its key nor its session is valid.
    """
    given, address = partial(header, scope), client_address.of(scope)
    if scope["path"].startswith("/console/") and (person := session_cookie.person_of(given)) is not None:
        return {"person": str(person), "address": network_of(address)}
    caller = auth.identify_request(given, address, is_mcp=auth.MCP_KEY in scope)
    return {"workspace": str(caller.workspace_id), "key": str(caller.key_id), "address": network_of(address)}
