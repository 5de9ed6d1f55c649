"""The hosts of a job in memory: running pages, pauses and backoffs. The rules are in `models.pages.rules`, as for Postgres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.pages.rules import THROTTLE_SECONDS, Load, halved, regained


@dataclass
class _Host:
    """Times are those of the monotonic clock."""

    requests_max: int
    requests: int = 0
    delay_seconds: float = 0.0
    not_before: float = 0.0
    throttled_at: float | None = None


class MemoryHosts(Mapping[str, Load]):
    """The load of each host at the time `now`, which the caller sets. `requests_max` limits the running pages of one host."""

    def __init__(self, requests_max: int) -> None:
        self.now = 0.0
        self._requests_max = requests_max
        self._hosts: dict[str, _Host] = {}

    def __getitem__(self, name: str) -> Load:
        host = self._of(name)
        throttled = None if host.throttled_at is None else self.now - host.throttled_at
        return Load(
            requests_max=regained(host.requests_max, throttled, self._requests_max),
            delay_ms=int(host.delay_seconds * 1000), wait_seconds=host.not_before - self.now, requests=host.requests,
            crawl_requests=host.requests,
        )  # fmt: skip

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosts)

    def __len__(self) -> int:
        return len(self._hosts)

    def begin(self, name: str) -> None:
        """A page of the host is requested."""
        self._of(name).requests += 1
        self.start_pause(name)

    def end(self, name: str) -> None:
        """A page of the host has ended."""
        self._of(name).requests -= 1
        self.start_pause(name)

    def start_pause(self, name: str) -> None:
        """Start or restart the pause of a host that has one."""
        host = self._of(name)
        if host.delay_seconds:
            host.not_before = max(host.not_before, self.now + host.delay_seconds)

    def set_delay(self, name: str, seconds: float) -> None:
        """Store the pause of a host between two requests."""
        self._of(name).delay_seconds = seconds

    def slow_down(self, name: str, seconds: float) -> None:
        """Halve the requests that the host takes at a time, and send it none for this many seconds."""
        host = self._of(name)
        if host.throttled_at is not None and self.now < host.throttled_at + THROTTLE_SECONDS:
            return
        host.requests_max, host.throttled_at = halved(self[name].requests_max), self.now
        host.not_before = max(host.not_before, self.now + seconds)

    def first_free(self, names: Iterable[str]) -> float | None:
        """When the first of these hosts that are in a pause may be requested again."""
        return min((at for name in names if (at := self._of(name).not_before) > self.now), default=None)

    def _of(self, name: str) -> _Host:
        if name not in self._hosts:
            self._hosts[name] = _Host(self._requests_max)
        return self._hosts[name]
