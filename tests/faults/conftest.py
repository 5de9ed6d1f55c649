"""A service of its own: database, Valkey, API and worker that may be killed without disturbing anybody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import redis
from sqlalchemy import Engine, func, select

from contract.environment import Environment
from models import credits, session
from models.credits import LedgerEntry
from models.job import Job
from orbweaver import embedded, processes, valkey
from tests.conftest import Account, with_own_database
from tests.service import Client, Service, environ_of, wait_until

THREADS = 128


def answers(server: redis.Redis) -> bool:
    try:
        return bool(server.ping())
    except redis.RedisError:
        return False


@dataclass
class Stack:
    """The parts, each of which may be ended and started again."""

    environment: Environment
    service: Service
    valkey: embedded.Child
    worker: Any = None
    api: Any = None

    def start_worker(self) -> None:
        self.worker = self.service.start_worker(threads=THREADS)

    def start_api(self) -> None:
        self.api = self.service.start_api()

    def stop_redis(self) -> None:
        processes.stop(self.valkey.process, valkey.STOP)

    def start_redis(self) -> None:
        self.valkey.restart()
        with redis.Redis.from_url(self.environment.redis_url) as server:
            wait_until(lambda: answers(server), seconds=20, what="Valkey")


@pytest.fixture(scope="session")
def stack(environment: Environment, data_dir: Path) -> Iterator[Stack]:
    own = replace(with_own_database(environment, "faults"), data_dir=data_dir / "f")
    with embedded.servers(own) as started:
        made = Stack(own, Service(environ_of(own), data_dir / "faults"), started.children[0])
        try:
            made.start_worker()
            made.start_api()
            made.service.wait_until_ready()
            yield made
        finally:
            made.service.stop()


@pytest.fixture(scope="session")
def database(stack: Stack) -> Iterator[Engine]:
    engine = session.create(stack.environment.database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def client(stack: Stack, account: Account) -> Client:
    return Client(stack.service.base_url, account.key)


@dataclass(frozen=True)
class Books:
    """What a workspace was charged, and how its jobs stand."""

    database: Engine
    account: Account

    def settled(self) -> bool:
        """Whether no job is open and nothing is held."""
        with self.database.connect() as connection:
            mine = Job.workspace_id == self.account.workspace_id
            opened = connection.execute(select(func.count()).where(mine, Job.status.in_(("waiting", "active"))))
            held = connection.exec_driver_sql(
                "SELECT reserved FROM workspace WHERE id = %s", (str(self.account.workspace_id),)
            )
            return opened.scalar_one() == 0 and held.scalar_one() == 0

    def charges(self) -> int:
        """The number of charges, after looking that the books of all workspaces agree."""
        with self.database.connect() as connection:
            assert credits.drift(connection) == []
            mine = (LedgerEntry.workspace_id == self.account.workspace_id, LedgerEntry.delta < 0)
            return int(connection.execute(select(func.count()).where(*mine)).scalar_one())

    def statuses(self) -> list[str]:
        with self.database.connect() as connection:
            mine = select(Job.status).where(Job.workspace_id == self.account.workspace_id)
            return list(connection.execute(mine).scalars())


@pytest.fixture
def books(database: Engine, account: Account) -> Books:
    return Books(database, account)


class Call(threading.Thread):
    """A call that goes on in the background; `result` waits for it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._outcome: Any = None
        self.start()

    def run(self) -> None:
        try:
            self._outcome = self._work()
        except Exception as error:
            self._outcome = error

    def result(self, seconds: float) -> Any:
        self.join(seconds)
        assert not self.is_alive(), f"no answer within {seconds} s"
        return self._outcome
