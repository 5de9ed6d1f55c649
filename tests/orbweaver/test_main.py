"""The command line: it starts quickly, and an expected failure is one line."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest
from click.testing import CliRunner

from orbweaver.main import FOLDERS, commands, group
from tests.conftest import Account
from tests.orbweaver.command_output import Run, failed
from tests.sites.origin import Origin

COMMANDS = [name for folder in FOLDERS for name in commands(folder)]
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
def test_starts_in_under_a_second(started_orbweaver: Run, arguments: list[str]) -> None:
    took = []
    # The first run compiles the byte code. The time on the processor does not depend on other processes.
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        assert started_orbweaver(*arguments).returncode == 0
        took.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)

    assert took[1] < 1, took


@pytest.mark.parametrize(
    ("command", "named", "value"),
    [
        ("up", "ORBWEAVER_COLOUR", "red"),
        ("up", "ORBWEAVER_ROBOTS", "obey"),
        ("up", "DATABASE_URL", "mysql://x"),
        ("up", "ORBWEAVER_CHROMIUM", "/nonexistent"),
        ("api", "ORBWEAVER_ROBOTS", "obey"),
        ("api", "DATABASE_URL", "mysql://x"),
        ("worker", "ORBWEAVER_COLOUR", "red"),
        ("worker", "ORBWEAVER_CHROMIUM", "/nonexistent"),
        ("migrate", "ORBWEAVER_COLOUR", "red"),
        ("migrate", "DATABASE_URL", "mysql://x"),
    ],
)
def test_a_bad_setting_is_one_line_with_its_name(orbweaver: Run, command: str, named: str, value: str) -> None:
    answer = orbweaver(command, **{named: value})

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert named in answer.stderr


def test_an_absent_database_is_one_line(orbweaver: Run) -> None:
    answer = orbweaver("migrate", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")

    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "DATABASE_URL" in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("workspace", "create", "x", "--plan", "gold"), "plan"),
        (("workspace", "create", ""), "name: must not be blank"),
        (("workspace", "create", " \t"), "name: must not be blank"),
        (("workspace", "create"), "Missing argument"),
        (("workspace", "show", "x"), "not a valid id"),
        (("workspace", "create", "x", "--color", "red"), "--color"),
        (("scrape", "http://10.0.0.1/"), "is blocked: it is not public. The operator of the service can permit"),
        (("scrape", "http://a.example/", "--timeout", "soon"), "timeout"),
        (("read", "/nonexistent.html"), "/nonexistent.html"),
    ],
)
def test_invalid_arguments_are_reported_as_json(of_service: Run, arguments: tuple[str, ...], reported: str) -> None:
    code, message = failed(of_service(*arguments, "--json"))
    plain = of_service(*arguments)

    assert code == "VALIDATION_ERROR" and reported in message
    assert (plain.returncode, plain.stdout) == (2, "") and message in plain.stderr


def test_other_failures_have_the_codes_of_the_api(
    of_service: Run, orbweaver: Run, origin: Origin, account: Account
) -> None:
    nobody = "00000000-0000-7000-8000-000000000000"
    loopback = {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}

    assert failed(of_service("workspace", "show", nobody, "--json"))[0] == "NOT_FOUND"
    assert failed(orbweaver("workspace", "list", "--json"))[0] == "SERVICE_UNAVAILABLE"
    assert (
        failed(orbweaver("scrape", "http://a.example/", "--formats", "summary", "--json"))[0] == "SERVICE_UNAVAILABLE"
    )
    assert failed(orbweaver("api", "--json", ORBWEAVER_ROBOTS="obey"))[0] == "VALIDATION_ERROR"
    broken = orbweaver("scrape", origin.url("/status", code="500"), "--json", **loopback)
    assert failed(broken)[0] == "UPSTREAM_UNREACHABLE"
    absent = orbweaver("scrape", origin.url("/article"), "--cache-only", "--json", **loopback)
    assert failed(absent)[0] == "NOT_FOUND"
