"""A worker whose event loop hangs says so, lets its leases lapse, and ends."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, select

from models import worker
from models.jobs import job
from models.jobs.job import Job
from tests.service import ROOT, wait_until
from workers import watchdog
from workers.sweep import Heartbeat
from workers.watchdog import LoopWatchdog


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that runs in a thread of its own."""
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever, daemon=True)
    thread.start()
    yield made
    made.call_soon_threadsafe(made.stop)
    thread.join(5)
    made.close()


def test_heart_stops_beating_and_renewing_while_the_loop_hangs(
    database: Engine,
    post: Callable[[], UUID],
    loop: asyncio.AbstractEventLoop,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchdog, "ASK_SECONDS", 0.02)
    monkeypatch.setattr(watchdog, "STALLED_SECONDS", 1.0)
    job_id, owner = post(), uuid4().hex
    with database.begin() as connection:
        assert job.claim(connection, job_id, owner)
    asked = LoopWatchdog(loop)
    heartbeat = Heartbeat(
        owner=owner,
        leases={job_id},
        pages={},
        slices=(),
        database=database,
        about=dict,
        set_paused=lambda names: None,
        stalled=lambda: asked.stalled,
    )

    def state() -> tuple[object, object]:
        with database.connect() as connection:
            beat = connection.execute(select(worker.Worker.beat_at).where(worker.Worker.id == owner)).scalar_one()
            return beat, connection.execute(select(Job.lease_until).where(Job.id == job_id)).scalar_one()

    asked.start()
    heartbeat.round()
    first = state()
    loop.call_soon_threadsafe(time.sleep, 3.0)
    wait_until(lambda: asked.stalled, seconds=30, what="silence")
    heartbeat.round()
    stalled = state()
    wait_until(lambda: not asked.stalled, seconds=30, what="an answer")
    heartbeat.round()
    after = state()
    asked.stop()

    assert stalled == first
    assert after[0] > first[0] and after[1] > first[1]  # type: ignore[operator]


HANGS = {
    "the loop": "import time; loop.call_soon_threadsafe(time.sleep, 60); time.sleep(30)",
    "all of Python": "import re; re.match('(a|a)*b', 'a' * 40)",  # Holds the interpreter's lock.
}


@pytest.mark.parametrize("what", HANGS)
def test_process_ends_itself_when_it_hangs(what: str) -> None:
    code = (
        "import asyncio, threading\n"
        "from workers import watchdog\n"
        "watchdog.ASK_SECONDS, watchdog.DEAD_SECONDS = 0.05, 1.0\n"
        "loop = asyncio.new_event_loop()\n"
        "threading.Thread(target=loop.run_forever, daemon=True).start()\n"
        "watchdog.LoopWatchdog(loop).start()\n"
        f"{HANGS[what]}"
    )
    begun = time.monotonic()

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=40
    )

    assert done.returncode == 1 and "most recent call first" in done.stderr
    assert time.monotonic() - begun < 25
