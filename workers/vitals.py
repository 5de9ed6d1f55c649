"""What a worker reports about itself with each heartbeat: slots, running work, throughput, browser and memory."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import dramatiq

# The throughput is an average over this time, or since the start of the process.
WINDOW_SECONDS = 300.0
MEMORY_SECONDS = 15.0
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
# Fields of /proc/PID/stat, counted after the process's name.
PARENT, SESSION = 1, 3


class MessageMeter(dramatiq.Middleware):
    """Counts the messages that run and those that have ended, by queue. Skipped messages are not counted."""

    def __init__(self) -> None:
        self.ended: Counter[str] = Counter()
        self._running: defaultdict[str, set[str]] = defaultdict(set)
        self._lock = threading.Lock()

    def before_process_message(self, broker: Any, message: Any) -> None:
        with self._lock:
            self._running[message.queue_name].add(message.message_id)

    def after_process_message(
        self, broker: Any, message: Any, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        with self._lock:
            self._running[message.queue_name].discard(message.message_id)
            self.ended[message.queue_name] += 1

    def running(self) -> dict[str, int]:
        """The number of messages that run, by queue."""
        with self._lock:
            return {queue: len(messages) for queue, messages in self._running.items()}


class Throughput:
    """Averages counters that only grow. `read` returns them by name."""

    def __init__(self, read: Callable[[], Mapping[str, int]]) -> None:
        self._read = read
        self._samples: deque[tuple[float, Mapping[str, int]]] = deque([(time.monotonic(), {})])

    def per_minute(self) -> dict[str, float]:
        """The increase of each counter per minute. Takes a sample."""
        now, counters = time.monotonic(), dict(self._read())
        self._samples.append((now, counters))
        while len(self._samples) > 2 and now - self._samples[1][0] >= WINDOW_SECONDS:
            self._samples.popleft()
        begun, before = self._samples[0]
        minutes = max(now - begun, 1.0) / 60
        return {name: round((number - before.get(name, 0)) / minutes, 1) for name, number in counters.items()}


class Vitals:
    """The changing part of a heartbeat. Called by the heartbeat's thread only.

    Args:
        fixed: what does not change: host, process id, the browser's path.
        slots: how many pieces of work of each queue this process runs at a time.
        running: how many it runs now.
        ended: how many have ended since its start.
        paused: the paused queues, as far as this worker knows.
        browser: the state of the browser.
    """

    def __init__(
        self, fixed: Mapping[str, Any], *, slots: Callable[[], Mapping[str, int]], running: Callable[[], Mapping[str, int]],
        ended: Callable[[], Mapping[str, int]], paused: Callable[[], Sequence[str]],
        browser: Callable[[], Mapping[str, Any]],
    ) -> None:  # fmt: skip
        self._fixed = fixed
        self._slots = slots
        self._running = running
        self._throughput = Throughput(ended)
        self._paused = paused
        self._browser = browser
        self._memory: dict[str, int] = {}
        self._memory_at = -MEMORY_SECONDS

    def __call__(self) -> dict[str, Any]:
        """The heartbeat's `about`."""
        now = time.monotonic()
        if now - self._memory_at >= MEMORY_SECONDS:
            self._memory, self._memory_at = memory_bytes(os.getpid()), now
        return {
            **self._fixed,
            "places": dict(self._slots()),
            "running": dict(self._running()),
            "perMinute": self._throughput.per_minute(),
            "paused": list(self._paused()),
            "browserState": dict(self._browser()),
            "memoryBytes": self._memory,
        }


def memory_bytes(pid: int) -> dict[str, int]:
    """The memory of a worker: its own, that of its reading processes, and that of the browser with its driver.

    Memory that several processes share, such as libraries, is not counted.
    """
    stats = dict(_stats())
    found = {"worker": _private_bytes(pid), "reading": 0, "browser": 0}
    if pid not in stats:
        return found
    children: defaultdict[int, list[int]] = defaultdict(list)
    for each, fields in stats.items():
        children[int(fields[PARENT])].append(each)
    left = list(children[pid])
    while left:
        each = left.pop()
        left += children[each]
        # The browser's driver starts its own session (`crawler/rendering/driver.py`).
        kind = "reading" if stats[each][SESSION] == stats[pid][SESSION] else "browser"
        found[kind] += _private_bytes(each)
    return found


def _stats() -> Iterator[tuple[int, list[str]]]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):  # The process has just ended.
                yield int(name), Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()


def _private_bytes(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError):
        resident, shared = Path(f"/proc/{pid}/statm").read_text().split()[1:3]
        return (int(resident) - int(shared)) * PAGE_BYTES
    return 0
