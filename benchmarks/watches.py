"""Watches of unchanged pages at the pace of 10,000 watches that check every hour: CPU of one check, and of the scheduler.

    python -m benchmarks.watches [--checks 500] [--rows 10000]

`rows` watches are stored, of which `checks` come due in the measured time, one every 0.36 s. Before that, each of them was checked
three times, so that the page and what changes at every visit are known. The CPU of the idle service is measured with no watch and
with all of them, and is subtracted from that of the checks.
"""

from __future__ import annotations

import argparse
import json
import time

import requests
from sqlalchemy import Engine, text

from benchmarks.crawl import STORES, name_of, spent
from benchmarks.running.machine import Service, family, service, site
from contract.environment import Environment
from models import session

PACE_SECONDS = 0.36
IDLE_SECONDS = 60
_INSERT = text(
    "INSERT INTO watch (id, workspace_id, options, next_at, feed_token)"
    " SELECT gen_random_uuid(), (SELECT workspace_id FROM api_key LIMIT 1),"
    " json_build_object('schedule', json_build_object('everyMinutes', 43200), 'urls', json_build_array(:base || n || '.html')),"
    " now() + interval '20 days', gen_random_uuid()::text FROM generate_series(:first, :last) AS n"
)
_DUE = text(
    "UPDATE watch SET next_at = now() + (n * :pace) * interval '1 s'"
    " FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM watch WHERE options::text LIKE :own) AS one"
    " WHERE watch.id = one.id"
)
_LATER = text("UPDATE watch SET next_at = now() + interval '20 days'")
_ENDED = text("SELECT count(*), sum(credits_used) FROM watch_check WHERE status <> 'running'")
_LATE = text(
    "SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - scheduled_for)) FROM watch_check"
    " WHERE started_at >= :since"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=500)
    parser.add_argument("--rows", type=int, default=10_000)
    arguments = parser.parse_args()
    with site("benchmarks.sites.unchanged_site", str(arguments.checks)) as address:
        for way in ("etag", "neither"):
            measure(address, way, arguments.checks, arguments.rows)


def measure(address: str, way: str, checks: int, rows: int) -> None:
    """The figures of one kind of page, on a separate service."""
    with service() as running:
        running.new_key()
        database = session.create(Environment.read(running.environ).database_url)
        idle = cpu_of_waiting(running)
        base = f"{address}/{way}/"
        change(database, _INSERT, base=base, first=0, last=checks - 1)
        change(database, _INSERT, base="http://127.0.0.1:4/", first=checks, last=rows - 1)
        for number in (1, 2, 3):
            change(database, _DUE, pace=0.0, own=f"%{base}%")
            wait(database, number * checks)
        # The second visit of some may have come by itself meanwhile.
        change(database, _LATER)
        scheduled = cpu_of_waiting(running)
        ended_before, credits_before = ended(database)
        with database.connect() as connection:
            since = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
        requests.get(f"{address}/sent", timeout=10)
        started, before = time.perf_counter(), used(running)
        change(database, _DUE, pace=PACE_SECONDS, own=f"%{base}%")
        wait(database, ended_before + checks)
        seconds, after = time.perf_counter() - started, used(running)
        own, stores = (1000 * (after[each] - before[each] - scheduled[each] * seconds) / checks for each in (0, 1))
        with database.connect() as connection:
            late = connection.execute(_LATE, {"since": since}).scalar_one()
        record = {
            "page": way, "checks": checks, "seconds": round(seconds), "cpu_ms": round(own, 1), "stores_ms": round(stores, 1),
            "credits": ended(database)[1] - credits_before, "sent": requests.get(f"{address}/sent", timeout=10).json(),
            "late_seconds_99": round(float(late), 2),
            "idle_ms_per_second": [round(1000 * one, 1) for one in idle],
            f"idle_with_{rows}_ms_per_second": [round(1000 * one, 1) for one in scheduled],
            "share_of_two_cores": round((after[0] + after[1] - before[0] - before[1]) / seconds / 2, 3),
        }  # fmt: skip
        print(json.dumps(record), flush=True)
        database.dispose()


def used(running: Service) -> tuple[float, float]:
    """CPU seconds of (our processes, Postgres and Valkey)."""
    return spent(running.pid, {process for process in family(running.pid) if name_of(process) in STORES})


def cpu_of_waiting(running: Service) -> tuple[float, float]:
    """CPU seconds per second of the idle service."""
    time.sleep(10)
    before, started = used(running), time.perf_counter()
    time.sleep(IDLE_SECONDS)
    after, seconds = used(running), time.perf_counter() - started
    return (after[0] - before[0]) / seconds, (after[1] - before[1]) / seconds


def change(database: Engine, statement: object, **values: object) -> None:
    with database.begin() as connection:
        connection.execute(statement, values)  # type: ignore[call-overload]


def ended(database: Engine) -> tuple[int, int]:
    with database.connect() as connection:
        number, credits = connection.execute(_ENDED).one()
    return int(number), int(credits or 0)


def wait(database: Engine, checks: int) -> None:
    """Wait for the end of this many checks."""
    while ended(database)[0] < checks:
        time.sleep(0.5)


if __name__ == "__main__":
    main()
