"""Tools for benchmarks: start a service or a loopback site, measure CPU time and memory of a process tree, and times."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

TICKS = os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    """The value that this share of the values is below."""
    return sorted(values)[int(share * len(values))]


def free_port() -> int:
    """An unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def family(root: int) -> list[int]:
    """A process and all its descendants."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found = [root]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found


def processor_seconds(root: int) -> float:
    """User and system time of a process tree. Reaped children are included in their parent's time."""
    total = 0
    for process in family(root):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            total += sum(int(value) for value in fields[11:15])
    return total / TICKS


def memory_mb(root: int) -> tuple[float, float]:
    """(PSS, summed RSS) of a process tree in MB. PSS counts shared pages once."""
    proportional = resident = 0
    for process in family(root):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                name, _, value = line.partition(":")
                if name == "Pss":
                    proportional += int(value.split()[0])
                elif name == "Rss":
                    resident += int(value.split()[0])
    return proportional / 1024, resident / 1024


@dataclass(frozen=True)
class Service:
    """A running `orbweaver up`."""

    url: str
    pid: int
    environ: dict[str, str]

    def command(self, *arguments: str) -> dict[str, object]:
        """What `orbweaver … --json` prints."""
        command = [sys.executable, "-m", "orbweaver", *arguments, "--json"]
        answer = subprocess.run(command, env=self.environ, check=True, capture_output=True, text=True)
        record: dict[str, object] = json.loads(answer.stdout.splitlines()[-1])
        return record

    def call(self, key: str, method: str, path: str, body: Any = None) -> Any:
        """The JSON that a call returns."""
        answer = requests.request(method, self.url + path, json=body, headers={"X-API-Key": key}, timeout=100)
        assert answer.ok, answer.text
        return answer.json()

    def new_key(self) -> str:
        """A key of a new workspace, because rate limits are per workspace."""
        workspace = str(self.command("workspace", "create", "benchmark", "--credits", "1000000")["id"])
        return str(self.command("key", "create", "--workspace", workspace)["key"])


@contextlib.contextmanager
def service(**settings: str) -> Iterator[Service]:
    """`orbweaver up` on a new data folder, allowed to fetch from loopback. Stopped and deleted afterwards."""
    folder = tempfile.mkdtemp(prefix="ow", dir="/tmp")
    Path(folder).chmod(0o711)
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("ORBWEAVER_", "DATABASE_", "REDIS_"))
    }
    environ |= {"ORBWEAVER_DATA_DIR": folder, "ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8", **settings}
    command = [sys.executable, "-m", "orbweaver", "up", "--port", str(free_port()), "--json"]
    up = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert up.stdout is not None
        yield Service(json.loads(up.stdout.readline())["url"], up.pid, environ)
    finally:
        up.send_signal(signal.SIGTERM)
        up.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def site(module: str, *arguments: str) -> Iterator[str]:
    """The URL of a loopback site in a separate process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", module, str(port), *arguments])
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)
