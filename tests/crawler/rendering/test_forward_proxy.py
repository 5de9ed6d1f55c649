"""The browser's way out: dials what the policy permits, resolves once, answers 403 to the rest."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_network
from typing import Any

import pytest

from contract.addresses import Policy
from crawler.network.dns import Resolver
from crawler.rendering import forward_proxy
from crawler.rendering.forward_proxy import ForwardProxy
from tests.sites.origin import Origin

LOOPBACK = Policy([ip_network("127.0.0.1/32")])


def through(policy: Policy, work: Callable[[ForwardProxy, Callable[[bytes], Awaitable[bytes]]], Awaitable[Any]]) -> Any:
    """The outcome of `work(proxy, ask)`; `ask` sends raw bytes to the proxy and gives the whole answer."""

    async def run() -> Any:
        proxy = ForwardProxy(policy)
        port = int((await proxy.url()).rpartition(":")[2])

        async def ask(request: bytes) -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            await writer.drain()
            try:
                return await asyncio.wait_for(reader.read(-1), 5)
            finally:
                writer.close()

        try:
            return await work(proxy, ask)
        finally:
            await proxy.stop()

    return asyncio.run(run())


def answer_to(policy: Policy, request: bytes) -> bytes:
    answer: bytes = through(policy, lambda proxy, ask: ask(request))
    return answer


def test_absolute_form_to_a_permitted_address_is_handed_on(origin: Origin, unique: str) -> None:
    url = origin.url("/article", t=unique)
    answer = answer_to(
        LOOPBACK, f"GET {url} HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\nX-A: 1\r\n\r\n".encode()
    )

    [seen] = origin.seen(url)
    assert b" 200 " in answer.split(b"\r\n", 1)[0] and b"River pilots" in answer
    assert seen.headers["x-a"] == "1" and "proxy-connection" not in seen.headers


def test_connect_to_a_permitted_address_is_a_tunnel(origin: Origin, unique: str) -> None:
    request = f"GET /article?t={unique} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = answer_to(
        LOOPBACK, f"CONNECT 127.0.0.1:{origin.ports['plain']} HTTP/1.1\r\nHost: x\r\n\r\n{request}".encode()
    )

    assert answer.startswith(b"HTTP/1.1 200 Connection established\r\n\r\n") and b"River pilots" in answer


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"]
)
@pytest.mark.parametrize("form", ["GET http://{host}:{port}/secret HTTP/1.1", "CONNECT {host}:{port} HTTP/1.1"])
def test_forbidden_address_is_refused(origin: Origin, form: str, host: str) -> None:
    line = form.format(host=host, port=origin.ports["plain"])

    answer = answer_to(Policy(), f"{line}\r\nHost: x\r\n\r\n".encode())

    assert answer.startswith(b"HTTP/1.1 403 ") and b"X-Egress: denied" in answer


def test_refused_host_is_remembered() -> None:
    async def work(proxy: ForwardProxy, ask: Callable[[bytes], Awaitable[bytes]]) -> tuple[bool, bool, bool]:
        before = proxy.was_denied("127.0.0.1")
        await ask(b"GET http://127.0.0.1:4/ HTTP/1.1\r\nHost: x\r\n\r\n")
        return before, proxy.was_denied("127.0.0.1"), proxy.was_denied("127.0.0.2")

    assert through(Policy(), work) == (False, True, False)


def test_its_own_answers_carry_a_mark_that_no_other_knows() -> None:
    async def work(proxy: ForwardProxy, ask: Callable[[bytes], Awaitable[bytes]]) -> list[bool]:
        answer = (await ask(b"GET http://127.0.0.1:9/ HTTP/1.1\r\nHost: x\r\n\r\n")).decode()
        [said] = [line.partition(": ")[2] for line in answer.splitlines() if line.startswith("X-Egress")]
        forged = ["denied", "unreachable", f"denied; {'0' * 32}"]
        other = ForwardProxy(Policy())
        return [proxy.answered([("x-egress", each)]) for each in (said, *forged)] + [
            other.answered([("X-Egress", said)])
        ]

    assert through(Policy(), work) == [True, False, False, False, False]


@pytest.mark.parametrize("request_line", ["GET http://127.0.0.1:25/ HTTP/1.1", "CONNECT 127.0.0.1:6667 HTTP/1.1"])
def test_port_of_another_protocol_is_refused_and_its_host_is_not(request_line: str) -> None:
    async def work(proxy: ForwardProxy, ask: Callable[[bytes], Awaitable[bytes]]) -> tuple[bytes, bool]:
        return await ask(f"{request_line}\r\nHost: x\r\n\r\n".encode()), proxy.was_denied("127.0.0.1")

    answer, remembered = through(LOOPBACK, work)

    assert answer.startswith(b"HTTP/1.1 403 ") and not remembered


def test_closed_port_is_unreachable_and_not_denied(origin: Origin) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        answer = answer_to(LOOPBACK, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    assert answer.startswith(b"HTTP/1.1 502 ") and b"X-Egress: unreachable" in answer


def test_name_is_resolved_once_and_that_address_is_dialled(
    origin: Origin, unique: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rebinding name server would answer the second question with a private address."""
    asked = []

    async def once(host: str, port: int, policy: Policy, names: Resolver) -> list[str]:
        asked.append(host)
        assert len(asked) == 1
        return ["127.0.0.1"]

    monkeypatch.setattr(forward_proxy, "resolve", once)

    url = f"http://rebind.test:{origin.ports['plain']}/article?t={unique}"
    answer = answer_to(LOOPBACK, f"GET {url} HTTP/1.1\r\nHost: rebind.test\r\n\r\n".encode())

    assert b"River pilots" in answer and asked == ["rebind.test"]


def test_one_request_a_connection_so_that_each_is_checked(origin: Origin, unique: str) -> None:
    """A second request on the same connection must not ride on the first one's permission."""
    first = origin.url("/article", t=unique)
    second = f"GET http://169.254.169.254/latest?t={unique} HTTP/1.1\r\nHost: x\r\n\r\n"

    answer = answer_to(LOOPBACK, f"GET {first} HTTP/1.1\r\nHost: x\r\n\r\n{second}".encode())

    assert answer.count(b"HTTP/1.1 200") <= 1
    assert not [seen for seen in origin.requests if "latest" in seen.target and unique in seen.target]


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"CONNECT :0 HTTP/1.1\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"CONNECT x:99999 HTTP/1.1\r\n\r\n",
    ],
)
def test_rubbish_ends_the_connection_and_not_the_proxy(origin: Origin, unique: str, rubbish: bytes) -> None:
    async def work(proxy: ForwardProxy, ask: Callable[[bytes], Awaitable[bytes]]) -> bytes:
        assert b" 200 " not in (await ask(rubbish)).split(b"\r\n", 1)[0]
        return await ask(f"GET {origin.url('/article', t=unique)} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    assert b"River pilots" in through(LOOPBACK, work)


def hello_to(upstream: str, origin: Origin) -> bytes:
    """What the operator's proxy hears first, when the browser asks for a page through ours."""
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(4_096))
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        proxy = ForwardProxy(LOOPBACK, upstream.format(port=server.sockets[0].getsockname()[1]))
        reader, writer = await asyncio.open_connection("127.0.0.1", int((await proxy.url()).rpartition(":")[2]))
        writer.write(f"GET {origin.url('/article')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        await asyncio.wait_for(reader.read(-1), 5)
        writer.close()
        await proxy.stop()
        server.close()

    asyncio.run(run())
    return heard[0]


def test_operators_proxy_gets_its_password_as_it_is_meant(origin: Origin) -> None:
    hello = hello_to("http://us%40er:p%3Aw%2F@127.0.0.1:{port}", origin)

    assert b"Proxy-Authorization: Basic " + base64.b64encode(b"us@er:p:w/") in hello


def test_operators_proxy_behind_tls_gets_nothing_in_the_clear(origin: Origin) -> None:
    hello = hello_to("https://user:s3cret@127.0.0.1:{port}", origin)

    assert hello[:1] == b"\x16"  # A TLS handshake, not a request with a password.
