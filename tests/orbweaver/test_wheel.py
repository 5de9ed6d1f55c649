"""The wheel contains exactly the files of the product."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.orbweaver.conftest import ROOT

PACKAGES = ("api", "contract", "crawler", "docs", "extraction", "models", "orbweaver", "workers")


def tracked() -> list[Path]:
    """The tracked files of this clone, including new ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [Path(name) for name in names if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this clone, built without network, in a copy with leftover files of earlier runs."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for path in tracked():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, source / path)
    for package in PACKAGES:
        (source / package / "__pycache__").mkdir()
        (source / package / "__pycache__" / "leftover.cpython-311.pyc").touch()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(target), str(source)], check=True)
    [built] = target.glob("*.whl")
    return zipfile.ZipFile(built)


def test_wheel_holds_every_file_of_the_product_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    expected = {path.as_posix() for path in tracked() if path.parts[0] in PACKAGES}

    held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert expected - held == set(), "missing from the wheel"
    assert held - expected == set(), "foreign to the product"


def test_set_up_of_the_unpacked_wheel_is_refused_in_one_line(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)

    command = [sys.executable, str(tmp_path / "orbweaver/bootstrap.py")]
    answer = subprocess.run(command, check=False, capture_output=True, text=True)

    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1 and "clone" in answer.stderr
    assert not (tmp_path / ".venv").exists()


def test_command_of_the_unpacked_wheel_finds_its_migrations(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import models.schema as s; from alembic.script import ScriptDirectory; "
        "print(s.__file__, len(list(ScriptDirectory(str(s.MIGRATIONS)).walk_revisions())))"
    )

    answer = subprocess.run(
        [sys.executable, "-P", "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
    )

    location, revisions = answer.stdout.split()
    assert location.startswith(str(tmp_path))
    assert int(revisions) == len(list((ROOT / "models/migrations/versions").glob("*.py")))
