"""Ends connections of addresses that hold too many of them, before all others are refused.

The server limits the connections of the process, but not of an address. So when few are left, those beyond an equal share of
the addresses that have most are ended: first the ones without a request in progress.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from api.asgi import client_address
from api.ratelimit import network_of
from contract.setting_values import Network

# The part of all connections that is used before any is ended.
USED_PART = 0.75
FILES = "/proc/self/fd"
# An address and a port.
Peer = tuple[str, int]


@dataclass(frozen=True)
class Open:
    """An open connection. `connection` is a second handle of it, to be closed by `let_go`."""

    peer: Peer
    connection: socket.socket

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def let_go(self) -> None:
        self.connection.close()


class ConnectionGuard:
    """The connections to one port of this process.

    Args:
        most: the maximum number of connections of the process.
        trusted: reverse proxies, whose connections are never ended.
        busy: the peers with a request in progress.
    """

    def __init__(
        self, port: int, most: int, trusted: tuple[Network, ...], busy: Callable[[], Collection[Peer]]
    ) -> None:  # fmt: skip
        self._port, self._allowed, self._trusted, self._busy = port, int(most * USED_PART), trusted, busy

    def check(self) -> int:
        """End the connections beyond the shares. Returns how many. Takes some milliseconds per thousand connections."""
        if len(os.listdir(FILES)) <= self._allowed:
            return 0
        opened = list(_opened(self._port))
        try:
            ended = self._beyond(opened)
            for each in ended:
                each.end()
            return len(ended)
        finally:
            for each in opened:
                each.let_go()

    def _beyond(self, opened: list[Open]) -> list[Open]:
        held: defaultdict[str, list[Open]] = defaultdict(list)
        for each in opened:
            if not client_address.is_trusted(each.peer[0], self._trusted):
                held[network_of(each.peer[0])].append(each)
        share = _share([len(each) for each in held.values()], self._allowed)
        busy = set(self._busy())
        return [
            each
            for those in held.values()
            for each in sorted(those, key=lambda each: each.peer not in busy)[share:]
        ]  # fmt: skip


def _share(counts: list[int], allowed: int) -> int:
    """The largest number that each may have so that all together have at most `allowed`."""
    share = max(counts, default=0)
    while share > 1 and sum(min(count, share) for count in counts) > allowed:
        share = min(share - 1, int(share * 0.9))
    return share


def _opened(port: int) -> Iterator[Open]:
    for name in os.listdir(FILES):
        with contextlib.suppress(OSError, ValueError):
            number = int(name)
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                continue
            # A second handle: the server may close its own meanwhile, and another connection get the number.
            connection = socket.socket(fileno=os.dup(number))
            if (peer := _peer(connection, port)) is not None:
                yield Open(peer, connection)
            else:
                connection.close()


def _peer(connection: socket.socket, port: int) -> Peer | None:
    """The peer of a connection to this port; None for other sockets."""
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        if connection.getsockname()[1] != port:
            return None
        address, peer_port, *_ = connection.getpeername()
    except OSError:
        return None
    return str(address), int(peer_port)
