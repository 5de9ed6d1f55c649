"""Which browser is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.environment import Environment
from crawler.rendering.browser import find


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    return tmp_path


def executable(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_no_browser_is_none(nowhere: Path) -> None:
    assert find(Environment()) is None


def test_browser_on_the_path_is_found(nowhere: Path) -> None:
    made = executable(nowhere / "bin" / "chromium")

    assert find(Environment()) == made


def test_playwrights_own_newest_goes_before_the_path(nowhere: Path) -> None:
    executable(nowhere / "bin" / "chromium")
    executable(nowhere / "playwright" / "chromium_headless_shell-1100" / "chrome-linux" / "headless_shell")
    newest = executable(nowhere / "playwright" / "chromium_headless_shell-1200" / "chrome-linux" / "headless_shell")

    assert find(Environment()) == newest


def test_the_set_one_goes_before_all(nowhere: Path) -> None:
    executable(nowhere / "bin" / "chromium")
    mine = executable(nowhere / "mine" / "browser")

    assert find(Environment(chromium=mine)) == mine


def test_a_set_one_that_does_not_run_is_not_replaced_by_another(nowhere: Path) -> None:
    """The operator named a browser: taking another one silently would hide the mistake."""
    executable(nowhere / "bin" / "chromium")

    assert find(Environment(chromium="/nonexistent")) is None
