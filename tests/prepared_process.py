"""Runs commands in forks of a process that has imported their modules.

A command of the command line or of Scrapy needs two seconds of the processor to import what it uses. Here, that happens once per
test session. Each command still has a process, an environment and standard streams of its own. Tests of the start itself use
`subprocess`.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
# No module that reads the environment or installs the reactor when it is imported.
MODULES = (
    "crawler.runner", "crawler.operators.commands", "scrapy.cmdline", "scrapy.commands.crawl", "scrapy.extensions.feedexport",
    "orbweaver.main", "orbweaver.local.pages_run", "orbweaver.local.job_command", "orbweaver.commands.pages.crawl",
    "orbweaver.commands.accounts.member", "orbweaver.commands.service.queues",
)  # fmt: skip
# For each command: a process that waits for it, and below it the command's process.
SERVER = """
import gc, importlib, json, os, runpy, signal, socket, sys, threading

for name in sys.argv[2:]:
    importlib.import_module(name)
assert threading.active_count() == 1 and "twisted.internet.reactor" not in sys.modules
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
control = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 3)
    if not message:
        sys.exit()
    if os.fork():
        for descriptor in descriptors:
            os.close(descriptor)
        continue
    control.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out, err, status = descriptors
    if pid := os.fork():
        os.write(status, b"%8d" % pid)
        os.write(status, b"%8d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    break
wanted = json.loads(message)
os.close(status)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
for number, descriptor in ((1, out), (2, err)):
    os.dup2(descriptor, number)
    os.close(descriptor)
os.chdir(wanted["folder"])
os.environ.clear()
os.environ.update(wanted["environ"])
module, *sys.argv[1:] = wanted["command"]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


class PreparedProcess:
    """A process that has imported everything. `run` runs a module with arguments in a fork of it."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        command = [sys.executable, "-P", "-c", SERVER, str(theirs.fileno()), *MODULES]
        environ = {name: value for name, value in os.environ.items() if not name.startswith("ORBWEAVER_")}
        with theirs:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env={**environ, "PYTHONPATH": str(ROOT)}, pass_fds=[theirs.fileno()]
            )

    def run(
        self, command: Sequence[str], *, environ: Mapping[str, str], folder: Path = ROOT, timeout: float = 180
    ) -> subprocess.CompletedProcess[str]:
        """What `python -m` with this command printed, and its exit code.

        Raises:
            TimeoutExpired: it has not ended after `timeout` seconds. It is killed.
        """
        requested = {"command": command, "environ": dict(environ), "folder": str(folder)}
        with _stream() as out, _stream() as err:
            received, status = os.pipe()
            try:
                socket.send_fds(self._control, [json.dumps(requested).encode()], [out.fileno(), err.fileno(), status])
                os.close(status)
                pid = int(os.read(received, 8))
                if not select.select([received], [], [], timeout)[0]:
                    os.kill(pid, signal.SIGKILL)
                    raise subprocess.TimeoutExpired(list(command), timeout, _text(out), _text(err))
                code = int(os.read(received, 8))
            finally:
                os.close(received)
            return subprocess.CompletedProcess(list(command), code, _text(out), _text(err))

    def close(self) -> None:
        """End it. Commands that run continue."""
        self._control.close()
        self._process.wait(30)


def _stream() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8")


def _text(stream: IO[str]) -> str:
    stream.seek(0)
    return stream.read()
