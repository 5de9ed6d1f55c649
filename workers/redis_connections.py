"""Connections to Redis that never wait long, and the circuit breaker of all Redis clients of a process.

The service works without Redis. A Redis that hangs would make every command wait for its time limit, so after two
commands in a row without an answer all commands fail at once, until Redis answers again.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

# A healthy Redis answers within a millisecond. A command and a new connection each wait this long.
ANSWER_SECONDS = 0.5
# How many commands in a row without an answer open the breaker.
FAILURES_MAX = 2
# How often Redis is tried while the breaker is open. A thread tries it, so no caller waits for the trial.
TRIAL_SECONDS = 1.0
CONNECTIONS_MAX = 256
# As for Postgres (`models/connection.py`): how soon the kernel notices a server that is gone. For TCP only.
TCP_LIMITS = {socket.TCP_KEEPIDLE: 10, socket.TCP_KEEPINTVL: 5, socket.TCP_KEEPCNT: 2, socket.TCP_USER_TIMEOUT: 10_000}


class RedisUnavailable(redis.ConnectionError):
    """The breaker is open. The command was not sent."""


class Breaker:
    """Whether Redis answers. Open: it does not, and commands fail at once. Thread-safe.

    `trial` returns when Redis answers, and raises RedisError or OSError when it does not.
    """

    def __init__(self, trial: Callable[[], None]) -> None:
        self._trial = trial
        self._lock = threading.Lock()
        self._failures = 0
        self._counted: BaseException | None = None
        self._open = False
        self._stopping = threading.Event()

    @property
    def is_open(self) -> bool:
        return self._open

    def require_closed(self) -> None:
        """Raises RedisUnavailable while the breaker is open."""
        if self._open:
            raise RedisUnavailable("Redis does not answer.")

    def answered(self) -> None:
        """Note an answer."""
        self._failures = 0

    def failed(self, error: Exception) -> None:
        """Note a command without an answer. An error that is reported twice counts once."""
        with self._lock:
            if self._open or error is self._counted:
                return
            self._failures, self._counted = self._failures + 1, error
            if self._failures < FAILURES_MAX:
                return
            self._open = True
        log.warning("Redis is unavailable; the service continues without it: %s", error)
        threading.Thread(target=self._try_until_answered, name="redis-trial", daemon=True).start()

    def stop(self) -> None:
        """Try Redis no more."""
        self._stopping.set()

    def _try_until_answered(self) -> None:
        while not self._stopping.wait(TRIAL_SECONDS):
            try:
                self._trial()
            except (redis.RedisError, OSError):
                continue
            self._failures, self._counted, self._open = 0, None, False
            log.warning("Redis answers again")
            return


class _Reporting:
    """What connections of our pools do besides: they report to the breaker whether Redis answers."""

    breaker: Breaker

    def connect_check_health(self, *args: Any, **options: Any) -> None:
        try:
            super().connect_check_health(*args, **options)  # type: ignore[misc]
        except (redis.TimeoutError, redis.ConnectionError) as error:
            self.breaker.failed(error)
            raise

    def read_response(self, *args: Any, **options: Any) -> Any:
        try:
            answer = super().read_response(*args, **options)  # type: ignore[misc]
        except redis.TimeoutError as error:
            self.breaker.failed(error)
            raise
        self.breaker.answered()
        return answer


class _Pool(redis.ConnectionPool):
    """Gives out no connection while the breaker is open."""

    def __init__(self, *, breaker: Breaker, connection_class: type[Any] = redis.Connection, **options: Any) -> None:
        reporting = type(connection_class.__name__, (_Reporting, connection_class), {"breaker": breaker})
        super().__init__(connection_class=reporting, **options)
        self._breaker = breaker

    def get_connection(self, *args: Any, **options: Any) -> Any:
        self._breaker.require_closed()
        return super().get_connection(*args, **options)


class RedisClients:
    """The Redis clients of a process: all that talk to Redis are made here, and share one breaker."""

    def __init__(self, redis_url: str) -> None:
        self._url = redis_url
        self.breaker = Breaker(self._try)

    def new(self, *, answer_seconds: float = ANSWER_SECONDS) -> redis.Redis:
        """A client whose commands wait for an answer for `answer_seconds`. A lost connection is replaced once."""
        pool = _Pool.from_url(
            self._url, breaker=self.breaker, socket_timeout=answer_seconds, socket_connect_timeout=ANSWER_SECONDS,
            max_connections=CONNECTIONS_MAX, retry=Retry(ConstantBackoff(0.05), 1, (redis.ConnectionError,)),
            **self._tcp(),
        )  # fmt: skip
        return redis.Redis(connection_pool=pool)

    def _tcp(self) -> dict[str, Any]:
        if self._url.startswith("unix:"):
            return {}
        return {"socket_keepalive": True, "socket_keepalive_options": TCP_LIMITS}

    def _try(self) -> None:
        limits = {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": ANSWER_SECONDS}
        with redis.Redis.from_url(self._url, retry=Retry(ConstantBackoff(0), 0), **limits) as client:
            client.ping()


def log_away(what: str, which: object, error: Exception) -> None:
    """Log that a command failed. The breaker has logged it already if the command was not sent."""
    level = logging.DEBUG if isinstance(error, RedisUnavailable) else logging.WARNING
    log.log(level, f"Redis is unavailable; {what}: %s", which, error)
