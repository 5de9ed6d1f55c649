"""Rate limits of hosts: the Crawl-delay of robots.txt, and the backoff after 429 and 503 responses.

A host without a row takes `limits.HOST_REQUESTS_MAX` requests at a time. All workers and all jobs share these rows, so
the limits of a host hold across machines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    Interval,
    SmallInteger,
    String,
    Text,
    Uuid,
    any_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    extract,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from models.array_rows import ArrayRows
from models.base import Base
from models.pages.page import PAGE, Page
from models.session import AdvisoryLocks

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
class Load:
    """The limits of a host and its running requests. It gets none for `wait_seconds`."""

    requests_max: int = limits.HOST_REQUESTS_MAX
    delay_ms: int = 0
    wait_seconds: float = 0.0
    requests: int = 0

    @property
    def places(self) -> int:
        """How many more requests the host takes now; a host with a delay gets one at a time."""
        at_a_time = 1 if self.delay_ms else self.requests_max
        return max(0, at_a_time - self.requests) if self.wait_seconds <= 0 else 0


_now = func.clock_timestamp()
_names = ArrayRows("names", host=Text())
_TRY_LOCK = select(_names.c.host).where(
    func.pg_try_advisory_xact_lock(AdvisoryLocks.HOST, func.hashtext(_names.c.host, type_=Integer), type_=Boolean)
)


def try_lock(connection: Connection, names: Collection[str]) -> set[str]:
    """Those hosts that this transaction has locked: until it ends, no other decides which pages are requested there.

    Hosts that another transaction has locked are left out. So claims never wait for each other, and cannot deadlock.
    """
    return set(connection.execute(_TRY_LOCK, _names.parameters([(name,) for name in names])).scalars())


# NULL for a host that was never throttled.
_regained = cast(extract("epoch", _now - Host.throttled_at), Integer) // RECOVERY_SECONDS
_fetched = ArrayRows("fetched", job_id=Uuid(), number=Integer())
_is_fetching = tuple_(Page.job_id, Page.number).not_in(select(_fetched.c.job_id, _fetched.c.number))
# The page of a host with a delay counts until its end is written, which starts the delay.
_requests = (
    select(func.count().filter(or_(func.coalesce(Host.delay_ms, 0) > 0, _is_fetching)))
    .where(Page.status == "running", Page.kind == PAGE, Page.host == _names.c.host)
    .correlate(_names.table, Host)
    .scalar_subquery()
)
_LOADS = select(
    _names.c.host,
    func.coalesce(func.least(limits.HOST_REQUESTS_MAX, Host.requests_max + func.coalesce(_regained, 0)), limits.HOST_REQUESTS_MAX),
    func.coalesce(Host.delay_ms, 0),
    func.coalesce(extract("epoch", Host.not_before - _now), 0.0),
    _requests,
).select_from(_names.table.outerjoin(Host, Host.name == _names.c.host))  # fmt: skip


def list_loads(
    connection: Connection, names: Collection[str], fetched: Collection[tuple[UUID, int]] = ()
) -> dict[str, Load]:
    """The loads of hosts. `fetched` are (job, number) of running pages whose request has ended."""
    values = {**_names.parameters([(name,) for name in names]), **_fetched.parameters(fetched)}
    return {
        name: Load(requests_max, delay_ms, float(wait_seconds), requests)
        for name, requests_max, delay_ms, wait_seconds, requests in connection.execute(_LOADS, values)
    }


_running = select(func.count()).where(Page.status == "running", Page.kind == PAGE)
_at_a_time = select(case((Host.delay_ms > 0, 1), else_=func.least(limits.HOST_REQUESTS_MAX, Host.requests_max)))


def has_place(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the host certainly has a place. A host that regains places is only known from its load."""
    most = func.coalesce(_at_a_time.where(Host.name == name).scalar_subquery(), limits.HOST_REQUESTS_MAX)
    waits = exists().where(Host.name == name, Host.not_before > _now)
    return (_running.where(Page.host == name).scalar_subquery() < most) & ~waits


_SET_DELAY = insert(Host).values(
    {Host.name: bindparam("host"), Host.delay_ms: bindparam("delay"), Host.not_before: _now}
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
# All transactions lock hosts in the order of their names, so that none waits for another that waits for it.
_pausing = (
    select(Host.name)
    .where(Host.name == any_(bindparam("hosts", type_=ARRAY(String))), Host.delay_ms > 0)
    .order_by(Host.name)
    .with_for_update()
    .cte("pausing")
)
_START_PAUSE = (
    update(Host)
    .where(Host.name.in_(select(_pausing.c.name)))
    .values({Host.not_before: func.greatest(Host.not_before, _now + _pause)})
)


def start_pause(connection: Connection, names: Sequence[str]) -> None:
    """Start or restart the pause of those hosts that have one."""
    connection.execute(_START_PAUSE, {"hosts": list(names)})


_page_is_running = exists().where(Page.status == "running", Page.kind == PAGE, Page.host == Host.name)
_VISIT = select(extract("epoch", Host.not_before - _now), _page_is_running).where(Host.name == bindparam("host"))


def claim_visit(connection: Connection, name: str) -> float:
    """Claim the next request to a host, for a file such as a sitemap: 0 when it may be sent now.

    Otherwise the seconds after which to call again. A host without a pause always returns 0.
    """
    if not try_lock(connection, [name]):
        return POLL_SECONDS
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
        Host.not_before: _now + bindparam("pause", type_=Interval),
        Host.throttled_at: _now,
    }
)
_SLOW_DOWN = _SLOW_DOWN.on_conflict_do_update(
    index_elements=[Host.name],
    set_={
        Host.throttled_at: _now,
        Host.not_before: func.greatest(Host.not_before, _SLOW_DOWN.excluded.not_before),
        Host.requests_max: func.greatest(
            1, func.least(limits.HOST_REQUESTS_MAX, Host.requests_max + func.coalesce(_regained, 0), type_=Integer) // 2
        ),
    },
    where=or_(Host.throttled_at.is_(None), Host.throttled_at < _now - THROTTLE_WINDOW),
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
