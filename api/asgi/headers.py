"""Headers of ASGI requests and responses."""

from __future__ import annotations

from api.asgi.answer import Message
from api.envelope import REQUEST_ID_HEADER, new_request_id


def header(scope: Message, name: str) -> str:
    """The value of a request header. Empty without one; of a repeated header the last value."""
    return dict(scope["headers"]).get(name.lower().encode(), b"").decode("latin-1")


def request_id_header(request_id: str = "") -> tuple[bytes, bytes]:
    """The response header with a request id, or with a new one when it is empty."""
    return REQUEST_ID_HEADER.lower().encode(), (request_id or new_request_id()).encode()
