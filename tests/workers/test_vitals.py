"""What a worker reports about itself."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from workers import vitals
from workers.vitals import MessageMeter, Throughput, Vitals


def test_throughput_is_the_increase_per_minute_of_the_last_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, ended = [0.0], {"scrape": 0}
    monkeypatch.setattr(vitals, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    throughput = Throughput(lambda: dict(ended))
    reported = []

    for seconds, number in ((60, 30), (300, 150), (360, 150), (900, 150)):
        clock[0], ended["scrape"] = seconds, number
        reported.append(throughput.per_minute()["scrape"])

    # Since the start; over 5 minutes; over the 5 minutes that begin at 60 s; nothing ended since 360 s.
    assert reported == [30.0, 30.0, 24.0, 0.0]


def test_meter_counts_messages_that_run_and_have_ended() -> None:
    meter = MessageMeter()
    messages = [SimpleNamespace(queue_name="jobs", message_id=name) for name in "ab"]
    for message in messages:
        meter.before_process_message(None, message)

    meter.after_process_message(None, messages[0], exception=ValueError())

    assert meter.running() == {"jobs": 1} and meter.ended == {"jobs": 1}


def test_memory_is_that_of_the_worker_its_readers_and_its_browser() -> None:
    """A child in its own session represents the browser."""
    allocate = "import sys; kept = b'x' * 30_000_000; print(flush=True); sys.stdin.read()"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", allocate], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=apart
        )
        for apart in (False, True)
    ]
    for child in started:
        assert child.stdout is not None and child.stdout.readline()

    found = vitals.memory_bytes(os.getpid())

    for child in started:
        child.communicate()
    assert all(found[name] >= 30_000_000 for name in ("worker", "reading", "browser")), found


def test_heartbeat_holds_all_that_an_operator_sees() -> None:
    about = Vitals(
        {"host": "one"}, slots=lambda: {"scrape": 4}, running=lambda: {"scrape": 1}, ended=lambda: {"scrape": 0},
        paused=lambda: ["jobs"], browser=lambda: {"status": "off"},
    )()  # fmt: skip

    assert about | {"memoryBytes": None} == {
        "host": "one", "places": {"scrape": 4}, "running": {"scrape": 1}, "perMinute": {"scrape": 0.0},
        "paused": ["jobs"], "browserState": {"status": "off"}, "memoryBytes": None,
    }  # fmt: skip
