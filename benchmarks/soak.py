"""Mixed work for minutes: memory of each process, what is left over, response times at the beginning and at the end, the books.

    python -m benchmarks.soak [--minutes 20] [--threads 6] [--no-browser] [--only crawls --table FILE]

The first quarter is rough: processes are killed with SIGKILL. Nothing is measured then, and calls may fail. In the rest, every
failed call is a problem. At the end the service has no work for half a minute, and must hold what it held before.

`--only crawls` runs one crawl after the other with pauses instead (`running/crawl_course.py`), kills nothing, and writes the memory
of each process every 30 seconds to a CSV file.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import Engine

from benchmarks.crawl import DOCS
from benchmarks.running import crawl_course, mixed_work
from benchmarks.running.jobs import database_of
from benchmarks.running.machine import Service, quantile, service, site
from benchmarks.running.mixed_work import Caller
from benchmarks.running.remains import MemoryCourse, Process, connections, left_open, processes, temporary_folders
from benchmarks.sites.web_server import serving
from models.accounts import console_session, credits, member, person, workspace
from models.accounts.audit import OPERATOR

SAMPLE_SECONDS, KILL_SECONDS, IDLE_SECONDS = 5.0, 20.0, 30.0
Found = dict[int, Process]
# Readers and tabs that were idle before.
MORE_PROCESSES_MAX = 4
# In percent in ten minutes, of processes larger than this.
GROWTH_MAX, LARGE_MB = 1.0, 20.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=6)
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--only", choices=["crawls"])
    parser.add_argument("--docs", type=Path, default=DOCS)
    parser.add_argument("--table", type=Path, default=Path("crawls.csv"))
    arguments = parser.parse_args()
    if arguments.only:
        sys.exit(soak_crawls(arguments.docs, arguments.minutes, arguments.table, browser=not arguments.no_browser))
    with site("benchmarks.sites.mixed_site") as address, service(**_model(address)) as running:
        caller = caller_of(running, address)
        kinds = mixed_work.KINDS | ({} if arguments.no_browser else mixed_work.OF_BROWSER)
        sys.exit(soak(running, caller, kinds, arguments.minutes * 60, arguments.threads))


def soak_crawls(documents: Path, minutes: float, table: Path, *, browser: bool) -> int:
    """Crawl for some minutes; the number of processes that grow."""
    with (
        site("benchmarks.sites.mixed_site", str(crawl_course.HOSTS)) as address,
        serving(documents) as documentation,
        service(**_model(address)) as running,
    ):
        caller = caller_of(running, address)
        course = crawl_course.run(caller, running.pid, documents, documentation, minutes, table, browser=browser)
        crawl_course.show(table)
        problems = [*caller.problems, *report_memory(course, course.seconds)]
        for problem in problems:
            print("PROBLEM:", problem, caller.problems.get(problem, ""))
        return len(problems)


def _model(address: str) -> dict[str, str]:
    return {
        "ORBWEAVER_LLM_BASE_URL": f"{address}/v1",
        "ORBWEAVER_LLM_MODEL": "m",
        "ORBWEAVER_WEBHOOK_RETRY_SECONDS": "1,1",
    }


def caller_of(running: Service, address: str) -> Caller:
    """A caller with a key and a signed-in person."""
    database, email = database_of(running), "soak@example.com"
    with database.begin() as connection:
        own = workspace.create(connection, "soak")
        credits.grant(connection, own, 10_000_000, key=f"first:{own}")
        key = workspace.create_key(connection, own).key
        member.add(connection, own, email, "owner", OPERATOR)
        person.mark_proven(connection, person_id := person.ensure(connection, email))
        token = console_session.create(connection, person_id)
    database.dispose()
    cookie = f"orbweaver_session_{urlsplit(running.url).port}"
    caller = Caller(running, address, cookies={cookie: token}, workspace=own)
    caller.key = key
    return caller


def soak(running: Service, caller: Caller, kinds: dict[mixed_work.Kind, int], seconds: float, threads: int) -> int:
    """Run the work and print what was found; the number of kinds of problems."""
    database = database_of(running)
    for kind in kinds:  # The browser and everything that is loaded at first use.
        kind(caller)
    wait_for_end(database)
    before, files, open_connections = processes(running.pid), temporary_folders(), connections(database)
    stopping = threading.Event()
    workers = [threading.Thread(target=work, args=(caller, kinds, stopping), daemon=True) for _ in range(threads)]
    caller.forgives = True
    began = time.monotonic()
    for each in workers:
        each.start()
    kills = be_rough(running, began + seconds / 4)
    time.sleep(15)
    caller.forgives, measured_from = False, time.monotonic()
    course = MemoryCourse()
    while time.monotonic() < began + seconds:
        course.add(time.monotonic() - measured_from, processes(running.pid))
        time.sleep(SAMPLE_SECONDS)
    ended = time.monotonic()
    stopping.set()
    for each in workers:
        each.join(120)
    wait_for_end(database)
    time.sleep(IDLE_SECONDS)
    problems = [*caller.problems, *report_memory(course, ended - measured_from)]
    report_times(caller, measured_from, ended)
    print(f"\n{sum(caller.statuses.values())} calls, statuses {dict(sorted(caller.statuses.items()))}, {kills} kills")
    problems += report_remains(database, before, processes(running.pid), files, open_connections)
    for problem in problems:
        print("PROBLEM:", problem, caller.problems.get(problem, ""))
    database.dispose()
    return len(problems)


def work(caller: Caller, kinds: dict[mixed_work.Kind, int], stopping: threading.Event) -> None:
    """One kind of call after the other."""
    while not stopping.is_set():
        [kind] = random.choices(list(kinds), list(kinds.values()))
        with contextlib.suppress(OSError, ValueError, KeyError):
            kind(caller)


def be_rough(running: Service, until: float) -> int:
    """Kill a process of the service from time to time; how many were killed."""
    kills = 0
    while time.monotonic() + KILL_SECONDS < until:
        time.sleep(KILL_SECONDS)
        found = [
            pid
            for pid, process in processes(running.pid).items()
            if process.part in ("worker", "api", "browser", "fork server")
        ]
        if found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(found), signal.SIGKILL)
                kills += 1
    time.sleep(max(0, until - time.monotonic()))
    return kills


def wait_for_end(database: Engine, seconds: float = 180) -> None:
    """Wait until no work is left."""
    until = time.monotonic() + seconds
    while left_open(database) and time.monotonic() < until:
        time.sleep(1)


def report_memory(course: MemoryCourse, seconds: float) -> list[str]:
    """Print the memory of the processes; the names of those that grow."""
    print(f"\nMemory over {seconds:.0f} s (PSS)\n")
    print("| part | first MB | last MB | % in ten minutes | open files |\n|---|---|---|---|---|")
    growing = []
    for part, pid, first, last, growth, files_before, files_after in course.rows():
        if last < LARGE_MB:
            continue
        print(f"| {part} {pid} | {first:.1f} | {last:.1f} | {growth:+.1f} | {files_before} to {files_after} |")
        if growth > GROWTH_MAX:
            growing.append(f"{part} {pid} grows by {growth:.1f} % in ten minutes")
    return growing


def report_times(caller: Caller, began: float, ended: float) -> None:
    """Print the response times of the first and the last third."""
    third = (ended - began) / 3
    print("\n| call | number | p50 ms | p99 ms, first third | p99 ms, last third |\n|---|---|---|---|---|")
    for what, took in sorted(caller.took.items()):
        parts = [[spent * 1000 for at, spent in took if low <= at < high] for low, high in (
            (began, ended), (began, began + third), (ended - third, ended),
        )]  # fmt: skip
        if all(parts):
            p50, first, last = quantile(parts[0], 0.5), quantile(parts[1], 0.99), quantile(parts[2], 0.99)
            print(f"| {what} | {len(parts[0])} | {p50:.0f} | {first:.0f} | {last:.0f} |")


def report_remains(
    database: Engine, before: Found, after: Found, files: Counter[str], open_connections: int
) -> list[str]:
    """Print what is left over; a sentence for each problem."""
    problems = [f"{name}: {number} left" for name, number in left_open(database).items()]
    parts, now = (Counter(process.part for process in found.values()) for found in (before, after))
    print(f"processes {dict(parts)} to {dict(now)}, database connections {open_connections} to {connections(database)}")
    # A connection is a process of Postgres; the pools of the API and of the worker keep them.
    more = {part: number for part, number in (now - parts).items() if part != "postgres"}
    if sum(more.values()) > MORE_PROCESSES_MAX:
        problems.append(f"more processes: {more}")
    return problems + [
        f"temporary files of {name}: {number} more" for name, number in (temporary_folders() - files).items()
    ]


if __name__ == "__main__":
    main()
