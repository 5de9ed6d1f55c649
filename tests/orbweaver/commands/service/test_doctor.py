"""`orbweaver doctor` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.orbweaver.command_output import Run


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
