"""Many at once: who is quick stays quick."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
import requests

from api.asgi.event_streams import STREAMS_EACH
from contract import limits
from tests.conftest import Account
from tests.faults.conftest import Books, Call, Stack
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.origin import Origin

pytestmark = pytest.mark.faults
SLOW = 40
# More than the larger bodies that a process receives at a time.
STALLED = 70


def took(work: object) -> float:
    started = time.monotonic()
    assert callable(work)
    work()
    return time.monotonic() - started


# Silent from the beginning, in the middle of the headers, and after an answer.
BEGINNINGS = (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")


@pytest.fixture(scope="module", autouse=True)
def silent(stack: Stack) -> list[Call]:
    """Calls that return what a silent connection received until its end, and the seconds. They last as long as the other tests."""

    def listen(beginning: bytes) -> tuple[bytes, float]:
        started = time.monotonic()
        with socket.create_connection(("127.0.0.1", port_of(stack.service.base_url)), 5) as connection:
            connection.sendall(beginning)
            return ended(connection, 60), time.monotonic() - started

    stack.mend()
    return [Call(lambda beginning=beginning: listen(beginning)) for beginning in BEGINNINGS]


@pytest.mark.parametrize("seconds", [0, pytest.param(20, marks=pytest.mark.long_faults)])
def test_many_slow_scrapes_hold_up_neither_health_nor_a_quick_one(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str, seconds: int
) -> None:
    client.scrape(origin.url("/article", t=f"{unique}-warm"))
    calls = [
        Call(lambda number=number: client.try_scrape(origin.url("/gate", name=unique, t=str(number))))
        for number in range(SLOW)
    ]
    wait_until(
        lambda: sum(f"/gate?name={unique}&" in seen.target for seen in origin.requests) == limits.HOST_REQUESTS_MAX,
        seconds=PATIENCE_SECONDS,
        what="as many fetches as a host gets at a time",
    )
    time.sleep(seconds)

    health = [took(lambda: requests.get(f"{client.base_url}/healthz", timeout=60)) for _ in range(10)]
    quick = [took(lambda n=n: client.scrape(origin.other_url("/article", t=f"{unique}-q{n}"))) for n in range(3)]

    origin.open_gate(unique)
    assert max(health) < 5 and min(quick) < 5, (health, quick)
    assert [call.result(60).status_code for call in calls] == [200] * SLOW
    assert books.settled() and books.charges() == SLOW + 4


def test_half_sent_bodies_hold_no_slot(stack: Stack, client: Client, origin: Origin, unique: str) -> None:
    port = urlsplit(client.base_url).port
    head = f"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nX-API-Key: {client.key}\r\nContent-Type: application/json\r\n"
    with ExitStack() as opened:
        for _ in range(200):
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            connection.sendall(f'{head}Content-Length: 100\r\n\r\n{{"url":'.encode())

        assert took(lambda: requests.get(f"{client.base_url}/healthz", timeout=60)) < 5
        assert took(lambda: client.scrape(origin.url("/article", t=unique))) < 10


def address(client: Client) -> tuple[str, int]:
    return "127.0.0.1", port_of(client.base_url)


def port_of(base_url: str) -> int:
    return urlsplit(base_url).port or 0


def ended(connection: socket.socket, seconds: float) -> bytes:
    """What the server sent before it ended the connection."""
    connection.settimeout(seconds)
    received = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def test_endless_headers_are_refused(stack: Stack, client: Client) -> None:
    with socket.create_connection(address(client), 5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        with suppress(ConnectionError):
            for number in range(1_000):
                connection.sendall(b"X-%d: " % number + b"a" * 60_000 + b"\r\n")

        assert ended(connection, 5)[:13] in (b"HTTP/1.1 431 ", b"")
    assert took(lambda: requests.get(f"{client.base_url}/healthz", timeout=60)) < 5


def test_large_bodies_of_unknown_callers_are_not_read(stack: Stack, client: Client) -> None:
    head = f"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nX-API-Key: ow_sk_{'b' * 43}\r\nContent-Length: 1900000\r\n\r\n"
    with socket.create_connection(address(client), 5) as connection:
        connection.sendall(head.encode() + b"x" * 40_000)

        answer = ended(connection, 5)

    assert answer.startswith((b"HTTP/1.1 401 ", b"HTTP/1.1 429 ")) and b"connection: close" in answer.lower()


def test_answers_that_nobody_reads_take_no_slot(stack: Stack, client: Client, origin: Origin, unique: str) -> None:
    """Pipelined requests for the largest file of the documentation, from more connections than there are threads."""
    asked = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20
    with ExitStack() as opened:
        for _ in range(60):
            opened.enter_context(socket.create_connection(address(client), 5)).sendall(asked)
        time.sleep(1)

        assert took(lambda: requests.get(f"{client.base_url}/healthz", timeout=60)) < 5
        assert took(lambda: client.scrape(origin.url("/article", t=unique))) < 10
        assert requests.get(f"{client.base_url}/readyz", timeout=60).status_code == 200


def test_caller_that_hangs_up_is_not_billed(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str
) -> None:
    url = origin.url("/gate", name=unique, t="gone")
    body = json.dumps({"url": url}).encode()
    head = f"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nX-API-Key: {client.key}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(address(client), 5) as connection:
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        wait_until(lambda: origin.seen(url), seconds=PATIENCE_SECONDS, what="the fetch")
    time.sleep(0.5)

    origin.open_gate(unique)

    wait_until(
        lambda: client.try_scrape(url, cacheOnly=True).status_code == 200, seconds=PATIENCE_SECONDS, what="the capture"
    )
    assert books.settled() and books.charges() == 1  # The cached page alone.


def test_workspace_waits_with_fifty_calls_and_status_health_and_others_continue(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str
) -> None:
    calls = [
        Call(lambda number=number: client.try_scrape(origin.url("/gate", name=unique, t=str(number))))
        for number in range(limits.INLINE_CALLS_MAX + 5)
    ]
    refused = limits.INLINE_CALLS_MAX

    def metrics() -> str:
        return requests.get(f"{client.base_url}/metrics", timeout=60).text

    wait_until(
        lambda: f"orbweaver_waiting_calls {refused}.0" in metrics(), seconds=PATIENCE_SECONDS, what="fifty calls"
    )

    ready = took(lambda: requests.get(f"{client.base_url}/readyz", timeout=60))

    origin.open_gate(unique)
    answers = sorted(call.result(60).status_code for call in calls)
    assert ready < 5
    assert answers == [200] * refused + [429] * 5
    assert books.settled() and books.charges() == refused


def test_streams_and_stalled_bodies_of_one_workspace_leave_slots_to_another(
    stack: Stack, client: Client, make_account: Callable[..., Account], origin: Origin, unique: str
) -> None:
    other = Client(client.base_url, make_account().key)
    jobs = {who: who.begin("batch", urls=[origin.url("/gate", name=unique, t=who.key)]) for who in (client, other)}
    with ExitStack() as opened:

        def send(who: Client, line: str, headers: str = "", body: bytes = b"") -> socket.socket:
            connection = opened.enter_context(socket.create_connection(address(client), 60))
            head = f"{line} HTTP/1.1\r\nHost: x\r\nX-API-Key: {who.key}\r\n{headers}\r\n"
            connection.sendall(head.encode() + body)
            return connection

        def streamed(who: Client) -> int:
            return int(send(who, f"GET /v1/web/batch/{jobs[who]}/events").recv(12).split()[1])

        streams = Counter(streamed(client) for _ in range(STREAMS_EACH["key"] + 20))
        for _ in range(STALLED):
            about = "Content-Type: application/json\r\nContent-Length: 2000000\r\n"
            send(client, "POST /v1/web/batch", about, b'{"urls":["' + b"a" * 100_000)

        urls = [origin.url("/gate", name=unique, t=f"{number}" + "a" * 1_000) for number in range(100)]
        assert streams == {200: STREAMS_EACH["key"], 429: 20}
        assert streamed(other) == 200
        assert other.post("/v1/web/batch", {"urls": urls}).status_code == 201
        assert other.try_scrape(origin.other_url("/article", t=unique)).status_code == 200
    origin.open_gate(unique)


def test_connections_that_send_no_request_are_ended(silent: list[Call]) -> None:
    received = [call.result(60) for call in silent]

    assert all(10 < seconds < 45 for _, seconds in received), received
    assert received[2][0].startswith(b"HTTP/1.1 200 ")
