"""A TCP proxy on loopback in front of a Unix socket. It can stop forwarding, like a network that drops packets."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path


class TcpProxy:
    """Forwards connections until `stop_forwarding`; from then on nothing is sent, closed or refused."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._forwarding = threading.Event()
        self._forwarding.set()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def stop_forwarding(self) -> None:
        self._forwarding.clear()

    def forward(self) -> None:
        self._forwarding.set()

    def close(self) -> None:
        self.forward()
        for each in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._forwarding.wait()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._path))
                self._sockets += [client, server]
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._copy, args=pair, daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while received := source.recv(65_536):
                self._forwarding.wait()
                target.sendall(received)
            target.shutdown(socket.SHUT_WR)
