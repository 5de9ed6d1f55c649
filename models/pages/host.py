"""Rate limits of hosts: the Crawl-delay of robots.txt, and the backoff after 429 and 503 responses.

A host without a row takes `limits.HOST_REQUESTS_MAX` requests at a time. All workers and all jobs share these rows, so
the limits of a host hold across machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ARRAY,
    Connection,
    Integer,
    Interval,
    SmallInteger,
    String,
    any_,
    bindparam,
    cast,
    delete,
    exists,
    extract,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models.base import Base
from models.pages.page import PAGE, Page

# An advisory lock: any number that no other program on the database uses.
VISITS_LOCK = 7_032_028
# A throttled host gets one more concurrent request per this many seconds without another 429 or 503.
RECOVERY_SECONDS = 10
# 429 and 503 responses within this time count once.
THROTTLE_WINDOW = timedelta(seconds=1)
# How long to wait for a running page before `claim_visit` is called again.
POLL_SECONDS = 0.2
STALE_AFTER = timedelta(hours=1)


class Host(Base):
    """`requests_max` is the maximum number of concurrent requests, `delay_ms` the pause between two requests."""

    __tablename__ = "host"

    name: Mapped[str] = mapped_column(primary_key=True)
    requests_max: Mapped[int] = mapped_column("width", SmallInteger, server_default=str(limits.HOST_REQUESTS_MAX))
    delay_ms: Mapped[int] = mapped_column(server_default="0")
    not_before: Mapped[datetime | None]
    throttled_at: Mapped[datetime | None] = mapped_column("complained_at")


@dataclass(frozen=True)
class Pace:
    """`requests_max` concurrent requests; one with a delay, and zero while the host is not `ready`."""

    requests_max: int = limits.HOST_REQUESTS_MAX
    delay_ms: int = 0
    ready: bool = True

    @property
    def at_a_time(self) -> int:
        return (1 if self.delay_ms else self.requests_max) if self.ready else 0


def lock_visits(connection: Connection) -> None:
    """Until the transaction ends, no other worker decides which host is visited next."""
    connection.execute(select(func.pg_advisory_xact_lock(VISITS_LOCK)))


# NULL for a host that was never throttled.
_regained = cast(extract("epoch", func.now() - Host.throttled_at), Integer) // RECOVERY_SECONDS
_PACES = select(
    Host.name,
    func.least(limits.HOST_REQUESTS_MAX, Host.requests_max + func.coalesce(_regained, 0)),
    Host.delay_ms,
    or_(Host.not_before.is_(None), Host.not_before <= func.now()),
)


def list_paces(connection: Connection) -> dict[str, Pace]:
    """The pace of every host that has a row."""
    return {
        name: Pace(requests_max, delay_ms, ready) for name, requests_max, delay_ms, ready in connection.execute(_PACES)
    }


_SET_DELAY = insert(Host).values(
    {Host.name: bindparam("host"), Host.delay_ms: bindparam("delay"), Host.not_before: func.now()}
)
_SET_DELAY = _SET_DELAY.on_conflict_do_update(
    index_elements=[Host.name],
    set_={
        Host.delay_ms: _SET_DELAY.excluded.delay_ms,
        Host.not_before: func.coalesce(Host.not_before, _SET_DELAY.excluded.not_before),
    },
)


def set_delay(connection: Connection, name: str, delay_ms: int) -> None:
    """Store a host's pause between two requests."""
    connection.execute(_SET_DELAY, {"host": name, "delay": delay_ms})


_pause = Host.delay_ms * literal(timedelta(milliseconds=1), Interval)
_START_PAUSE = (
    update(Host)
    .where(Host.name == any_(bindparam("hosts", type_=ARRAY(String))), Host.delay_ms > 0)
    .values({Host.not_before: func.greatest(Host.not_before, func.now() + _pause)})
)


def start_pause(connection: Connection, names: Sequence[str]) -> None:
    """Start or restart the pause of those hosts that have one."""
    connection.execute(_START_PAUSE, {"hosts": list(names)})


_page_is_running = exists().where(Page.status == "running", Page.kind == PAGE, Page.host == Host.name)
_VISIT = select(extract("epoch", Host.not_before - func.now()), _page_is_running).where(Host.name == bindparam("host"))


def claim_visit(connection: Connection, name: str) -> float:
    """Claim the next request to a host, for a file such as a sitemap: 0 when it may be sent now.

    Otherwise the seconds after which to call again. A host without a pause always returns 0.
    """
    lock_visits(connection)
    row = connection.execute(_VISIT, {"host": name}).one_or_none()
    if row is not None:
        seconds, page_is_running = row
        if seconds is not None and seconds > 0:
            return float(seconds)
        if page_is_running:
            return POLL_SECONDS
    start_pause(connection, [name])
    return 0.0


_SLOW_DOWN = insert(Host).values(
    {
        Host.name: bindparam("host"),
        Host.requests_max: limits.HOST_REQUESTS_MAX // 2,
        Host.not_before: func.now() + bindparam("pause", type_=Interval),
        Host.throttled_at: func.now(),
    }
)
_SLOW_DOWN = _SLOW_DOWN.on_conflict_do_update(
    index_elements=[Host.name],
    set_={
        Host.throttled_at: func.now(),
        Host.not_before: func.greatest(Host.not_before, _SLOW_DOWN.excluded.not_before),
        Host.requests_max: func.greatest(
            1, func.least(limits.HOST_REQUESTS_MAX, Host.requests_max + func.coalesce(_regained, 0), type_=Integer) // 2
        ),
    },
    where=or_(Host.throttled_at.is_(None), Host.throttled_at < func.now() - THROTTLE_WINDOW),
)


def slow_down(connection: Connection, name: str, seconds: float) -> None:
    """Halve the `requests_max` of a host that responded with 429 or 503, and send it no request for `seconds`."""
    connection.execute(_SLOW_DOWN, {"host": name, "pause": timedelta(seconds=seconds)})


_DELETE_STALE = delete(Host).where(
    or_(Host.not_before.is_(None), Host.not_before < func.now() - STALE_AFTER),
    or_(Host.throttled_at.is_(None), Host.throttled_at < func.now() - STALE_AFTER),
)


def delete_stale(connection: Connection) -> None:
    """Delete rows that have expired."""
    connection.execute(_DELETE_STALE)
