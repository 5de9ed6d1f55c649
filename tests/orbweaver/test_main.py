"""The command group: it starts at once, and an expected failure is one plain line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from orbweaver.main import COMMANDS, group

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HEAVY = ("scrapy", "twisted", "flask", "sqlalchemy", "dramatiq", "redis", "playwright", "lxml")


def test_help_names_every_command() -> None:
    answer = CliRunner().invoke(group, ["--help"])

    assert answer.exit_code == 0
    assert [name for name in COMMANDS if f"  {name} " not in answer.output] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    answer = CliRunner().invoke(group, [name, "--help"])

    assert answer.exit_code == 0, answer.output


def test_the_group_loads_nothing_heavy() -> None:
    code = f"import sys, orbweaver.main; print([name for name in {HEAVY!r} if name in sys.modules])"

    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["key", "list", "--help"], ["workspace", "--help"]])
def test_starts_in_under_a_second(orbweaver: Run, arguments: list[str]) -> None:
    took = []
    # The first run writes the byte code; of the others the quickest tells what is not the machine's other work.
    for _ in range(4):
        started = time.monotonic()
        answer = orbweaver(*arguments)
        took.append(time.monotonic() - started)
        assert answer.returncode == 0

    assert min(took[1:]) < 1, took


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"ORBWEAVER_COLOUR": "red"}, "ORBWEAVER_COLOUR"),
        ({"ORBWEAVER_ROBOTS": "obey"}, "ORBWEAVER_ROBOTS"),
        ({"DATABASE_URL": "mysql://x"}, "DATABASE_URL"),
    ],
)
@pytest.mark.parametrize("command", ["up", "api", "worker", "migrate"])
def test_a_bad_setting_is_one_line_with_its_name(
    orbweaver: Run, command: str, variables: dict[str, str], named: str
) -> None:
    answer = orbweaver(command, **variables)

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert named in answer.stderr


def test_an_absent_database_is_one_line(orbweaver: Run) -> None:
    answer = orbweaver("migrate", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")

    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "DATABASE_URL" in answer.stderr


def test_doctor_json_is_one_object(orbweaver: Run, own_dir: Path) -> None:
    answer = orbweaver("doctor", "--json")

    found = json.loads(answer.stdout.splitlines()[-1])
    names = [check["name"] for check in found["checks"]]
    assert answer.returncode == 0
    assert found["ok"] is True
    assert names == ["python", "dataDir", "postgres", "redis", "browser", "model"]
    assert all(check["ok"] or check["remedy"] for check in found["checks"])


def test_doctor_fails_when_something_needed_is_missing(orbweaver: Run) -> None:
    answer = orbweaver("doctor", "--json", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")

    found = json.loads(answer.stdout.splitlines()[-1])
    assert answer.returncode == 1
    assert found["ok"] is False
    assert [check["name"] for check in found["checks"] if check["needed"] and not check["ok"]] == ["postgres"]


def test_doctor_names_a_bad_setting(orbweaver: Run) -> None:
    answer = orbweaver("doctor", ORBWEAVER_ROBOTS="obey")

    assert answer.returncode == 1
    assert "ORBWEAVER_ROBOTS" in answer.stdout
