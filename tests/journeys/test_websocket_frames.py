"""Frames and handshakes of websockets that no client sends: the service closes the socket, and nothing of it stays."""

from __future__ import annotations

import base64
import os
import random
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import urlsplit

from tests.journeys.test_firecrawl import _never, get, post
from tests.service import Client
from tests.sites.site import Site

SEED = random.Random(30)
TEXT, CLOSE, PING = 0x1, 0x8, 0x9
SOCKETS_OF_A_WORKSPACE = 8
# Less than the time between two comments of a stream, at which a socket would notice its end as well.
SECONDS_MAX = 10


def frame(
    opcode: int, payload: bytes = b"", *, first: int = 0x80, masked: bool = True, length: int | None = None
) -> bytes:
    """A frame of a client. `first` has the bits of its end and of extensions; `length` is what it says of its length."""
    size, mask = len(payload) if length is None else length, 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first | opcode, mask | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first | opcode, mask | 126, size)
    else:
        head = struct.pack("!BBQ", first | opcode, mask | 127, size)
    return head + (bytes(4) if masked else b"") + payload


FRAMES = {
    "not masked": frame(TEXT, b"a", masked=False),
    "reserved bits": frame(TEXT, b"a", first=0xF0),
    "unknown operation": frame(0xB, b"a"),
    "continues nothing": frame(0x0, b"a"),
    "two beginnings": frame(TEXT, b"a", first=0) + frame(TEXT, b"b"),
    "text that is not UTF-8": frame(TEXT, b"\xff\xfe\xed\xa0\x80"),
    "ping of 200 bytes": frame(PING, bytes(200)),
    "ping in parts": frame(PING, b"a", first=0),
    "thousand pings": frame(PING, b"a") * 1_000,
    "close of one byte": frame(CLOSE, b"\x03"),
    "close with an unknown code": frame(CLOSE, b"\x00\x01"),
    "close with text that is not UTF-8": frame(CLOSE, b"\x03\xe8\xff"),
    "a length of 8 exabytes": frame(TEXT, b"a", length=1 << 63),
    "a length of 4 GB": frame(TEXT, b"a", length=1 << 32),
    "less than it says": frame(TEXT, b"a", length=5_000),
    "half a head": b"\x81",
    "a request": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    **{f"noise {number}": SEED.randbytes(2 ** (number + 1)) for number in range(14)},
}
HANDSHAKES = {
    "no key": {"Sec-WebSocket-Key": ""},
    "a short key": {"Sec-WebSocket-Key": "YQ=="},
    "version 7": {"Sec-WebSocket-Version": "7"},
    "long protocol": {"Sec-WebSocket-Protocol": "a" * 6_000},
    "protocol of other letters": {"Sec-WebSocket-Protocol": "\u00e9\u00ff, b"},
    "empty protocols": {"Sec-WebSocket-Protocol": ", ,"},
    "unknown extension": {"Sec-WebSocket-Extensions": 'permessage-deflate; server_max_window_bits=99, x; y="'},
}


@contextmanager
def opened(client: Client, path: str, **changed: str) -> Iterator[tuple[socket.socket, bytes]]:
    """A connection after its handshake, and the beginning of what was answered."""
    address = urlsplit(client.base_url)
    headers = {
        "Host": address.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        "Authorization": f"Bearer {client.key}",
        **changed,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with closing(socket.create_connection((address.hostname, address.port), timeout=SECONDS_MAX)) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        yield connection, connection.recv(4_096)


def rest_of(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection; it fails after `SECONDS_MAX` without."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def test_strange_frames_end_their_socket_and_leave_no_slot(client: Client, site: Site) -> None:
    site.on("/slow", _never)
    started = post(client, "/v2/batch/scrape", {"urls": [site.url("/slow")]}).json()["id"]
    path = f"/v2/batch/scrape/{started}"
    for name, sent in FRAMES.items():
        with opened(client, path) as (connection, answer):
            assert answer.startswith(b"HTTP/1.1 101 "), name
            try:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
            except ConnectionError:
                continue
            assert b"Traceback" not in rest_of(connection), name
    for name, changed in HANDSHAKES.items():
        with opened(client, path, **changed) as (connection, answer):
            assert answer.split(b" ")[1] in (b"101", b"400", b"401", b"403", b"426", b"431"), (name, answer)

    with ExitStack() as stack:
        for _ in range(SOCKETS_OF_A_WORKSPACE):
            _, answer = stack.enter_context(opened(client, path))
            assert answer.startswith(b"HTTP/1.1 101 ")
    assert get(client, path).json()["status"] == "scraping"
