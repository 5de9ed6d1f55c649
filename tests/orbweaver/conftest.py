"""Folders and processes for the tests of the command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contract.environment import Environment
from tests import prepared_process
from tests.prepared_process import PreparedProcess

ROOT = Path(__file__).resolve().parent.parent.parent
Command = Callable[..., list[str]]


@contextmanager
def new_data_dir() -> Iterator[Path]:
    """A data dir, short enough for a socket's path. It is deleted at the end."""
    made = Path(tempfile.mkdtemp(prefix="ow", dir="/tmp"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def environ_on(data_dir: Path) -> dict[str, str]:
    """Environment variables for a process on that data dir, without the developer's own settings."""
    outside = ("ORBWEAVER_", "DATABASE_URL", "REDIS_URL")
    own = {name: value for name, value in os.environ.items() if not name.startswith(outside)}
    return {**own, "ORBWEAVER_DATA_DIR": str(data_dir), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def own_dir() -> Iterator[Path]:
    """A data dir for this test."""
    with new_data_dir() as made:
        yield made


@pytest.fixture
def environ(own_dir: Path) -> dict[str, str]:
    """The environment variables of this test's processes."""
    return environ_on(own_dir)


@pytest.fixture
def orbweaver(environ: dict[str, str], prepared: PreparedProcess) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`orbweaver("key", "list", ORBWEAVER_ROBOTS="x")` runs the command to its end."""

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return prepared.run(["orbweaver", *arguments], environ={**environ, **more})

    return run


@pytest.fixture
def begun_orbweaver(environ: dict[str, str], prepared: PreparedProcess) -> Callable[..., prepared_process.Command]:
    """`begun_orbweaver("watch", url, stdout=5)` starts the command."""

    def begin(
        *arguments: str, stdout: int | None = None, stderr: int | None = None, **more: str
    ) -> prepared_process.Command:
        command = ["orbweaver", *arguments]
        return prepared.begin(command, environ={**environ, **more}, stdout=stdout, stderr=stderr)

    return begin


@pytest.fixture
def started_orbweaver(environ: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The same as a caller starts it: with the time that the imports take."""

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", "orbweaver", *arguments]
        return subprocess.run(
            command, check=False, capture_output=True, text=True, env={**environ, **more}, timeout=180
        )

    return run


@pytest.fixture
def of_service(
    orbweaver: Callable[..., subprocess.CompletedProcess[str]], environment: Environment
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command, on the database of the running service."""
    return lambda *arguments: orbweaver(*arguments, DATABASE_URL=environment.database_url)


def processes_below(folder: Path) -> list[str]:
    """Command lines of the living processes that have `folder` in their command line or their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            command, environ = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if state != "Z" and bytes(folder) in command + environ:
            found.append(command.replace(b"\0", b" ").decode())
    return found
