"""A worker whose event loop hangs says so, lets its leases expire, and ends."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, select

from contract.process import interruptions as interruptions_module
from contract.process.interruptions import Interruptions
from models import worker
from models.jobs.job import Job
from tests.models.claims import claim_job
from tests.service import ROOT, wait_until
from workers import watchdog
from workers.sweep import Heartbeat
from workers.watchdog import LoopWatchdog


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that runs in its own thread."""
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever, daemon=True)
    thread.start()
    yield made
    made.call_soon_threadsafe(made.stop)
    thread.join(60)
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
        assert claim_job(connection, job_id, owner)
    asked = LoopWatchdog(loop, Interruptions())
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
    hang = threading.Event()
    loop.call_soon_threadsafe(hang.wait, 200)
    wait_until(lambda: asked.stalled, seconds=90, what="silence")
    heartbeat.round()
    stalled = state()
    hang.set()
    wait_until(lambda: not asked.stalled, seconds=90, what="an answer")
    heartbeat.round()
    after = state()
    asked.stop()

    assert stalled == first
    assert after[0] > first[0] and after[1] > first[1]  # type: ignore[operator]


WATCHED = """
import asyncio, threading, time
from contract.process import interruptions
from workers import watchdog

watchdog.ASK_SECONDS, watchdog.DEAD_SECONDS, interruptions.PAUSED_SECONDS = 0.05, 1.0, 0.5
loop, begun = asyncio.new_event_loop(), time.monotonic()
threading.Thread(target=loop.run_forever, daemon=True).start()
asked = watchdog.LoopWatchdog(loop, interruptions.Interruptions())
asked.start()
"""
HANGS = {
    "the loop": "import time; loop.call_soon_threadsafe(time.sleep, 60); time.sleep(30)",
    "all of Python": "import re; re.match('(a|a)*b', 'a' * 40)",  # Holds the interpreter's lock.
}


@pytest.mark.parametrize("what", HANGS)
def test_process_ends_itself_when_it_hangs(what: str) -> None:
    code = WATCHED + HANGS[what]
    begun = time.monotonic()

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=40
    )

    assert done.returncode in (1, -signal.SIGPROF) and "most recent call first" in done.stderr
    assert time.monotonic() - begun < 25


def test_paused_process_continues_when_it_wakes() -> None:
    code = (
        WATCHED + "print('ready', flush=True)\ntime.sleep(2)\nprint(asked.stalled, asked._interruptions.since(begun))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"

    process.send_signal(signal.SIGSTOP)
    time.sleep(3)
    process.send_signal(signal.SIGCONT)

    words, errors = process.communicate(timeout=30)
    assert (process.returncode, words) == (0, "False True\n"), errors


class TestInterruptions:
    def test_nothing_was_interrupted(self) -> None:
        interruptions, begun = Interruptions(), time.monotonic()
        interruptions.look()
        assert interruptions.timed(lambda: "answer")() == "answer"
        assert not interruptions.since(begun)

    @pytest.mark.parametrize(
        ("seconds", "used_seconds", "was_paused"), [(4.0, 0.0, False), (6.0, 0.1, True), (6.0, 5.0, False)]
    )
    def test_pause_is_time_without_work(
        self, monkeypatch: pytest.MonkeyPatch, seconds: float, used_seconds: float, was_paused: bool
    ) -> None:
        now, used = [100.0], [10.0]
        clock = SimpleNamespace(monotonic=lambda: now[0], process_time=lambda: used[0])
        monkeypatch.setattr(interruptions_module, "time", clock)
        interruptions = Interruptions()
        interruptions.look()
        now[0] += seconds
        used[0] += used_seconds

        assert interruptions.since(101.0) is was_paused
        assert not interruptions.since(now[0] + 0.1)

    def test_database_that_does_not_answer_interrupts_while_it_lasts_and_what_had_begun_before_it_ended(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(interruptions_module, "SLOW_SECONDS", 0.2)
        interruptions, begun, answer = Interruptions(), time.monotonic(), threading.Event()
        asking = threading.Thread(target=interruptions.timed(answer.wait))
        asking.start()
        assert not interruptions.since(begun)
        time.sleep(0.4)
        assert interruptions.since(begun)
        answer.set()
        asking.join()
        assert interruptions.since(begun) and not interruptions.since(time.monotonic())
