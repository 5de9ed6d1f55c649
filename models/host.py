"""How fast the hosts that jobs visit want to be visited: what robots.txt asks, and what their answers showed.

A host without a row takes the full width. All workers and all jobs share these rows, so a host that is visited from three
machines sees no more than one polite visitor.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models.base import Base

# A host that complained gets one more request at a time after this long without another complaint.
CALM_SECONDS = 10


class Host(Base):
    """`width` is how many requests it takes at a time, `delay_ms` the pause it asks for between two."""

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


_PACES = text("""
    SELECT name, delay_ms, not_before IS NULL OR not_before <= now() AS ready,
           least(:most, width + CASE WHEN complained_at IS NULL THEN 0
                 ELSE extract(epoch FROM now() - complained_at)::int / :calm END) AS width
    FROM host
""")


def paces(connection: Connection) -> dict[str, Pace]:
    """The pace of every host that has one of its own."""
    rows = connection.execute(_PACES, {"most": limits.HOST_REQUESTS_MAX, "calm": CALM_SECONDS})
    return {row.name: Pace(row.width, row.delay_ms, row.ready) for row in rows}


def ask_delay(connection: Connection, name: str, delay_ms: int) -> None:
    """Note the pause between two requests that a host asks for."""
    connection.execute(
        text("""INSERT INTO host (name, delay_ms, not_before) VALUES (:name, :delay, now())
                ON CONFLICT (name) DO UPDATE SET delay_ms = excluded.delay_ms,
                    not_before = coalesce(host.not_before, excluded.not_before)"""),
        {"name": name, "delay": delay_ms},
    )


def visited(connection: Connection, names: list[str]) -> None:
    """Let the pause begin (again) for those of the hosts that ask for one."""
    connection.execute(
        text("""UPDATE host SET not_before = greatest(not_before, now() + make_interval(secs => delay_ms / 1000.0))
                WHERE name = ANY(:names) AND delay_ms > 0"""),
        {"names": names},
    )


def complained(connection: Connection, name: str, seconds: float) -> None:
    """Halve the width of a host that answered 429 or 503, and leave it alone for `seconds`."""
    connection.execute(
        text("""INSERT INTO host (name, width, not_before, complained_at)
                VALUES (:name, :half, now() + make_interval(secs => :seconds), now())
                ON CONFLICT (name) DO UPDATE SET complained_at = now(),
                    not_before = greatest(host.not_before, excluded.not_before),
                    width = greatest(1, least(:most, host.width + coalesce(
                        extract(epoch FROM now() - host.complained_at)::int / :calm, 0)) / 2)
                WHERE host.complained_at IS NULL OR host.complained_at < now() - interval '1 second'"""),
        {
            "name": name,
            "half": limits.HOST_REQUESTS_MAX // 2,
            "most": limits.HOST_REQUESTS_MAX,
            "calm": CALM_SECONDS,
            "seconds": seconds,
        },
    )


def forget(connection: Connection) -> None:
    """Drop rows that say nothing any more."""
    connection.execute(
        text("""DELETE FROM host WHERE coalesce(not_before, '-infinity') < now() - interval '1 hour'
                AND coalesce(complained_at, '-infinity') < now() - interval '1 hour'""")
    )
