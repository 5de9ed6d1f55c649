"""Connections of one address do not take the places of all others."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from api.asgi import connections
from api.asgi.connections import ConnectionGuard, Peer

MOST = 40


class Listener:
    """A server that accepts connections and keeps them."""

    def __init__(self, kept: ExitStack) -> None:
        self._kept = kept
        self._listening = kept.enter_context(socket.create_server(("127.0.0.1", 0), backlog=MOST))
        self.port: int = self._listening.getsockname()[1]

    def connect(self, address: str, number: int = 1) -> list[socket.socket]:
        """The callers' ends of new connections from a loopback address."""
        made = []
        for _ in range(number):
            end = socket.create_connection(("127.0.0.1", self.port), 5, source_address=(address, 0))
            made.append(self._kept.enter_context(end))
            self._kept.enter_context(self._listening.accept()[0])
        return made


@pytest.fixture
def listener() -> Iterator[Listener]:
    with ExitStack() as kept:
        yield Listener(kept)


def is_open(end: socket.socket) -> bool:
    end.settimeout(0.01)
    try:
        return end.recv(1) != b""
    except TimeoutError:
        return True


def test_connections_beyond_the_share_of_an_address_are_ended_and_idle_ones_first(listener: Listener) -> None:
    flood, second, small = (
        listener.connect("127.0.0.2", 25), listener.connect("127.0.0.3", 10), listener.connect("127.0.0.4"),
    )  # fmt: skip
    busy: set[Peer] = {each.getsockname() for each in flood[-5:]}

    ended = ConnectionGuard(listener.port, MOST, (), lambda: busy).check()

    left = [each for each in flood if is_open(each)]
    assert len(flood) - len(left) == ended and len(left) + 11 <= MOST * connections.USED_PART
    assert len(left) >= 15 and all(is_open(each) for each in (*flood[-5:], *second, *small))


def test_few_connections_and_those_of_trusted_proxies_are_not_ended(listener: Listener) -> None:
    few = listener.connect("127.0.0.2", 10)
    assert ConnectionGuard(listener.port, MOST, (), set).check() == 0

    many = listener.connect("127.0.0.3", 40)
    trusted = (ipaddress.ip_network("127.0.0.3/32"),)

    assert ConnectionGuard(listener.port, MOST, trusted, set).check() == 0
    assert all(is_open(each) for each in (*few, *many))
