"""Rate limits of hosts: the Crawl-delay of robots.txt, and the backoff after 429 and 503 responses.

A host without a row takes `limits.HOST_REQUESTS_MAX` requests at a time. All workers and all jobs share these rows, so
the limits of a host hold across machines. A Crawl-delay applies to the pages of crawls only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Connection,
    Float,
    Integer,
    Interval,
    SmallInteger,
    String,
    Text,
    Uuid,
    and_,
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
from contract.operations import CRAWL
from models.array_rows import ArrayRows
from models.base import Base
from models.jobs.job import Job
from models.pages.page import PAGE, Page
from models.pages.rules import RECOVERY_SECONDS, THROTTLE_SECONDS, Load, regained
from models.schedule.visit import count_granted, has_waiting
from models.session import AdvisoryLocks

# How long to wait for a running page before `claim_visit` is called again.
POLL_SECONDS = 0.2
STALE_AFTER = timedelta(hours=1)


class Host(Base):
    """`requests_max` is the maximum number of concurrent requests; none is sent before `not_before`.

    `delay_ms` is the pause between two requests of crawls, which send none before `crawl_after`.
    """

    __tablename__ = "host"

    name: Mapped[str] = mapped_column(primary_key=True)
    requests_max: Mapped[int] = mapped_column("width", SmallInteger, server_default=str(limits.HOST_REQUESTS_MAX))
    delay_ms: Mapped[int] = mapped_column(server_default="0")
    not_before: Mapped[datetime | None]
    crawl_after: Mapped[datetime | None]
    throttled_at: Mapped[datetime | None] = mapped_column("complained_at")


_now = func.clock_timestamp()
_of_crawl = bindparam("of_crawl", type_=Boolean)
_names = ArrayRows("names", host=Text())


def is_locked_now(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Tries to lock a host until the end of the transaction: whether no other transaction has locked it."""
    return func.pg_try_advisory_xact_lock(AdvisoryLocks.HOST, func.hashtext(name, type_=Integer), type_=Boolean)


_TRY_LOCK = select(_names.c.host).where(is_locked_now(_names.c.host))


def try_lock(connection: Connection, names: Collection[str]) -> set[str]:
    """Those hosts that this transaction has locked: until it ends, no other decides which pages are requested there.

    Hosts that another transaction has locked are left out. So claims never wait for each other, and cannot deadlock.
    """
    return set(connection.execute(_TRY_LOCK, _names.parameters([(name,) for name in names])).scalars())


# NULL for a host that was never throttled.
_regained = cast(extract("epoch", _now - Host.throttled_at), Integer) // RECOVERY_SECONDS
_fetched = ArrayRows("fetched", job_id=Uuid(), number=Integer())
is_fetching = tuple_(Page.job_id, Page.number).not_in(select(_fetched.c.job_id, _fetched.c.number))


def fetched_parameters(fetched: Collection[tuple[UUID, int]]) -> dict[str, list[object]]:
    """The parameters of `is_fetching`: (job, number) of running pages whose request has ended."""
    return _fetched.parameters(fetched)


_at_host = (Page.status == "running", Page.kind == PAGE, Page.host == _names.c.host)
_requests = select(func.count()).where(*_at_host, is_fetching).correlate(_names.table).scalar_subquery()
_all_requests = _requests + count_granted(_names.c.host)
_is_of_crawl = exists().where(Job.id == Page.job_id, Job.operation == CRAWL.name)
# With a delay, the page of a crawl counts until its end is written, which starts the pause.
_crawl_requests = select(func.count()).where(*_at_host, _is_of_crawl).correlate(_names.table).scalar_subquery()
_LOADS = select(
    _names.c.host,
    func.coalesce(Host.requests_max, limits.HOST_REQUESTS_MAX),
    cast(extract("epoch", _now - Host.throttled_at), Float),
    func.coalesce(Host.delay_ms, 0),
    func.coalesce(extract("epoch", Host.not_before - _now), 0.0),
    func.coalesce(extract("epoch", Host.crawl_after - _now), 0.0),
    _all_requests,
    case((Host.delay_ms > 0, _crawl_requests), else_=0),
    has_waiting(_names.c.host),
).select_from(_names.table.outerjoin(Host, Host.name == _names.c.host))  # fmt: skip


def list_loads(
    connection: Connection, names: Collection[str], fetched: Collection[tuple[UUID, int]] = (), *, of_crawl: bool
) -> dict[str, Load]:
    """The loads of hosts for a crawl or another job. `fetched` are (job, number) of running pages whose request has ended."""
    values = {**_names.parameters([(name,) for name in names]), **fetched_parameters(fetched)}
    loads = {}
    for name, most, throttled, delay_ms, wait, crawl_wait, requests, crawl_requests, visits_wait in connection.execute(
        _LOADS, values
    ):
        obeys_delay = of_crawl and delay_ms > 0
        loads[name] = Load(
            requests_max=regained(most, throttled), delay_ms=delay_ms if obeys_delay else 0, requests=requests,
            wait_seconds=float(max(wait, crawl_wait) if obeys_delay else wait), crawl_requests=crawl_requests,
            visits_wait=visits_wait,
        )  # fmt: skip
    return loads


_running = select(func.count()).where(Page.status == "running", Page.kind == PAGE)
_at_a_time = select(
    case((and_(_of_crawl, Host.delay_ms > 0), 1), else_=func.least(limits.HOST_REQUESTS_MAX, Host.requests_max))
)


def has_free_slot(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the host certainly has a free slot. A host that regains slots is only known from its load.

    The statement has the parameter `of_crawl`.
    """
    most = func.coalesce(_at_a_time.where(Host.name == name).scalar_subquery(), limits.HOST_REQUESTS_MAX)
    waits = exists().where(
        Host.name == name, or_(Host.not_before > _now, and_(_of_crawl, Host.delay_ms > 0, Host.crawl_after > _now))
    )
    return (_running.where(Page.host == name).scalar_subquery() + count_granted(name) < most) & ~waits


_SET_DELAY = insert(Host).values(
    {Host.name: bindparam("host"), Host.delay_ms: bindparam("delay"), Host.crawl_after: _now}
)
_SET_DELAY = _SET_DELAY.on_conflict_do_update(
    index_elements=[Host.name],
    set_={
        Host.delay_ms: _SET_DELAY.excluded.delay_ms,
        Host.crawl_after: func.coalesce(Host.crawl_after, _SET_DELAY.excluded.crawl_after),
    },
)


def set_delay(connection: Connection, name: str, delay_ms: int) -> None:
    """Store a host's pause between two requests of crawls."""
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
    .values({Host.crawl_after: func.greatest(Host.crawl_after, _now + _pause)})
)


def start_pause(connection: Connection, names: Sequence[str]) -> None:
    """Start or restart the pause of those hosts that have one. Only pages and sitemaps of crawls do this."""
    connection.execute(_START_PAUSE, {"hosts": list(names)})


_page_is_running = exists().where(
    Page.status == "running", Page.kind == PAGE, Page.host == Host.name, _is_of_crawl, Host.delay_ms > 0
)
_VISIT = select(
    extract("epoch", func.greatest(Host.not_before, Host.crawl_after) - _now), _page_is_running
).where(Host.name == bindparam("host"))  # fmt: skip


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
    where=or_(Host.throttled_at.is_(None), Host.throttled_at < _now - timedelta(seconds=THROTTLE_SECONDS)),
)


def slow_down(connection: Connection, name: str, seconds: float) -> None:
    """Halve the `requests_max` of a host that responded with 429 or 503, and send it no request for `seconds`."""
    connection.execute(_SLOW_DOWN, {"host": name, "pause": timedelta(seconds=seconds)})


_DELETE_STALE = delete(Host).where(
    or_(Host.not_before.is_(None), Host.not_before < func.now() - STALE_AFTER),
    or_(Host.crawl_after.is_(None), Host.crawl_after < func.now() - STALE_AFTER),
    or_(Host.throttled_at.is_(None), Host.throttled_at < func.now() - STALE_AFTER),
)


def delete_stale(connection: Connection) -> None:
    """Delete rows that have expired."""
    connection.execute(_DELETE_STALE)
