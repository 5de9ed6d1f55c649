"""Starts the fork server of `multiprocessing` as a fork that waits with its modules imported.

Otherwise each process that reads pages starts an interpreter that imports the whole extraction: half the time of a short command.
The fork server is below the same process and has the same command line, streams and environment variables as one that was started.
Imported by the prepared processes only, never by the process of the tests.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import traceback
from multiprocessing import forkserver, util
from typing import Any, Final

_start_interpreter: Final[Any] = util.spawnv_passfds  # type: ignore[attr-defined]
_control: socket.socket | None = None
_is_forking = False


def keep() -> None:
    """Keep a fork that waits, for this process and for each of its forks. Call it while there is one thread."""
    util.spawnv_passfds = _start  # type: ignore[attr-defined]
    os.register_at_fork(after_in_child=_fork)
    _fork()


def _fork() -> None:
    global _control, _is_forking
    if _is_forking:  # This is the fork that waits, or below it.
        return
    if _control is not None:
        _control.close()
    _is_forking = True
    _control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork():
        theirs.close()
        _is_forking = False
        return
    try:
        _serve(theirs)
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _start(path: str | bytes, arguments: list[str | bytes], descriptors: list[int]) -> int:
    """Do what `spawnv_passfds` does: start a helper of `multiprocessing`. The process id."""
    global _control
    if _control is None or "multiprocessing.forkserver" not in os.fsdecode(arguments[-1]):
        return int(_start_interpreter(path, arguments, descriptors))
    shown = [os.fsdecode(each) for each in arguments]
    preload = forkserver._forkserver._preload_modules  # type: ignore[attr-defined]
    with _control as control:
        _control = None
        socket.send_fds(control, [json.dumps([shown, preload]).encode()], descriptors)
        return int(control.recv(16))


def _serve(control: socket.socket) -> None:
    """Wait until a fork server is started. Ends with the process that it waits for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.closerange(3, control.fileno())
    os.closerange(control.fileno() + 1, 1 << 16)
    message, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 2)
    if not message:
        return
    arguments, preload = json.loads(message)
    _show(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    control.send(b"%d" % os.getpid())
    control.close()
    forkserver.main(*descriptors, preload)


def _show(arguments: list[str]) -> None:
    """Be listed with this command line. Some tests look for it."""
    with open("/proc/self/stat") as stat:
        start, end = map(int, stat.read().rpartition(")")[2].split()[45:47])
    shown = "\0".join(arguments).encode()[: end - start - 1]
    ctypes.memmove(start, shown.ljust(end - start, b"\0"), end - start)
