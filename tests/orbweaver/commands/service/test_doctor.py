"""`orbweaver doctor` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contract.environment import Environment
from orbweaver import doctor
from tests.model_server import KEY, ModelServer
from tests.orbweaver.command_output import Run


def test_doctor_json_is_one_object(orbweaver: Run, own_dir: Path) -> None:
    answer = orbweaver("doctor", "--json")

    found = json.loads(answer.stdout.splitlines()[-1])
    names = [check["name"] for check in found["checks"]]
    assert answer.returncode == 0
    assert found["ok"] is True
    assert names == ["python", "dataDir", "postgres", "redis", "browser", "fonts", "model", "search"]
    assert all(check["ok"] or check["remedy"] for check in found["checks"])


def test_doctor_reports_how_the_browser_is_confined(orbweaver: Run, browser: str) -> None:
    found = json.loads(orbweaver("doctor", "--json").stdout.splitlines()[-1])

    [check] = [check for check in found["checks"] if check["name"] == "browser"]
    assert browser in check["detail"] and "sandbox " in check["detail"] and "user root" not in check["detail"]


def test_doctor_names_a_browser_that_does_not_start(orbweaver: Run) -> None:
    found = json.loads(orbweaver("doctor", "--json", ORBWEAVER_CHROMIUM="/bin/false").stdout.splitlines()[-1])

    [check] = [check for check in found["checks"] if check["name"] == "browser"]
    assert not check["ok"] and "/bin/false does not start" in check["detail"] and check["remedy"]


def test_doctor_names_the_library_that_the_browsers_driver_lacks(orbweaver: Run, browser: str, tmp_path: Path) -> None:
    said = "libatomic.so.1: cannot open shared object file: No such file or directory"
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho node: error while loading shared libraries: {said} >&2; exit 127\n")
    node.chmod(0o755)

    found = json.loads(orbweaver("doctor", "--json", PLAYWRIGHT_NODEJS_PATH=str(node)).stdout.splitlines()[-1])

    [check] = [check for check in found["checks"] if check["name"] == "browser"]
    assert check["detail"] == said and "apt-get install libatomic1" in check["remedy"]


def test_doctor_fails_when_something_needed_is_missing(orbweaver: Run) -> None:
    answer = orbweaver("doctor", "--json", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")

    found = json.loads(answer.stdout.splitlines()[-1])
    assert answer.returncode == 1
    assert found["ok"] is False
    assert [check["name"] for check in found["checks"] if check["needed"] and not check["ok"]] == ["postgres"]


def model_check(orbweaver: Run, **environ: str) -> dict[str, Any]:
    answer = orbweaver("doctor", "--json", **environ)
    [check] = [each for each in json.loads(answer.stdout.splitlines()[-1])["checks"] if each["name"] == "model"]
    assert answer.returncode == 0 and check["needed"] is False
    return dict(check)


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ({}, "Set ORBWEAVER_LLM_BASE_URL and ORBWEAVER_LLM_MODEL."),
        ({"ORBWEAVER_LLM_BASE_URL": "http://127.0.0.1:4/v1"}, "Set ORBWEAVER_LLM_MODEL."),
    ],
)
def test_doctor_reports_the_same_model_error_as_a_call(orbweaver: Run, given: dict[str, str], remedy: str) -> None:
    check = model_check(orbweaver, **given)

    assert check["ok"] is False and check["remedy"] == remedy
    assert "not configured" in check["detail"] and "summary fails with 503" in check["detail"]


@pytest.mark.parametrize(
    ("given", "ok", "detail"),
    [
        ({}, True, "answers"),
        ({"ORBWEAVER_LLM_MODEL": "other"}, True, "does not list the model"),
        ({"ORBWEAVER_LLM_API_KEY": "wrong"}, False, "rejected the key"),
        ({"ORBWEAVER_LLM_BASE_URL": "http://user:hidden@127.0.0.1:9/v1"}, False, "no connection"),
    ],
)
def test_doctor_reports_whether_the_model_answers(
    orbweaver: Run, model: ModelServer, given: dict[str, str], ok: bool, detail: str
) -> None:
    check = model_check(orbweaver, **{**model.settings(), **given})

    assert check["ok"] is ok and detail in check["detail"] and (ok or check["remedy"])
    assert KEY not in str(check) and "hidden" not in str(check)


def test_doctor_names_a_bad_setting(orbweaver: Run) -> None:
    answer = orbweaver("doctor", ORBWEAVER_ROBOTS="obey")

    assert answer.returncode == 1
    assert "ORBWEAVER_ROBOTS" in answer.stdout


def test_doctor_reports_traces_only_if_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Environment(otlp_endpoint="http://me:secret@collector:4318")

    [sent] = doctor.traces(wanted)
    monkeypatch.setattr(doctor, "_is_installed", lambda module: False)
    [missing] = doctor.traces(wanted)

    assert list(doctor.traces(Environment())) == []
    assert sent.ok and sent.detail == "are sent to http://***@collector:4318" and not sent.needed
    assert not missing.ok and missing.remedy == "Run `pip install 'orbweaver[otel]'`." and not missing.needed
