"""`orbweaver up` as a real process: start, supervision, clean stop, and restart after kill -9."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.orbweaver.conftest import environ_on, new_data_dir, processes_below
from tests.service import Client, free_port, wait_until
from tests.sites.origin import Origin
from tests.sites.site import Site

END_SECONDS = 90
PAGES = 24


class Up:
    """A running `orbweaver up --json`."""

    def __init__(self, environ: dict[str, str], port: int) -> None:
        self.environ = environ
        self.port = port
        command = [sys.executable, "-P", "-m", "orbweaver", "up", "--port", str(port), "--json"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ, start_new_session=True
        )

    def ready(self) -> dict[str, Any]:
        """The object that it prints when ready."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, words = self.process.communicate()
            logs = Path(self.environ["ORBWEAVER_DATA_DIR"]).glob("logs/*.log")
            tails = "\n".join(f"--- {path.name}\n{path.read_text()[-1500:]}" for path in logs)
            raise AssertionError(f"up ended:\n{words}\n{tails}")
        said: dict[str, Any] = json.loads(line)
        return said

    def answers(self) -> bool:
        try:
            return requests.get(f"http://127.0.0.1:{self.port}/readyz", timeout=60).status_code == 200
        except requests.RequestException:
            return False

    def end(self, number: signal.Signals) -> int:
        """Its exit code after the signal."""
        self.process.send_signal(number)
        return self.process.wait(END_SECONDS)


Start = Callable[..., Up]


@contextmanager
def starting(data_dir: Path) -> Iterator[Start]:
    """A function that starts `orbweaver up`. Processes that a failing test leaves are ended."""
    started: list[Up] = []
    port = free_port()
    settings = {**environ_on(data_dir), "ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}

    def start() -> Up:
        started.append(Up(settings, port))
        return started[-1]

    yield start
    for up in started:
        if up.process.poll() is None:
            up.end(signal.SIGTERM)
        for stream in (up.process.stdout, up.process.stderr):
            if stream:
                stream.close()


@pytest.fixture
def start_up(own_dir: Path) -> Iterator[Start]:
    """`start_up()` on a data dir of this test."""
    with starting(own_dir) as start:
        yield start


@dataclass
class Shared:
    """A data dir on which `orbweaver up` runs, and what its first start printed."""

    folder: Path
    start: Start
    up: Up
    said: dict[str, Any]


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    """For tests of a running `up` that follow one another. The last one ends it."""
    with new_data_dir() as folder, starting(folder) as start:
        up = start()
        yield Shared(folder, start, up, up.ready())


def is_another(own_dir: Path, name: str, pid: int) -> bool:
    return recorded(own_dir, name) != pid


def recorded(own_dir: Path, name: str) -> int:
    """The process id in the record. The file may be incomplete while it is written."""
    record = own_dir / "run" / f"{name}.pid"
    return int(wait_until(lambda: record.exists() and record.read_text().split(), seconds=90, what=str(record))[0])


def assert_no_process_is_left(own_dir: Path) -> None:
    """The last ones, such as those of a browser, end a moment after their parents."""
    wait_until(lambda: processes_below(own_dir) == [], seconds=15, what="the end of every process")


def test_first_start_gives_a_key_that_scrapes(shared: Shared, origin: Origin) -> None:
    body = {"url": origin.url("/article")}
    answer = requests.post(
        f"{shared.said['url']}/v1/web/scrape", json=body, headers={"X-API-Key": shared.said["key"]}, timeout=60
    )
    joining = requests.get(shared.said["join"].replace("#", "?"), timeout=60)

    assert answer.status_code == 200, answer.text
    assert joining.status_code == 200 and "owner" in joining.text and "#token=" in shared.said["join"]
    assert shared.said["pid"] == shared.up.process.pid


def test_kill_9_in_the_middle_of_a_rendered_crawl_leaves_no_worker_and_up_again_works_at_once(
    shared: Shared, site: Site, browser: str
) -> None:
    paths = site.tree(PAGES, seconds=2.0)
    client = Client(shared.said["url"], shared.said["key"])
    crawl = client.begin("crawl", url=site.url(), scrapeOptions={"renderJs": True})
    wait_until(lambda: any(site.seen(path) for path in paths[1:]), seconds=90, what="a page in the browser")

    shared.up.process.kill()
    shared.up.process.wait()
    wait_until(lambda: processes_below(shared.folder) == [], seconds=90, what="the end of every process")
    shared.up = shared.start()
    said = shared.up.ready()

    assert "key" not in said and "join" not in said  # they were shown once
    assert client.status("crawl", crawl)["status"] == "running"
    assert client.call("DELETE", f"/v1/web/crawl/{crawl}").status_code == 200


@pytest.mark.long_faults
def test_crawl_with_rendering_outlives_sigterm_and_kill_9(
    start_up: Start, own_dir: Path, site: Site, browser: str
) -> None:
    site.tree(PAGES, seconds=0.5)
    up = start_up()
    said = up.ready()
    client = Client(said["url"], said["key"])
    crawl = client.begin("crawl", url=site.url(), scrapeOptions={"renderJs": True})

    def completed() -> int:
        return int(client.status("crawl", crawl, includeData="false", limit=1)["completed"])

    for number in (signal.SIGTERM, signal.SIGKILL):
        before = completed()
        wait_until(lambda before=before: completed() >= before + 3, seconds=90, what="pages")
        up.end(number)
        wait_until(
            lambda: processes_below(own_dir) == [], seconds=90, what=f"the end of every process after {number!r}"
        )
        up = start_up()
        up.ready()
    job = client.ended("crawl", crawl, seconds=60)

    assert (job["status"], job["total"], job["completed"]) == ("completed", PAGES, PAGES)
    assert up.end(signal.SIGTERM) == 0
    assert_no_process_is_left(own_dir)


def test_second_up_on_the_same_data_dir_is_refused_in_one_line(shared: Shared) -> None:
    second = shared.start()

    _, words = second.process.communicate(timeout=120)

    assert second.process.returncode == 2
    assert words.count("\n") == 1
    assert "already runs" in words and str(shared.folder) in words


def test_killed_children_are_started_again_and_sigterm_leaves_no_process(
    shared: Shared, origin: Origin, browser: str
) -> None:
    up, folder = shared.up, shared.folder
    client = Client(shared.said["url"], shared.said["key"])
    for names in (("api", "redis"), ("worker", "postgres")):
        killed = {name: recorded(folder, name) for name in names}
        for pid in killed.values():
            os.kill(pid, signal.SIGKILL)
        for name, pid in killed.items():
            wait_until(partial(is_another, folder, name, pid), seconds=90, what=f"{name} is started again")
        wait_until(up.answers, seconds=90, what="ready again")

    # Rendered, so that a browser is among the processes that must end.
    client.scrape(origin.url("/article"), waitFor=50, timeout=60_000)
    assert up.end(signal.SIGTERM) == 0
    assert_no_process_is_left(folder)
    assert list((folder / "run").iterdir()) == []


def test_used_port_is_reported_in_one_line_before_anything_starts(environ: dict[str, str], own_dir: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        up = Up(environ, port)
        out, words = up.process.communicate(timeout=120)

    assert up.process.returncode == 2
    assert out.count("\n") == 1 and str(port) in json.loads(out)["error"]["message"]
    assert words.count("\n") == 1
    assert str(port) in words and "--port" in words
    assert not (own_dir / "postgres").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_while_starting_leaves_no_process(start_up: Start, own_dir: Path, number: signal.Signals) -> None:
    up = start_up()
    wait_until(lambda: (own_dir / "run" / "worker.pid").exists(), seconds=90, what="the worker is started")
    time.sleep(0.3)

    assert up.end(number) == 0
    assert_no_process_is_left(own_dir)
