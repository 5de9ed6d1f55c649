"""Work in a separate process, which is killed when it takes too long: its input may be made to be slow.

A thread would not do. It cannot be killed, and some libraries let no other thread run until they have finished.
"""

from __future__ import annotations

import contextlib
import select
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import IO

# How long a new process may take to import what it needs, and how long a piece of work waits for another one.
START_SECONDS, WAIT_SECONDS = 20.0, 1.0
LENGTH = struct.Struct(">I")
PIECE_BYTES = 65_536


class ChildProcess:
    """One process, started for the first piece of work and after each that was killed. It ends with this process. Thread-safe.

    Args:
        module: its main module, which calls `serve`.
        limit_seconds: the longest that a piece of work may take.
    """

    def __init__(self, module: str, limit_seconds: float) -> None:
        self._module, self._limit_seconds = module, limit_seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, content: bytes) -> bytes | None:
        """The answer. None when it takes more than `limit_seconds`, or other work takes long."""
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            return None
        try:
            return self._ask(content)
        finally:
            self._lock.release()

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    assert stream is not None
                    stream.close()
            self._process = None

    def _ask(self, content: bytes) -> bytes | None:
        try:
            process = self._running()
            assert process.stdin is not None
            _write(process.stdin, content)
            return self._read(self._limit_seconds)
        except (TimeoutError, OSError):
            self.stop()
            return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", self._module]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            self._read(START_SECONDS)
        return self._process

    def _read(self, seconds: float) -> bytes:
        """The next message of the process.

        Raises:
            TimeoutError: it did not come in time.
            OSError: the process ended.
        """
        assert self._process is not None and self._process.stdout is not None
        stream, received, until = self._process.stdout, bytearray(), time.monotonic() + seconds
        while len(received) < LENGTH.size or len(received) < LENGTH.size + LENGTH.unpack(received[: LENGTH.size])[0]:
            if not select.select([stream], [], [], max(0.0, until - time.monotonic()))[0]:
                raise TimeoutError
            piece = stream.read(PIECE_BYTES)
            if not piece:
                raise OSError("The process ended.")
            received += piece
        return bytes(received[LENGTH.size :])


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Answer each piece of work, until the other process ends. The first message, an empty one, says that this one is ready."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    _write(target, b"")
    while head := source.read(LENGTH.size):
        _write(target, answer(source.read(LENGTH.unpack(head)[0])))


def _write(stream: IO[bytes], content: bytes) -> None:
    """Send a message: its length, then its bytes."""
    message = memoryview(LENGTH.pack(len(content)) + content)
    while message:
        message = message[stream.write(message) :]
    stream.flush()
