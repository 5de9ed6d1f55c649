"""Many at once: who is quick stays quick."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
import requests

from tests.faults.conftest import Books, Call, Stack
from tests.service import Client, wait_until
from tests.sites.origin import Origin

pytestmark = pytest.mark.faults
SLOW = 100


def took(work: object) -> float:
    started = time.monotonic()
    assert callable(work)
    work()
    return time.monotonic() - started


@pytest.mark.parametrize("seconds", [0, pytest.param(20, marks=pytest.mark.long_faults)])
def test_hundred_slow_scrapes_hold_up_neither_health_nor_a_quick_one(
    stack: Stack, client: Client, books: Books, origin: Origin, unique: str, seconds: int
) -> None:
    client.scrape(origin.url("/article", t=f"{unique}-warm"))
    calls = [
        Call(lambda number=number: client.try_scrape(origin.url("/gate", name=unique, t=str(number))))
        for number in range(SLOW)
    ]
    wait_until(
        lambda: sum(f"/gate?name={unique}&" in seen.target for seen in origin.requests) == SLOW,
        seconds=30,
        what="a hundred fetches",
    )
    time.sleep(seconds)

    health = [took(lambda: requests.get(f"{client.base_url}/healthz", timeout=5)) for _ in range(10)]
    quick = [took(lambda n=n: client.scrape(origin.url("/article", t=f"{unique}-q{n}"))) for n in range(3)]

    origin.open_gate(unique)
    assert max(health) < 1 and min(quick) < 2, (health, quick)
    assert [call.result(60).status_code for call in calls] == [200] * SLOW
    assert books.settled() and books.charges() == SLOW + 4


def test_half_sent_bodies_hold_no_place(stack: Stack, client: Client, origin: Origin, unique: str) -> None:
    port = urlsplit(client.base_url).port
    head = f"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nX-API-Key: {client.key}\r\nContent-Type: application/json\r\n"
    with ExitStack() as opened:
        for _ in range(200):
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            connection.sendall(f'{head}Content-Length: 100\r\n\r\n{{"url":'.encode())

        assert took(lambda: requests.get(f"{client.base_url}/healthz", timeout=5)) < 1
        assert took(lambda: client.scrape(origin.url("/article", t=unique))) < 5
