"""Servers that break the rules of HTTP. Each is a path of one raw TCP listener."""

from __future__ import annotations

import asyncio
import contextlib

from tests.sites.pages import PARAGRAPHS

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Misbehave as the path names, until the client closes the connection."""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ", 2)[1].partition(b"?")[0].decode()
        await WAYS.get(path, _drop)(writer)
    writer.close()


async def _drop(writer: asyncio.StreamWriter) -> None:
    """Send nothing and close the connection."""


async def _endless(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n<html><body>")
    while True:
        writer.write(b"<p>" + b"more and more " * 4_000 + b"</p>")
        await writer.drain()


async def _drip(writer: asyncio.StreamWriter) -> None:
    """Send one byte of the body every tenth of a second."""
    writer.write(HEAD + b"Content-Length: 100000\r\n\r\n")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.1)


async def _slow_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(10_000):
        writer.write(f"X-Slow-{number}: 1\r\n".encode())
        await writer.drain()
        await asyncio.sleep(0.1)


async def _huge_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"X-Huge: " + b"a" * 1_000_000 + b"\r\n\r\n" + PARAGRAPHS.encode())
    await writer.drain()


async def _many_headers(writer: asyncio.StreamWriter) -> None:
    many = b"".join(b"X-Many-%d: 1\r\n" % number for number in range(20_000))
    writer.write(HEAD + many + b"Content-Length: 0\r\n\r\n")
    await writer.drain()


async def _short(writer: asyncio.StreamWriter) -> None:
    """Send less than the Content-Length."""
    writer.write(HEAD + b"Content-Length: 100000\r\n\r\n" + PARAGRAPHS.encode())
    await writer.drain()


async def _no_http(writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 mail.example ESMTP ready\r\n")
    await writer.drain()


async def _bad_length(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: many\r\n\r\n" + PARAGRAPHS.encode())
    await writer.drain()


async def _bad_gzip(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + b"\x1f\x8b" + b"no gzip at all" * 20)
    await writer.drain()


WAYS = {
    "/endless": _endless,
    "/drip": _drip,
    "/slow-headers": _slow_headers,
    "/huge-headers": _huge_headers,
    "/many-headers": _many_headers,
    "/short": _short,
    "/no-http": _no_http,
    "/bad-length": _bad_length,
    "/bad-gzip": _bad_gzip,
    "/drop": _drop,
}
