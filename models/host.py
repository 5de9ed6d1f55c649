"""How fast the hosts that jobs visit want to be visited: what robots.txt asks, and what their answers showed.

A host without a row takes `limits.HOST_REQUESTS_MAX` requests at a time. All workers and all jobs share these rows, so a
host that is visited from three machines sees no more than one polite visitor.
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
from models.page import PAGE, Page

# Any number that no other program on the same database takes.
VISITS_LOCK = 7_032_028
# A host that complained gets one more request at a time after this long without another complaint.
CALM_SECONDS = 10
# Complaints this close together are one.
ONE_COMPLAINT = timedelta(seconds=1)
# How long to wait for a running page before asking for the host again.
LOOK_SECONDS = 0.2
STALE_AFTER = timedelta(hours=1)


class Host(Base):
    """`width` is how many requests it takes at a time, `delay_ms` the pause that it wants between two."""

    __tablename__ = "host"

    name: Mapped[str] = mapped_column(primary_key=True)
    width: Mapped[int] = mapped_column(SmallInteger, server_default=str(limits.HOST_REQUESTS_MAX))
    delay_ms: Mapped[int] = mapped_column(server_default="0")
    not_before: Mapped[datetime | None]
    complained_at: Mapped[datetime | None]


@dataclass(frozen=True)
class Pace:
    """`width` requests at a time; with a delay, one at a time and none while it is not `ready`."""

    width: int = limits.HOST_REQUESTS_MAX
    delay_ms: int = 0
    ready: bool = True

    @property
    def at_a_time(self) -> int:
        return (1 if self.delay_ms else self.width) if self.ready else 0


def lock_visits(connection: Connection) -> None:
    """Until the transaction ends, no other worker decides which host is visited next."""
    connection.execute(select(func.pg_advisory_xact_lock(VISITS_LOCK)))


# NULL for a host that never complained.
_regained = cast(extract("epoch", func.now() - Host.complained_at), Integer) // CALM_SECONDS
_PACES = select(
    Host.name,
    func.least(limits.HOST_REQUESTS_MAX, Host.width + func.coalesce(_regained, 0)),
    Host.delay_ms,
    or_(Host.not_before.is_(None), Host.not_before <= func.now()),
)


def list_paces(connection: Connection) -> dict[str, Pace]:
    """The pace of every host that has one of its own."""
    return {name: Pace(width, delay_ms, ready) for name, width, delay_ms, ready in connection.execute(_PACES)}


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
    """Store the pause between two requests that a host asks for."""
    connection.execute(_SET_DELAY, {"host": name, "delay": delay_ms})


_pause = Host.delay_ms * literal(timedelta(milliseconds=1), Interval)
_START_PAUSE = (
    update(Host)
    .where(Host.name == any_(bindparam("hosts", type_=ARRAY(String))), Host.delay_ms > 0)
    .values({Host.not_before: func.greatest(Host.not_before, func.now() + _pause)})
)


def start_pause(connection: Connection, names: Sequence[str]) -> None:
    """Begin the pause, again if need be, of those of the hosts that want one between two requests."""
    connection.execute(_START_PAUSE, {"hosts": list(names)})


_page_is_running = exists().where(Page.status == "running", Page.kind == PAGE, Page.host == Host.name)
_VISIT = select(extract("epoch", Host.not_before - func.now()), _page_is_running).where(Host.name == bindparam("host"))


def claim_visit(connection: Connection, name: str) -> float:
    """Claim the next visit of a host, for a file that is no page: 0 when it may be made now.

    Else the seconds after which to ask again. Only a host that wants a pause makes its visitors wait.
    """
    lock_visits(connection)
    row = connection.execute(_VISIT, {"host": name}).one_or_none()
    if row is not None:
        seconds, page_is_running = row
        if seconds is not None and seconds > 0:
            return float(seconds)
        if page_is_running:
            return LOOK_SECONDS
    start_pause(connection, [name])
    return 0.0


_SLOW_DOWN = insert(Host).values(
    {
        Host.name: bindparam("host"),
        Host.width: limits.HOST_REQUESTS_MAX // 2,
        Host.not_before: func.now() + bindparam("pause", type_=Interval),
        Host.complained_at: func.now(),
    }
)
_SLOW_DOWN = _SLOW_DOWN.on_conflict_do_update(
    index_elements=[Host.name],
    set_={
        Host.complained_at: func.now(),
        Host.not_before: func.greatest(Host.not_before, _SLOW_DOWN.excluded.not_before),
        Host.width: func.greatest(
            1, func.least(limits.HOST_REQUESTS_MAX, Host.width + func.coalesce(_regained, 0), type_=Integer) // 2
        ),
    },
    where=or_(Host.complained_at.is_(None), Host.complained_at < func.now() - ONE_COMPLAINT),
)


def slow_down(connection: Connection, name: str, seconds: float) -> None:
    """Halve the width of a host that answered 429 or 503, and make no request to it for `seconds`."""
    connection.execute(_SLOW_DOWN, {"host": name, "pause": timedelta(seconds=seconds)})


_DELETE_STALE = delete(Host).where(
    or_(Host.not_before.is_(None), Host.not_before < func.now() - STALE_AFTER),
    or_(Host.complained_at.is_(None), Host.complained_at < func.now() - STALE_AFTER),
)


def delete_stale(connection: Connection) -> None:
    """Delete rows that say nothing any more."""
    connection.execute(_DELETE_STALE)
