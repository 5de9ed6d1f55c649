"""The lock and setup.cfg say the same; a difference is mended by `make lock`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from orbweaver import lock

REMEDY = "run `make lock`"


def test_lock_was_made_from_these_requirements() -> None:
    first_line = lock.LOCK.read_text().splitlines()[0]

    assert first_line == lock.HEADER + lock.fingerprint(), REMEDY


@pytest.mark.parametrize("line", lock.requirements())
def test_every_requirement_is_locked_in_a_version_that_satisfies_it(line: str) -> None:
    wanted = Requirement(line)

    version = lock.pins().get(re.sub(r"[-_.]+", "-", wanted.name).lower())

    assert version is not None, f"{wanted.name} is not locked: {REMEDY}"
    assert wanted.specifier.contains(version), REMEDY


def test_every_requirement_has_its_reason_above_it() -> None:
    lines = [line.strip() for line in lock.SETUP.read_text().splitlines()]

    for line in lock.requirements():
        name = Requirement(line).name
        assert lines[lines.index(line) - 1].startswith(f"# {name}: "), f"setup.cfg: {name} needs its reason"


def test_every_locked_file_has_a_hash() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", lock.LOCK.read_text())[1:]

    assert len(entries) > 50
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_lock_names_no_registry_and_no_folder() -> None:
    text = lock.LOCK.read_text()

    assert not re.search(r"https?://|file:|--index|--extra-index|--find-links| @ |/home/|/tmp/", text)


def test_a_changed_requirement_changes_the_fingerprint(tmp_path: Path) -> None:
    other = tmp_path / "setup.cfg"
    other.write_text(lock.SETUP.read_text().replace("click>=8.2", "click>=8.3"))

    assert lock.fingerprint(other) != lock.fingerprint()


def test_a_changed_comment_does_not_change_the_fingerprint(tmp_path: Path) -> None:
    other = tmp_path / "setup.cfg"
    other.write_text(lock.SETUP.read_text().replace("# click: the command line", "# click: words"))

    assert lock.fingerprint(other) == lock.fingerprint()
