"""The browser's forward proxy on loopback. It connects only to addresses that the address policy permits.

Chromium resolves no names itself. It sends them to this proxy, which resolves each name once, checks the addresses, and
connects to a checked address. A denied request gets 403 with `X-Egress: denied`, and one that cannot connect gets 502.
Both carry a secret mark, which origins cannot forge.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from contract.addresses import Policy
from crawler.failures import EgressDenied
from crawler.network.dial import Stream, connect
from crawler.network.dns import BROWSER_RESOLVER
from crawler.network.egress import proxy_address, resolve

log = logging.getLogger(__name__)

HEAD_MAX_BYTES = 65_536
HEAD_SECONDS = 15.0
DIAL_SECONDS = 10.0
CHUNK = 65_536
REMEMBER_SECONDS = 120.0
# Maximum number of denied hosts to remember. A page can request any number of them.
DENIED_MAX = 10_000


class WaysOut:
    """The forward proxies of a process: one for direct connections, and one for each of the operator's proxies."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._known: dict[str | None, ForwardProxy] = {}

    def through(self, upstream: str | None) -> ForwardProxy:
        """The forward proxy that uses the operator's proxy `upstream`; None for direct connections."""
        if upstream not in self._known:
            self._known[upstream] = ForwardProxy(self._policy, upstream)
        return self._known[upstream]

    async def stop(self) -> None:
        """Stop listening. Open tunnels end with their browser."""
        for proxy in self._known.values():
            await proxy.stop()


class ForwardProxy:
    """One forward proxy. `url` is the address for the browser's proxy setting."""

    def __init__(self, policy: Policy, upstream: str | None = None) -> None:
        self._policy = policy
        self._upstream = upstream
        self._server: asyncio.Server | None = None
        self._starting = asyncio.Lock()
        self._denied: OrderedDict[str, float] = OrderedDict()
        self._mark = secrets.token_hex(16)

    async def url(self) -> str:
        """Its URL. The first call starts listening on a free loopback port."""
        async with self._starting:
            if self._server is None:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=HEAD_MAX_BYTES)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Stop listening. Open tunnels end with their browser."""
        if self._server:
            self._server.close()
            self._server = None

    def was_denied(self, host: str) -> bool:
        """Whether a request for that host was recently denied."""
        return time.monotonic() - self._denied.get(host, -REMEMBER_SECONDS) < REMEMBER_SECONDS

    def answered(self, headers: Iterable[tuple[str, str]]) -> bool:
        """Whether a response with these headers comes from the proxy itself and not from the host."""
        return any(name.lower() == "x-egress" and self._mark in value for name, value in headers)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError) as error:
            log.debug("Browser connection ended: %s", error)
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_SECONDS)
        request_line, _, headers = head.lstrip(b"\r\n").partition(b"\r\n")
        method, target, _ = request_line.decode("latin-1").split(" ", 2)
        parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
        host, port = parts.hostname or "", parts.port or (443 if method == "CONNECT" else 80)
        try:
            onward = await asyncio.wait_for(self._dial(host, port), DIAL_SECONDS)
        except EgressDenied as error:
            if error.bad_port is None:  # With a bad port, the host's other ports may still be permitted.
                self._remember(host)
            return await self._refuse(writer, "403 Forbidden", "denied")
        except (OSError, TimeoutError):
            return await self._refuse(writer, "502 Bad Gateway", "unreachable")
        if method == "CONNECT" and not self._upstream:
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            path = target if self._upstream else (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            onward[1].write(f"{method} {path} HTTP/1.1\r\n".encode("latin-1") + self._onward_headers(headers, method))
        await _join((reader, writer), onward)

    async def _dial(self, host: str, port: int) -> Stream:
        """A connection to the host, or to the operator's proxy if the host is permitted."""
        with (
            contextlib.suppress(socket.gaierror) if self._upstream else contextlib.nullcontext()
        ):  # The operator's proxy may be able to resolve the name.
            addresses = await resolve(host, port, self._policy, BROWSER_RESOLVER)
        if self._upstream:
            proxy_host, proxy_port = proxy_address(self._upstream)
            encrypted = urlsplit(self._upstream).scheme == "https"
            return await asyncio.open_connection(proxy_host, proxy_port, ssl=encrypted or None)
        return await connect(addresses, port)

    def _onward_headers(self, headers: bytes, method: str) -> bytes:
        """The browser's headers for the next hop. One request per connection, so that every request is checked."""
        lines = [
            line for line in headers.rstrip(b"\r\n").split(b"\r\n")
            if not line.lower().startswith((b"proxy-", b"connection:"))
        ]  # fmt: skip
        if method != "CONNECT":
            lines.append(b"Connection: close")
        if self._upstream and (credentials := urlsplit(self._upstream)).username:
            user, password = unquote(credentials.username), unquote(credentials.password or "")
            token = base64.b64encode(f"{user}:{password}".encode())
            lines.append(b"Proxy-Authorization: Basic " + token)
        return b"\r\n".join(lines) + b"\r\n\r\n"

    async def _refuse(self, writer: asyncio.StreamWriter, status: str, reason: str) -> None:
        headers = f"X-Egress: {reason}; {self._mark}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        writer.write(f"HTTP/1.1 {status}\r\n{headers}".encode())
        await writer.drain()

    def _remember(self, host: str) -> None:
        now = time.monotonic()
        self._denied[host] = now
        self._denied.move_to_end(host)
        while len(self._denied) > DENIED_MAX or now - next(iter(self._denied.values())) >= REMEMBER_SECONDS:
            self._denied.popitem(last=False)


async def _join(one: Stream, other: Stream) -> None:
    """Copy both ways until either side ends.

    A browser never closes only half of a connection, and data from a host that has closed is complete. Waiting for the
    other side too would leave sockets open to hosts that never close.
    """
    copies = [asyncio.create_task(_copy(one[0], other[1])), asyncio.create_task(_copy(other[0], one[1]))]
    try:
        await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for copy in copies:
            copy.cancel()
        other[1].close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
