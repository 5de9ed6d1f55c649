"""What a running service holds: memory of each process by its part, and what must be gone when it has no work."""

from __future__ import annotations

import contextlib
import os
import statistics
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, text

from benchmarks.running.machine import family
from contract.process import forked_helpers
from models import books

_STORES = {"postgres": "postgres", "valkey-server": "valkey"}
_OPEN = {
    "jobs": "SELECT count(*) FROM job WHERE finished_at IS NULL",
    "holds": "SELECT count(*) FROM hold WHERE state = 'active'",
    "slices": "SELECT count(*) FROM slice",
    "claimed pages": "SELECT count(*) FROM page WHERE status = 'running'",
    "reserved credits": "SELECT coalesce(sum(reserved), 0) FROM workspace",
    "locks that are waited for": "SELECT count(*) FROM pg_locks WHERE NOT granted",
    "old transactions": "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
    " AND datname = current_database() AND xact_start < now() - interval '5 s'",
}


@dataclass(frozen=True)
class Process:
    """One process. `memory_mb` is its proportional share (PSS)."""

    part: str
    memory_mb: float
    files: int


def part_of(pid: int) -> str:
    """What a process of `orbweaver up` does."""
    with contextlib.suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        name = Path(f"/proc/{pid}/comm").read_text().strip()
        if name in _STORES:
            return _STORES[name]
        if name == forked_helpers.NAME:
            return "fork server"
        words = b" ".join(command)
        for part, sign in (
            ("browser", b"--headless"),
            ("browser", b"chrome"),
            ("driver", b"run-driver"),
            ("fork server", b"forkserver"),
        ):
            if sign in words:
                return part
        for part in (b"api", b"worker", b"up"):
            if part in command:
                return part.decode()
        return name
    return ""


def processes(root: int) -> dict[int, Process]:
    """The processes of a service."""
    found = {}
    for pid in family(root):
        with contextlib.suppress(OSError, ValueError, StopIteration):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            share = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            found[pid] = Process(part_of(pid), share / 1024, len(os.listdir(f"/proc/{pid}/fd")))
    return found


def temporary_folders() -> Counter[str]:
    """How many folders and files of the service and its browser are in the folder for temporary files, by what they are for."""
    names = os.listdir(tempfile.gettempdir())
    return Counter(name.rpartition("-")[0] for name in names if name.startswith(("orbweaver-", "playwright", "chrom")))


def left_open(database: Engine) -> dict[str, int]:
    """What is still open in the database, by name; without what is 0."""
    with database.connect() as connection:
        found = {name: int(connection.execute(text(query)).scalar_one()) for name, query in _OPEN.items()}
        found["differences in the books"] = len(books.drift(connection))
    return {name: number for name, number in found.items() if number}


def connections(database: Engine) -> int:
    """The connections to the database."""
    with database.connect() as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        return int(connection.execute(text(query)).scalar_one())


class MemoryCourse:
    """The memory of each process over time. Only processes that lived through the whole measured time count."""

    def __init__(self) -> None:
        self._seen: defaultdict[int, list[tuple[float, Process]]] = defaultdict(list)
        self._samples = 0

    def add(self, seconds: float, found: dict[int, Process]) -> None:
        """The state at a time."""
        self._samples += 1
        for pid, process in found.items():
            self._seen[pid].append((seconds, process))

    @property
    def seconds(self) -> float:
        """From the first to the last sample."""
        times = [at for points in self._seen.values() for at, _ in points]
        return max(times, default=0) - min(times, default=0)

    def rows(self) -> list[tuple[str, int, float, float, float, int, int]]:
        """(part, pid, first MB, last MB, growth in % per ten minutes, first open files, last open files), the largest first."""
        rows = []
        for pid, points in self._seen.items():
            if len(points) < max(3, 0.9 * self._samples):
                continue
            tenth = max(1, len(points) // 10)
            first = statistics.median(process.memory_mb for _, process in points[:tenth])
            last = statistics.median(process.memory_mb for _, process in points[-tenth:])
            slope = statistics.linear_regression(
                [at for at, _ in points], [process.memory_mb for _, process in points]
            ).slope
            growth = 600 * slope / statistics.mean(process.memory_mb for _, process in points) * 100
            rows.append((points[-1][1].part, pid, first, last, growth, points[0][1].files, points[-1][1].files))
        return sorted(rows, key=lambda row: -row[3])
