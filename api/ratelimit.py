"""Rate limits: calls per workspace and plan, failed keys per IP address.

The counters are in Redis. While Redis is down each process counts for itself and logs a warning.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import redis
from flask import g
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage

from contract.errors import TooManyRequests
from workers.redis_connections import RedisUnavailable

log = logging.getLogger(__name__)
View = TypeVar("View", bound=Callable[..., Any])

# Calls per minute by plan and group; decisions, section 3. Cancelling has a separate group, so that a workspace can still
# cancel its jobs when it has used up the other limits.
PER_MINUTE = {
    "free": {"scrape": 60, "start": 20, "cancel": 20, "retry": 20, "status": 600},
    "standard": {"scrape": 600, "start": 60, "cancel": 60, "retry": 60, "status": 6000},
}
# The groups as error messages name them.
CALLS = {
    "scrape": "requests", "start": "new jobs", "cancel": "cancelled jobs", "retry": "retried deliveries",
    "status": "status requests",
}  # fmt: skip
FAILED_KEYS_PER_MINUTE = 60
WINDOW_SECONDS = 60
# Attempts to sign in to the console per quarter of an hour.
SIGN_INS_PER_ADDRESS, SIGN_IN_WINDOW_SECONDS = 100, 900
# For one e-mail address: from one IP address, and from all. The second is large, because strangers could use it up.
SIGN_INS_PER_EMAIL_AND_ADDRESS, SIGN_INS_PER_EMAIL = 10, 100
# With one link or session.
ATTEMPTS_PER_LINK = 10
# Requests to join per hour: from one IP address or person, to one workspace too, and of all strangers to one workspace.
JOIN_WINDOW_SECONDS = 3_600
JOIN_REQUESTS_PER_ADDRESS, JOIN_REQUESTS_PER_WORKSPACE_AND_ADDRESS, JOIN_REQUESTS_PER_WORKSPACE = 20, 5, 200
IPV6_NETWORK_BITS = 64
# Pages of the console per person.
PAGES_PER_MINUTE = 600
# How long this process counts for itself after Redis failed, before it tries Redis again.
REDIS_RETRY_SECONDS = 5.0


def grouped(group: str) -> Callable[[View], View]:
    """Set the rate limit group of a view."""

    def mark(view: View) -> View:
        view.rate_group = group  # type: ignore[attr-defined]
        return view

    return mark


def network_of(address: str) -> str:
    """The IP address as it is counted: of IPv6 the /64 network, which one customer of a provider has for itself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((int(parsed), IPV6_NETWORK_BITS), strict=False))


@dataclass(frozen=True)
class Attempt:
    """A counted attempt, and where it was counted."""

    counted: tuple[tuple[str, str], ...]
    window_seconds: int


def _in_words(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return f"{seconds} seconds" if seconds < 60 else "a minute" if minutes == 1 else f"{minutes} minutes"


class RateLimiter:
    """Counts calls per clock minute: in Redis, or in this process while Redis is down."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        # limits needs a URL to choose the storage class; the connections come from the pool.
        self._redis = RedisStorage("redis://", connection_pool=pool)
        self._local = MemoryStorage()
        self._use_local_until = 0.0

    def check(self, plan: str, group: str, workspace: str) -> None:
        """Count one call of a workspace and set the response's RateLimit headers.

        Raises:
            TooManyRequests: the workspace exceeded the limit of its plan.
        """
        limit = PER_MINUTE.get(plan, PER_MINUTE["free"])[group]
        self._check(group, workspace, limit, f"Rate limit exceeded: {limit} {CALLS[group]} per minute.")

    def add(self, group: str, name: str, calls: int) -> int:
        """Count calls that were already let through, and return the total of the current minute over all processes."""
        return self._count(group, name, calls)[0]

    def check_sign_in(self, address: str, email: str, *, is_known: bool = False) -> Attempt:
        """Count one attempt to sign in, by IP address and by e-mail address. `forgive` a right one.

        Args:
            is_known: the person has a session from this network. Then strangers cannot use up the person's attempts.
        Raises:
            TooManyRequests: too many attempts from the IP address, or for the e-mail address.
        """
        network = network_of(address)
        counters = [
            ("sign-in-address", network, SIGN_INS_PER_ADDRESS),
            ("sign-in-email-address", f"{email} {network}", SIGN_INS_PER_EMAIL_AND_ADDRESS),
        ]
        if not is_known:
            counters.append(("sign-in-email", email, SIGN_INS_PER_EMAIL))
        return self._check_attempts(SIGN_IN_WINDOW_SECONDS, *counters)

    def check_link(self, address: str, link: str) -> Attempt:
        """Count one attempt with a link or a session. Strangers cannot use up the attempts of the person who has it.

        Args:
            link: the link or session, which only its owner knows.
        Raises:
            TooManyRequests: too many attempts from the IP address, or with the link or session.
        """
        return self._check_attempts(
            SIGN_IN_WINDOW_SECONDS,
            ("sign-in-address", network_of(address), SIGN_INS_PER_ADDRESS),
            ("sign-in-holder", link, ATTEMPTS_PER_LINK),
        )

    def check_join_request(self, asked_from: str, workspace: str, *, is_signed_in: bool) -> None:
        """Count one request to join a workspace, which need not exist.

        Args:
            asked_from: the network or the person who asks. The requests of people who are signed in are not used up by strangers.
        Raises:
            TooManyRequests: too many requests from there, or too many for the workspace.
        """
        counters = [
            ("join-from", asked_from, JOIN_REQUESTS_PER_ADDRESS),
            ("join-workspace-from", f"{workspace} {asked_from}", JOIN_REQUESTS_PER_WORKSPACE_AND_ADDRESS),
        ]
        if not is_signed_in:
            counters.append(("join-workspace", workspace, JOIN_REQUESTS_PER_WORKSPACE))
        self._check_attempts(JOIN_WINDOW_SECONDS, *counters)

    def forgive(self, attempt: Attempt) -> None:
        """Take back an attempt that was right, so that only wrong ones count."""
        for group, name in attempt.counted:
            self._count(group, name, -1, window_seconds=attempt.window_seconds)

    def _check_attempts(self, window_seconds: int, *counters: tuple[str, str, int]) -> Attempt:
        # A refused attempt does not count for the next counters.
        for group, name, limit in counters:
            attempts, seconds = self._count(group, name, window_seconds=window_seconds)
            if attempts > limit:
                raise TooManyRequests(
                    f"Too many attempts. Try again in {_in_words(seconds)}.", retry_after_seconds=seconds
                )
        return Attempt(tuple((group, name) for group, name, _ in counters), window_seconds)

    def check_pages(self, person: str) -> None:
        """Count one page of the console.

        Raises:
            TooManyRequests: the person exceeded the limit.
        """
        pages, seconds = self._count("pages", person)
        if pages > PAGES_PER_MINUTE:
            raise TooManyRequests(
                f"Rate limit exceeded: {PAGES_PER_MINUTE} pages per minute.", retry_after_seconds=seconds
            )

    def check_failed_keys(self, address: str) -> None:
        """Count one failed key of an IP address and set the response's RateLimit headers.

        Raises:
            TooManyRequests: the address sent too many keys that are not valid.
        """
        limit = FAILED_KEYS_PER_MINUTE
        message = f"Rate limit exceeded: {limit} requests with an invalid key per minute and IP address."
        self._check("failed-keys", network_of(address), limit, message)

    def _check(self, group: str, name: str, limit: int, message: str) -> None:
        calls, seconds = self._count(group, name)
        g.headers = {
            "RateLimit-Policy": f'"{group}";q={limit};w={WINDOW_SECONDS}',
            "RateLimit": f'"{group}";r={max(0, limit - calls)};t={seconds}',
        }
        if calls > limit:
            raise TooManyRequests(message, retry_after_seconds=seconds)

    def _count(
        self, group: str, name: str, calls: int = 1, *, window_seconds: int = WINDOW_SECONDS
    ) -> tuple[int, int]:  # fmt: skip
        """(calls in the current window including these, seconds until the next window)."""
        window, past = divmod(time.time(), window_seconds)
        key = f"orbweaver:calls:{group}:{name}:{int(window)}"
        seconds = math.ceil(window_seconds - past)
        if time.monotonic() >= self._use_local_until:
            try:
                return self._redis.incr(key, window_seconds, calls), seconds
            except (redis.RedisError, StorageError, OSError) as error:
                self._use_local_until = time.monotonic() + REDIS_RETRY_SECONDS
                level = logging.DEBUG if isinstance(error, RedisUnavailable) else logging.WARNING
                log.log(level, "Redis is not reachable. Rate limits are counted in this process: %s", error)
        return self._local.incr(key, window_seconds, calls), seconds
