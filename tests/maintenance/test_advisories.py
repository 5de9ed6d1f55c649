"""Advisories for locked packages are found, and others are not."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from maintenance import advisories, lock

FLASK = lock.pins(lock.RUNTIME)["flask"]


def database(folder: Path, *affected: dict[str, Any], **fields: Any) -> Path:
    """An archive with one advisory."""
    path = folder / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        advisory = {"id": "PYSEC-1", "summary": "Reads what it may not.", "affected": affected, **fields}
        archive.writestr("PYSEC-1.json", json.dumps(advisory))
    return path


def affected(name: str = "Flask", ecosystem: str = "PyPI", **fields: Any) -> dict[str, Any]:
    return {"package": {"name": name, "ecosystem": ecosystem}, **fields}


def ecosystem_range(*events: tuple[str, str]) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": [{kind: at} for kind, at in events]}]}


@pytest.mark.parametrize(
    "fields",
    [
        {"versions": ["0.1", FLASK]},
        ecosystem_range(("introduced", "0")),
        ecosystem_range(("introduced", "0"), ("last_affected", FLASK)),
        ecosystem_range(("introduced", "0"), ("fixed", f"{FLASK}.1")),
        ecosystem_range(("introduced", FLASK), ("introduced", "0"), ("fixed", "1")),
    ],
)
def test_advisory_for_the_locked_version_is_found(fields: dict[str, Any], tmp_path: Path) -> None:
    [found] = advisories.findings(database(tmp_path, affected(**fields)))

    assert (found.package, found.version, found.advisory) == ("flask", FLASK, "PYSEC-1")


@pytest.mark.parametrize(
    "each",
    [
        affected(versions=["0.1"]),
        affected("flask-other", versions=[FLASK]),
        affected(ecosystem="npm", versions=[FLASK]),
        affected(**ecosystem_range(("introduced", "0"), ("fixed", FLASK))),
        affected(**ecosystem_range(("introduced", f"{FLASK}.1"))),
        affected(**ecosystem_range(("introduced", "0"), ("last_affected", "0.1"))),
        affected(ranges=[{"type": "GIT", "events": [{"introduced": "0"}]}]),
    ],
)
def test_advisory_for_something_else_is_not_found(each: dict[str, Any], tmp_path: Path) -> None:
    assert advisories.findings(database(tmp_path, each)) == []


def test_withdrawn_advisory_is_not_found(tmp_path: Path) -> None:
    path = database(tmp_path, affected(versions=[FLASK]), withdrawn="2026-01-01T00:00:00Z")

    assert advisories.findings(path) == []


def test_accepted_advisory_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(advisories.ACCEPTED, "PYSEC-1", "concerns its command line only")

    assert advisories.findings(database(tmp_path, affected(versions=[FLASK]))) == []


def test_a_finding_fails_the_check_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADVISORIES", str(database(tmp_path, affected(versions=[FLASK]))))

    assert advisories.main() == 1
    assert f"flask {FLASK}: PYSEC-1 Reads what it may not." in capsys.readouterr().err


def test_without_a_database_the_check_is_skipped_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADVISORIES", str(tmp_path / "missing.zip"))

    assert advisories.main() == 0
    assert capsys.readouterr().out.count("\n") == 1
