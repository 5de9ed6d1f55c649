"""`orbweaver worker --processes`: a process that dies is replaced, and the others continue."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine

from contract.environment import Environment
from models import session, worker
from tests.conftest import with_own_database
from tests.service import PATIENCE_SECONDS, environ_of, wait_until


def descendants(pid: int) -> set[int]:
    """The processes below a process."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    while new := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= new
    return found


@pytest.fixture
def own(environment: Environment) -> Environment:
    """A database and a Redis space of these workers: in another one they would find what tests left there."""
    return replace(with_own_database(environment, "two_workers"), given_redis_url=f"{environment.redis_url}?db=8")


@pytest.fixture
def own_database(own: Environment) -> Iterator[Engine]:
    engine = session.create(own.database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def workers(own: Environment) -> Iterator[subprocess.Popen[bytes]]:
    """Two workers."""
    command = [sys.executable, "-P", "-m", "orbweaver", "worker", "--processes", "2", "--threads", "8"]
    process = subprocess.Popen(command, env=environ_of(own), start_new_session=True)
    yield process
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_process_that_dies_is_replaced_and_the_others_continue(
    own_database: Engine, workers: subprocess.Popen[bytes]
) -> None:
    def of_two(is_new: Callable[[dict[str, int]], bool]) -> dict[str, int]:
        def live() -> dict[str, int]:
            below = descendants(workers.pid)
            rows = session.ask(own_database, worker.list_live)
            found = {row.id: int(row.about["pid"]) for row in rows if int(row.about.get("pid", 0)) in below}
            return found if len(found) == 2 and is_new(found) else {}

        return dict(wait_until(live, seconds=PATIENCE_SECONDS, what="two workers"))

    first = of_two(lambda found: True)
    killed, other = first

    os.kill(first[killed], signal.SIGKILL)

    assert other in of_two(lambda found: killed not in found)
    below = descendants(workers.pid)
    workers.terminate()
    assert workers.wait(PATIENCE_SECONDS) == 0
    assert not [pid for pid in below if os.path.exists(f"/proc/{pid}")]
