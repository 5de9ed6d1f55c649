"""Runs commands and programs in forks of a process that has imported their modules.

A command of the command line or of Scrapy needs two seconds of the processor to import what it uses, and so do a worker and an API
process. Here, that happens once per test session. Each fork still has a process, an environment and standard streams of its own.
Tests of the start itself use `subprocess`.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
# No module that reads the environment or installs the reactor when it is imported.
COMMANDS = (
    "crawler.runner", "crawler.operators.commands", "scrapy.cmdline", "scrapy.commands.crawl", "scrapy.extensions.feedexport",
    "orbweaver.main", "orbweaver.local.pages_run", "orbweaver.local.job_command", "orbweaver.commands.pages.crawl",
    "orbweaver.commands.accounts.member", "orbweaver.commands.service.queues",
    "scrapy.core.downloader.contextfactory", "crawler.download", "extraction.preload",
)  # fmt: skip
WORKER = (
    "dramatiq.cli",
    "workers.process",
    "scrapy.core.downloader.contextfactory",
    "crawler.download",
    "psycopg2.extras",
    "extraction.preload",
)
API = ("api.asgi.server",)
# For each fork: a process that waits for it, and below it the fork itself. The fork of a command continues when this process ends;
# that of a program gets SIGTERM then.
SERVER = """
import ctypes, gc, importlib, json, os, runpy, signal, socket, sys, threading

from tests import spare_fork_server

for name in sys.argv[2:]:
    importlib.import_module(name)
assert threading.active_count() == 1 and "twisted.internet.reactor" not in sys.modules
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
control = socket.socket(fileno=int(sys.argv[1]))

def end_with(parent, number):
    ctypes.CDLL(None).prctl(1, number, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)

while True:
    message, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 4)
    if not message:
        sys.exit()
    server = os.getpid()
    if os.fork():
        for descriptor in descriptors:
            os.close(descriptor)
        continue
    control.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # As in a terminal: the tests may run in the background, where SIGINT is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    requested = json.loads(message)
    *streams, status = descriptors
    waiting = os.getpid()
    if "program" in requested:
        end_with(server, signal.SIGKILL)
    if pid := os.fork():
        os.write(status, b"%8d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    break
if "program" in requested:
    os.setsid()
    end_with(waiting, signal.SIGTERM)
os.write(status, b"%8d" % os.getpid())
os.close(status)
for number, descriptor in enumerate(streams):
    os.dup2(descriptor, number)
    os.close(descriptor)
os.chdir(requested["folder"])
os.environ.clear()
os.environ.update(requested["environ"])
if "extraction.preload" in sys.modules:
    spare_fork_server.keep()
if "program" in requested:
    sys.argv = requested["command"]
    exec(compile(requested["program"], "<string>", "exec"), {"__name__": "__main__"})
else:
    module, *sys.argv[1:] = requested["command"]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


class Fork:
    """A fork that runs, with the methods of `subprocess.Popen` that the tests use."""

    def __init__(self, status: int) -> None:
        self._status = status
        self.pid = int(os.read(status, 8))
        self.returncode: int | None = None

    def __del__(self) -> None:
        os.close(self._status)

    def poll(self) -> int | None:
        return self._code(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code.

        Raises:
            TimeoutExpired: it has not ended after `timeout` seconds.
        """
        code = self._code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"fork {self.pid}", timeout or 0)
        return code

    def _code(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            # Nothing comes if the process that waits for it was killed. That happens at the end of all tests.
            self.returncode = int(os.read(self._status, 8) or -signal.SIGKILL)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Command:
    """A command that runs in a fork. What it printed where no other stream was given is known at its end."""

    def __init__(self, fork: Fork, out: IO[str], err: IO[str]) -> None:
        self._fork, self._out, self._err = fork, out, err
        self.send_signal = fork.send_signal

    def ended(self, timeout: float) -> subprocess.CompletedProcess[str]:
        """What it printed, and its exit code.

        Raises:
            TimeoutExpired: it has not ended after `timeout` seconds. It is killed.
        """
        try:
            code = self._fork.wait(timeout)
        except subprocess.TimeoutExpired as error:
            self._fork.kill()
            raise subprocess.TimeoutExpired(error.cmd, timeout, _text(self._out), _text(self._err)) from error
        with self._out, self._err:
            return subprocess.CompletedProcess([], code, _text(self._out), _text(self._err))


class PreparedProcess:
    """A process that has imported these modules. It leads a process group, in which those that wait for forks are too."""

    def __init__(self, modules: Sequence[str], **more: str) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        command = [sys.executable, "-P", "-c", SERVER, str(theirs.fileno()), *modules]
        environ = {name: value for name, value in os.environ.items() if not name.startswith("ORBWEAVER_")}
        with theirs:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env={**environ, "PYTHONPATH": str(ROOT), **more}, pass_fds=[theirs.fileno()],
                process_group=0,
            )  # fmt: skip
        self.pid = self._process.pid

    def run(
        self, command: Sequence[str], *, environ: Mapping[str, str], folder: Path = ROOT, timeout: float = 180
    ) -> subprocess.CompletedProcess[str]:
        """What `python -m` with this command printed, and its exit code.

        Raises:
            TimeoutExpired: it has not ended after `timeout` seconds. It is killed.
        """
        return self.begin(command, environ=environ, folder=folder).ended(timeout)

    def begin(
        self,
        command: Sequence[str],
        *,
        environ: Mapping[str, str],
        folder: Path = ROOT,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> Command:
        """Start `python -m` with this command.

        Args:
            stdout: the file descriptor that it gets as output. `stderr` is the same for errors.
        """
        requested = {"command": command, "environ": dict(environ), "folder": str(folder)}
        out, err = _stream(), _stream()
        with open(os.devnull) as nothing:
            streams = (out.fileno() if stdout is None else stdout, err.fileno() if stderr is None else stderr)
            return Command(self._fork(requested, nothing.fileno(), *streams), out, err)

    def start(self, program: str, *arguments: str, environ: Mapping[str, str], streams: Sequence[int]) -> Fork:
        """What `python -c` with this program starts, as the leader of a session.

        Args:
            streams: the file descriptors that it gets as input, output and errors.
        """
        requested = {"program": program, "command": ["-c", *arguments], "environ": dict(environ), "folder": str(ROOT)}
        return self._fork(requested, *streams)

    def _fork(self, requested: dict[str, Any], *streams: int) -> Fork:
        received, status = os.pipe()
        try:
            socket.send_fds(self._control, [json.dumps(requested).encode()], [*streams, status])
        finally:
            os.close(status)
        return Fork(received)

    def close(self) -> None:
        """End it. Commands that run continue."""
        self._control.close()
        self._process.wait(30)


@cache
def of_crawler() -> PreparedProcess:
    """The one of this test session for commands, and for programs that run an engine."""
    made = PreparedProcess(COMMANDS)
    atexit.register(made.close)
    return made


def _stream() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8")


def _text(stream: IO[str]) -> str:
    stream.seek(0)
    return stream.read()
