"""A Postgres that does not answer is given up within seconds, whatever is being waited for."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import psycopg2
import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from contract.environment import Environment
from models import session
from models.connection import CONNECT_SECONDS, TCP_LIMITS
from tests.tcp_proxy import TcpProxy

ANSWER_SECONDS = 0.5


@pytest.fixture
def proxy(environment: Environment) -> Iterator[TcpProxy]:
    made = TcpProxy(environment.run_dir / ".s.PGSQL.5432")
    yield made
    made.close()


@pytest.fixture
def through_proxy(isolated: Environment, proxy: TcpProxy) -> Iterator[Engine]:
    name = urlsplit(isolated.database_url).path
    url = f"postgresql+psycopg2://postgres@127.0.0.1:{proxy.port}{name}"
    engine = session.create(url, pool_size=1, answer_seconds=ANSWER_SECONDS)
    yield engine
    engine.dispose()


LAST: dict[str, Callable[[Connection], object]] = {
    "statement": lambda connection: connection.execute(text("SELECT 1")),
    "commit": lambda connection: connection.commit(),
    "rollback": lambda connection: connection.rollback(),
}


@pytest.mark.parametrize("last", LAST)
def test_answer_that_does_not_arrive_is_not_awaited_for_long(through_proxy: Engine, proxy: TcpProxy, last: str) -> None:
    with through_proxy.connect() as connection:
        connection.execute(text("SELECT 1"))
        proxy.stop_forwarding()
        started = time.monotonic()

        with pytest.raises(OperationalError, match=r"no answer for 0\.5 s"):
            LAST[last](connection)

    assert ANSWER_SECONDS <= time.monotonic() - started < 15
    proxy.forward()
    assert session.ask(through_proxy, lambda connection: connection.execute(text("SELECT 7")).scalar_one()) == 7


def test_statement_that_works_for_longer_than_the_limit_is_given_up(through_proxy: Engine) -> None:
    started = time.monotonic()

    with pytest.raises(OperationalError, match="no answer"):
        session.ask(through_proxy, lambda connection: connection.execute(text("SELECT pg_sleep(20)")), retry_seconds=0)

    assert time.monotonic() - started < 15


def test_large_values_arrive_in_both_directions(through_proxy: Engine) -> None:
    large = "x" * 3_000_000

    got = session.ask(
        through_proxy, lambda c: c.execute(text("SELECT CAST(:given AS text)"), {"given": large}).scalar()
    )

    assert got == large


def test_server_that_accepts_and_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = session.create(f"postgresql+psycopg2://postgres@127.0.0.1:{silent.getsockname()[1]}/x")
        started = time.monotonic()

        with pytest.raises(OperationalError, match="no answer for 3 s"):
            engine.connect()

    assert time.monotonic() - started < CONNECT_SECONDS + 12


def test_kernel_gives_up_a_server_that_is_gone(through_proxy: Engine) -> None:
    """Packets cannot be dropped here, so the socket is asked for its settings."""
    with through_proxy.connect() as connection:
        plain = connection.connection.driver_connection
        assert isinstance(plain, psycopg2.extensions.connection)
        with socket.socket(fileno=os.dup(plain.fileno())) as ours:
            options = [
                ours.getsockopt(level, name)
                for level, name in (
                    (socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
                    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL),
                    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT),
                    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
                )
            ]

    assert options == list(TCP_LIMITS.values())


def test_pool_opens_no_more_connections_than_its_size(isolated: Environment) -> None:
    engine = session.create(isolated.database_url, pool_size=3)

    assert engine.pool.status().startswith("Pool size: 3") and engine.pool._max_overflow == 0  # type: ignore[attr-defined]
    engine.dispose()
