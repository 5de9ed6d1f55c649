"""What browser and driver may, and what they get to see."""

from __future__ import annotations

import asyncio
import os
import pwd
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler.rendering.browser import SharedBrowser, examine
from crawler.rendering.launch import UNPRIVILEGED
from tests.crawler.processes import browsers, drivers
from tests.crawler.wild_pages import Site, run, shown

pytestmark = pytest.mark.usefixtures("browser")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change to another user")
SECRET = "postgresql://me:s3cret@127.0.0.1/mine"


def test_no_secret_of_the_service_is_in_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "ORBWEAVER_LLM_API_KEY", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, SECRET)

    async def work(browser: SharedBrowser, site: Site) -> list[bytes]:
        async with browser.page():
            processes = [*drivers(), *browsers()]
            return [Path(f"/proc/{process}/environ").read_bytes() for process in processes]

    environments = run(work)
    assert len(environments) > 3 and not [each for each in environments if b"s3cret" in each]


@as_root
def test_no_process_of_a_browser_is_roots() -> None:
    async def work(browser: SharedBrowser, site: Site) -> set[int]:
        async with browser.page():
            status = [Path(f"/proc/{process}/status").read_text() for process in browsers()]
        return {int(number) for each in status for number in each.split("Uid:")[1].split("Gid:")[0].split()}

    assert run(work) == {pwd.getpwnam(UNPRIVILEGED).pw_uid}


def test_sandbox_is_left_only_where_the_system_forbids_it(
    browser: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The program below is a browser on a system that allows no user namespaces."""
    folder = Path(tempfile.mkdtemp(prefix="ow", dir="/tmp"))
    program = folder / "chromium"
    program.write_text(f'#!/bin/sh\ncase "$*" in *--no-sandbox*) exec {shlex.quote(browser)} "$@";; esac\nexit 1\n')
    for path in (folder, program):
        path.chmod(0o755)

    async def work(shared: SharedBrowser, site: Site) -> bool | None:
        shared.path = str(program)
        assert "built</p>" in (await shown(shared, f"{site.url}/built")).html
        return shared.sandbox

    assert run(work) is False and "without its sandbox" in caplog.text
    assert "sandbox not possible here" in asyncio.run(examine(Environment(chromium=str(program))))


def test_sandbox_that_is_on_is_reported_and_in_force() -> None:
    async def work(browser: SharedBrowser, site: Site) -> bool:
        async with browser.page():
            unconfined = [command for command in browsers().values() if "--no-sandbox" in command]
        assert browser.sandbox is not None
        return browser.sandbox == (not unconfined)

    assert run(work)


@as_root
def test_browser_that_its_user_cannot_run_does_not_start(browser: str, tmp_path: Path) -> None:
    """It does not run as root instead."""
    private = tmp_path / "chromium"
    private.write_text(f'#!/bin/sh\nexec {shlex.quote(browser)} "$@"\n')
    private.chmod(0o700)

    with pytest.raises(ServiceUnavailable, match="Permission denied"):
        asyncio.run(examine(Environment(chromium=str(private))))
    assert not drivers()


# Another user may be unable to read Python's library, so everything needed is loaded before.
AS_USER = """
import asyncio, os, sys, uvloop, encodings.idna, concurrent.futures.thread
import playwright._impl.connection as connection
from contract.environment import Environment
from crawler.rendering.browser import examine
from playwright._impl.connection import _object_factories
import asyncio.subprocess, importlib
import playwright._impl.protocol_channels
os.setgroups([])
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
print(asyncio.run(examine(Environment(chromium=sys.argv[1]))))
"""


@as_root
def test_ordinary_user_runs_it_as_himself(browser: str) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": "/tmp"}

    done = subprocess.run(
        [sys.executable, "-c", AS_USER, browser], env=environ, capture_output=True, text=True, check=False
    )

    assert f"user {UNPRIVILEGED}, sandbox " in done.stdout, done.stderr
