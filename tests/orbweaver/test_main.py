"""The command line: it starts quickly, and an expected failure is one line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine

from contract import limits
from contract.environment import Environment
from models.accounts import workspace
from orbweaver.main import COMMANDS, group
from tests.conftest import Account
from tests.sites.brands import put_company
from tests.sites.origin import Origin
from tests.sites.site import Site

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
    # The first run compiles the byte code. The time on the processor does not depend on other processes.
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        assert orbweaver(*arguments).returncode == 0
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


@pytest.fixture
def of_service(orbweaver: Run, environment: Environment) -> Run:
    """The command, on the database of the running service."""
    return lambda *arguments: orbweaver(*arguments, DATABASE_URL=environment.database_url)


def failed(answer: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """(code, message) of a failure with --json. Standard error contains the same message as without --json."""
    [line] = answer.stdout.splitlines()
    error = json.loads(line)["error"]
    assert answer.returncode == 2 and error["message"] in answer.stderr and "Traceback" not in answer.stderr
    return error["code"], error["message"]


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("workspace", "create", "x", "--plan", "gold"), "plan"),
        (("workspace", "create", ""), "name: must not be blank"),
        (("workspace", "create", " \t"), "name: must not be blank"),
        (("workspace", "create"), "Missing argument"),
        (("workspace", "show", "x"), "not a valid id"),
        (("workspace", "create", "x", "--color", "red"), "--color"),
        (("scrape", "http://10.0.0.1/"), "is blocked: it is not public"),
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


def test_26th_key_is_rejected_as_json(of_service: Run, database: Engine, account: Account) -> None:
    with database.begin() as connection:
        for _ in range(limits.ACTIVE_KEYS_MAX - 1):
            workspace.create_key(connection, account.workspace_id)

    code, message = failed(of_service("key", "create", "--workspace", str(account.workspace_id), "--json"))

    assert code == "VALIDATION_ERROR" and "Revoke one first" in message


def test_scraped_error_page_has_a_warning(orbweaver: Run, origin: Origin, unique: str) -> None:
    url = origin.url("/status", code="404", t=unique)

    plain = orbweaver("scrape", url, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    whole = orbweaver("scrape", url, "--json", ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    warning = json.loads(whole.stdout)["warning"]
    assert plain.returncode == whole.returncode == 0 and whole.stderr == ""
    assert plain.stdout and plain.stderr == f"orbweaver: {warning}\n"


def test_logo_and_brand_are_read_without_a_server(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    put_company(site)
    file = tmp_path / "logo.svg"

    saved = orbweaver("logo", site.base, "-o", str(file), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    brand = orbweaver("brand", site.base, "--json", ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert saved.returncode == 0 and file.read_bytes().startswith(b"<svg") and "icon, svg" in saved.stdout
    assert json.loads(brand.stdout)["name"] == "Acme"


def test_logo_of_a_site_without_one_is_a_failure(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    put_company(site, icon=None, wordmark=None)

    saved = orbweaver("logo", site.base, "-o", str(tmp_path / "x.svg"), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert saved.returncode == 2 and "No logo was found" in saved.stderr and not (tmp_path / "x.svg").exists()


def test_doctor_json_is_one_object(orbweaver: Run, own_dir: Path) -> None:
    answer = orbweaver("doctor", "--json")

    found = json.loads(answer.stdout.splitlines()[-1])
    names = [check["name"] for check in found["checks"]]
    assert answer.returncode == 0
    assert found["ok"] is True
    assert names == ["python", "dataDir", "postgres", "redis", "browser", "model"]
    assert all(check["ok"] or check["remedy"] for check in found["checks"])


def test_doctor_reports_how_the_browser_is_confined(orbweaver: Run, browser: str) -> None:
    found = json.loads(orbweaver("doctor", "--json").stdout.splitlines()[-1])

    [check] = [check for check in found["checks"] if check["name"] == "browser"]
    assert browser in check["detail"] and "sandbox " in check["detail"] and "user root" not in check["detail"]


def test_doctor_names_a_browser_that_does_not_start(orbweaver: Run) -> None:
    found = json.loads(orbweaver("doctor", "--json", ORBWEAVER_CHROMIUM="/bin/false").stdout.splitlines()[-1])

    [check] = [check for check in found["checks"] if check["name"] == "browser"]
    assert not check["ok"] and "/bin/false does not start" in check["detail"] and check["remedy"]


def test_doctor_fails_when_something_needed_is_missing(orbweaver: Run) -> None:
    answer = orbweaver("doctor", "--json", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")

    found = json.loads(answer.stdout.splitlines()[-1])
    assert answer.returncode == 1
    assert found["ok"] is False
    assert [check["name"] for check in found["checks"] if check["needed"] and not check["ok"]] == ["postgres"]


MODEL = {"ORBWEAVER_LLM_BASE_URL": "http://127.0.0.1:4/v1", "ORBWEAVER_LLM_MODEL": "some-model"}


@pytest.mark.parametrize(
    ("given", "detail", "remedy"),
    [
        ((), "not configured; summary", "Set ORBWEAVER_LLM_BASE_URL and ORBWEAVER_LLM_MODEL."),
        (("ORBWEAVER_LLM_BASE_URL",), "not configured; summary", "Set ORBWEAVER_LLM_MODEL."),
        (tuple(MODEL), "some-model at http://127.0.0.1:4/v1 is configured; summary", "cannot use a language model yet"),
    ],
)
def test_doctor_reports_the_same_model_error_as_a_call(
    orbweaver: Run, given: tuple[str, ...], detail: str, remedy: str
) -> None:
    answer = orbweaver("doctor", "--json", **{name: MODEL[name] for name in given})

    [model] = [each for each in json.loads(answer.stdout.splitlines()[-1])["checks"] if each["name"] == "model"]
    assert answer.returncode == 0 and model["ok"] is False and model["needed"] is False
    assert detail in model["detail"] and "summary and json fail with 503" in model["detail"]
    assert remedy in model["remedy"]


def test_doctor_names_a_bad_setting(orbweaver: Run) -> None:
    answer = orbweaver("doctor", ORBWEAVER_ROBOTS="obey")

    assert answer.returncode == 1
    assert "ORBWEAVER_ROBOTS" in answer.stdout


def test_screenshot_is_written_to_a_file(orbweaver: Run, origin: Origin, tmp_path: Path, browser: str) -> None:
    file, url, open_loopback = (
        tmp_path / "shot.png",
        origin.url("/article"),
        {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"},
    )

    taken = orbweaver("screenshot", url, "-o", str(file), "--full-page", "--json", **open_loopback)
    without = orbweaver("screenshot", url, "--json")

    described = json.loads(taken.stdout)
    assert taken.returncode == 0 and "image" not in described, taken.stderr
    assert (described["file"], described["status"], described["width"]) == (str(file), 200, 1440)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert failed(without)[0] == "VALIDATION_ERROR"


def test_images_are_printed_line_by_line(orbweaver: Run, site: Site) -> None:
    site.put("/", "<img src=/a.png><p>Words</p><img src=/b.png>", kind="text/html")

    listed = orbweaver("images", site.url("/"), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert listed.stdout.splitlines() == [site.url("/a.png"), site.url("/b.png")], listed.stderr
