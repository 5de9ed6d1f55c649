"""A service of its own, servers included: all of it may be killed without disturbing anybody."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import redis
from sqlalchemy import Engine, text

from contract.environment import Environment
from contract.process import forked_helpers
from models import schema, session, worker
from models.books import drift
from orbweaver import processes
from orbweaver.embedded import postgres, servers, valkey
from orbweaver.supervisor import Child
from tests import prepared_process
from tests.conftest import LOOPBACK, Account
from tests.prepared_process import PreparedProcess
from tests.service import PATIENCE_SECONDS, Client, Prepared, Service, environ_of, wait_until
from tests.sites.site import Site

THREADS = 128
# Workers look for lost work every two seconds here, every five in production. Many of these tests wait for that.
BEAT_SECONDS = 2.0


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
    prepared: Prepared
    postgres: Child
    valkey: Child
    database: Engine
    worker: Any = None
    api: Any = None

    def start_worker(self) -> None:
        """The worker that every test finds running."""
        self.worker = self.service.start_worker(threads=THREADS, beat_seconds=BEAT_SECONDS)

    @contextmanager
    def another_worker(self, **options: Any) -> Iterator[Any]:
        """One more, at work when the block begins, gone when it ends."""
        process = self.service.start_worker(threads=THREADS, beat_seconds=BEAT_SECONDS, **options)
        try:
            wait_until(lambda: self.pid_of(process), seconds=PATIENCE_SECONDS, what="another worker")
            yield process
        finally:
            self.service.end(process)

    def kill_worker(self) -> None:
        """kill -9, and its leases are over, as if their time had passed."""
        pid = self.pid_of(self.worker)
        self.service.kill(self.worker)
        assert pid is not None
        self.expire_leases(pid)

    def mend(self) -> None:
        """Start again what a failed test left dead."""
        self.service.bury()
        if self.worker.poll() is not None:
            self.start_worker()
        if self.api.poll() is not None:
            self.start_api()
            self.service.wait_until_ready()

    def wait_for_worker(self) -> None:
        wait_until(lambda: self.pid_of(self.worker), seconds=PATIENCE_SECONDS, what="the worker")

    def pid_of(self, process: Any) -> int | None:
        """The process that does the work below dramatiq's master; None until it has come to life."""
        pids = [live.about["pid"] for live in session.ask(self.database, worker.list_live)]
        return next((pid for pid in pids if group_of(pid) == process.pid), None)

    def readers(self) -> list[int]:
        """The processes in which the worker reads pages: children of the one that forks them."""
        family = {
            int(path.name): int((path / "stat").read_text().rpartition(")")[2].split()[1])
            for path in Path("/proc").glob("[0-9]*")
            if name_of(path) == forked_helpers.NAME and group_of(int(path.name)) == self.worker.pid
        }
        return [pid for pid, parent in family.items() if parent in family]

    def expire_leases(self, pid: int) -> None:
        """Let the time of a worker's leases be over, as if 15 s had passed."""
        for table in ("page", "job", "slice"):
            statement = text(f"UPDATE {table} SET lease_until = now() - interval '1 s' WHERE lease_owner LIKE :owner")
            session.transact(
                self.database, lambda connection, s=statement: connection.execute(s, {"owner": f"%:{pid}:%"})
            )

    def age_messages(self) -> None:
        """Make waiting jobs and posted slices as old as those whose message must have been lost."""
        for table, status in (("job", "waiting"), ("slice", "posted")):
            statement = text(f"UPDATE {table} SET posted_at = posted_at - interval '10 s' WHERE status = '{status}'")
            session.transact(self.database, lambda connection, s=statement: connection.execute(s))

    def forget_waiting_processes(self) -> None:
        """Let the last heartbeats of API processes be old."""
        self._shift_heartbeats("- interval '2 min'")

    def remember_waiting_processes(self) -> None:
        """Let API processes count as alive for a minute without a heartbeat, so that a slow restart changes nothing."""
        self._shift_heartbeats("+ interval '1 min'")

    def _shift_heartbeats(self, shift: str) -> None:
        statement = text(f"UPDATE answerer SET beat_at = clock_timestamp() {shift}")
        session.transact(self.database, lambda connection: connection.execute(statement))

    def start_api(self) -> None:
        self.api = self.service.start_api()

    def stop_redis(self) -> None:
        processes.stop(self.valkey.process, valkey.STOP)

    def start_redis(self) -> None:
        self.valkey.restart()
        with self.redis() as server:
            wait_until(lambda: answers(server), seconds=PATIENCE_SECONDS, what="Valkey")

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(self.environment.redis_url)

    def restart_postgres(self) -> None:
        """As a power cut would: no session is ended in good order, the log is replayed."""
        self.stop_postgres()
        self.start_postgres()

    def stop_postgres(self) -> None:
        self.postgres.process.send_signal(signal.SIGQUIT)
        self.postgres.process.wait(20)

    def start_postgres(self) -> None:
        self.postgres.restart()
        postgres.wait_until_ready(self.environment, self.postgres.launch, self.postgres.process)
        self.database.dispose()  # our own connections died, too

    def left_over(self) -> list[str]:
        """Processes of the service that belong to nothing that runs."""
        groups = self.service.groups() | {self.prepared.api.pid, self.prepared.worker.pid}
        return [
            f"{path.name}: {command_of(path)}"
            for path in Path("/proc").glob("[0-9]*")
            if MARK.encode() in environ_bytes(path) and group_of(int(path.name)) not in groups
        ]


MARK = f"TESTS_STACK=faults-{os.getpid()}-"


def group_of(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def environ_bytes(process: Path) -> bytes:
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


def name_of(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "gone"


def command_of(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return "gone"


@contextmanager
def frozen(process: Any) -> Iterator[None]:
    """SIGSTOP for a process and all of its group, SIGCONT at the end."""
    os.killpg(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGCONT)


@contextmanager
def frozen_holding_no_lock(stack: Stack, process: Any) -> Iterator[None]:
    """The same in a moment without an open transaction: its locks would hold up all others until Postgres ends it."""
    open_ones = text("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")

    def freeze() -> bool:
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(0.1)  # what was under way in Postgres ends, and shows as idle
        if not session.ask(stack.database, lambda connection: connection.execute(open_ones).scalar_one()):
            return True
        os.killpg(process.pid, signal.SIGCONT)
        return False

    wait_until(freeze, seconds=PATIENCE_SECONDS, what="a moment without a transaction")
    with frozen(process):
        yield


@pytest.fixture(scope="session")
def prepared_service() -> Iterator[Prepared]:
    """Most of these tests start a worker or an API process again. Both get the mark, by which `left_over` finds their forks."""
    name, _, value = MARK.partition("=")
    made = Prepared(
        *(PreparedProcess(modules, **{name: value}) for modules in (prepared_process.API, prepared_process.WORKER))
    )
    yield made
    made.close()


@pytest.fixture(scope="session")
def stack(data_dir: Path, prepared_service: Prepared) -> Iterator[Stack]:
    own = Environment(data_dir=data_dir / "f", allowed_networks=LOOPBACK)
    with servers.started(own) as started:
        schema.migrate(own.database_url)
        name, _, value = MARK.partition("=")
        environ = environ_of(own, ORBWEAVER_WEBHOOK_RETRY_SECONDS="1,1,1", **{name: value})
        engine = session.create(own.database_url)
        service = Service(environ, data_dir / "faults", prepared_service)
        made = Stack(own, service, prepared_service, *started.children, engine)
        try:
            made.start_worker()
            made.start_api()
            made.service.wait_until_ready()
            yield made
        finally:
            made.service.stop()
            engine.dispose()


@pytest.fixture(scope="session")
def database(stack: Stack) -> Engine:
    return stack.database


@pytest.fixture(autouse=True)
def nothing_left_over(stack: Stack) -> Iterator[None]:
    """Whatever a test does to them, no process outlives what it belongs to."""
    stack.mend()
    stack.wait_for_worker()
    yield
    wait_until(lambda: not stack.left_over(), seconds=PATIENCE_SECONDS, what=f"the end of {stack.left_over()}")


@pytest.fixture
def client(stack: Stack, account: Account) -> Client:
    return Client(stack.service.base_url, account.key)


@pytest.fixture
def hook(make_site: Callable[[], Site]) -> dict[str, Any]:
    """A webhook whose receiver takes everything."""
    receiver = make_site()
    receiver.put("/hook", "thanks")
    return {"url": receiver.url("/hook"), "events": ["page", "completed"]}


@dataclass(frozen=True)
class Books:
    """What a workspace was charged, and the state of its jobs."""

    database: Engine
    account: Account

    def ask(self, query: str) -> list[Any]:
        """Rows of a query about the workspace, `:me`; Postgres may have been away."""
        values = {"me": str(self.account.workspace_id)}
        return session.ask(self.database, lambda connection: list(connection.execute(text(query), values)))

    def settled(self) -> bool:
        """Whether no job is open and nothing is held."""
        [row] = self.ask("""SELECT reserved, (SELECT count(*) FROM job WHERE workspace_id = :me
            AND status IN ('waiting', 'active', 'running')) AS open FROM workspace WHERE id = :me""")
        return bool(row.open == 0 and row.reserved == 0)

    def spent(self) -> int:
        """Credits charged and not refunded."""
        query = "SELECT coalesce(sum(-delta), 0) AS spent FROM ledger WHERE workspace_id = :me AND key LIKE '________-____-%'"
        return int(self.ask(query)[0].spent)

    def charges(self) -> int:
        """The number of charges, after looking that the books of all workspaces agree."""
        assert session.snapshot(self.database, drift) == []
        return int(self.ask("SELECT count(*) FROM ledger WHERE workspace_id = :me AND delta < 0")[0][0])

    def statuses(self) -> list[str]:
        return [row.status for row in self.ask("SELECT status FROM job WHERE workspace_id = :me ORDER BY id")]

    def pages(self) -> list[Any]:
        """The rows of all pages of the workspace's jobs."""
        return self.ask("SELECT page.* FROM page JOIN job ON job.id = job_id WHERE workspace_id = :me ORDER BY number")

    def assert_in_order(self) -> None:
        """The invariants of all jobs of the workspace after their end, whatever happened to them."""
        assert self.settled()
        self.charges()
        assert self.ask("SELECT key FROM hold WHERE workspace_id = :me AND state = 'active'") == []
        pages, charges, events = defaultdict(list), defaultdict(dict), defaultdict(Counter)
        for row in self.pages():
            pages[row.job_id].append(row)
        for row in self.ask("SELECT key, delta FROM ledger WHERE workspace_id = :me AND delta < 0"):
            job_id, _, number = row.key.partition(":")
            charges[UUID(job_id)][number] = -row.delta
        for row in self.ask("SELECT event.* FROM event JOIN job ON job.id = job_id WHERE job.workspace_id = :me"):
            events[row.job_id][row.type, row.page_number] += 1
        for job in self.ask("SELECT * FROM job WHERE workspace_id = :me"):
            if job.operation in ("crawl", "batch"):
                assert_job_in_order(job, pages[job.id], charges[job.id], events[job.id])

    def ended(self, seconds: float) -> None:
        """Wait for the end of all jobs, and look that all is in order."""
        wait_until(self.settled, seconds=seconds, what="the end of all jobs")
        self.assert_in_order()


def assert_job_in_order(job: Any, pages: list[Any], charges: dict[str, int], events: Counter[Any]) -> None:
    assert job.status in ("completed", "failed", "cancelled") and job.finished_at is not None
    assert {row.status for row in pages} <= {"completed", "failed"} and {row.kind for row in pages} == {"page"}
    assert len(pages) == job.issued <= job.pages_max
    assert len({row.url for row in pages}) == len({row.key for row in pages}) == len(pages)
    assert charges == {str(row.number): job.price for row in pages if row.status == "completed"}
    assert all(row.credits == charges.get(str(row.number), 0) for row in pages)
    assert all((row.status == "failed") == (row.result is None and row.result_slot is None) for row in pages)
    assert all(row.lease_owner is None for row in pages)
    assert job.pages_found == len(pages) and job.credits_used == sum(charges.values())
    assert job.pages_completed == sum(row.status == "completed" for row in pages) == len(pages) - job.pages_failed
    expected: Counter[Any] = Counter()
    webhook = job.options.get("webhook")
    if webhook and "completed" in webhook["events"]:
        expected[f"{job.operation}.{job.status}", None] = 1
    if webhook and "page" in webhook["events"]:
        expected.update((f"{job.operation}.page", row.number) for row in pages)
    assert events == expected


@pytest.fixture
def books(database: Engine, account: Account) -> Books:
    return Books(database, account)


class Call(threading.Thread):
    """A call that continues in the background; `result` waits for it."""

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
